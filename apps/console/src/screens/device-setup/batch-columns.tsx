// The columns of what came of a batch, vehicle by vehicle.
import type { BatchDevice } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { outcomeText } from '../../lib/outcome-words.ts';
import { formatDateTime } from '../../lib/time.ts';
import { devices } from '../../live/index.ts';
import { GivenName } from '../../parts/device-names.tsx';
import { isInPart, orderEndText, orderSentence, orderStateText } from '../../parts/device-orders/order-words.ts';
import type { Column } from '../../ui/column.ts';
import { LinkState } from './device-detail.tsx';

type Of = Pick<BatchDevice, 'deviceid'>;

/** What people call it, then its number. */
export const vehicleColumns = <Row extends Of>(): readonly Column<Row>[] => [
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(96px, 1fr)',
    value: ({ deviceid }) => devices.get(deviceid)?.vehicleid ?? '',
    cell: ({ deviceid }) => <GivenName id={deviceid} />,
  },
  { id: 'device', header: t('Device ID'), width: 'minmax(112px, 1fr)', value: ({ deviceid }) => deviceid },
];

const batchStateText = ({ state, outcome, message }: Pick<BatchDevice, 'state' | 'outcome' | 'message'>): string => {
  if (state === 'planned' && outcome === 'cancelled') return t('Cancelled');
  if (state === 'planned') return outcome === '' ? t('Its turn has not come') : t('Not ordered');
  if (state === 'done') return isInPart(message) ? t('Confirmed in part') : t('Confirmed');
  if (outcome === 'device_unsupported') return t('Does not know this');
  return orderStateText(state);
};

/** Why it stands so; '' where the state says it all. */
const batchReasonText = ({ state, outcome, message }: BatchDevice): string => {
  const known = orderEndText(outcome) ?? orderSentence(message);
  if (known !== undefined) return known;
  if (state === 'planned' && outcome === 'cancelled') return '';
  if (state === 'planned' || state === 'refused' || state === 'expired')
    return outcome === '' ? '' : outcomeText(outcome);
  return message === '' ? '' : t(message);
};

const moment = (ms: number | null): string => (ms === null ? '' : formatDateTime(ms));

export const batchColumns = (): readonly Column<BatchDevice>[] => [
  ...vehicleColumns<BatchDevice>(),
  {
    id: 'link',
    header: t('Link'),
    width: 'minmax(224px, 1.2fr)',
    choice: 'on',
    cell: ({ deviceid }) => <LinkState id={deviceid} />,
  },
  { id: 'state', header: t('State'), width: 'minmax(112px, 1fr)', value: batchStateText },
  { id: 'reason', header: t('Result'), width: 'minmax(144px, 1.6fr)', value: batchReasonText },
  { id: 'tries', header: t('Tries'), width: '72px', align: 'end', choice: 'off', value: ({ tries }) => tries },
  {
    id: 'ended',
    header: t('Time'),
    width: '172px',
    choice: 'on',
    value: ({ ended, sent }) => ended ?? sent,
    text: ({ ended, sent }) => moment(ended ?? sent),
  },
];
