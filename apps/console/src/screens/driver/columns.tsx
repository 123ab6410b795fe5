// The columns of the driver table. Gender, phone, birthday and picture are said by nothing that the server knows, and stay empty.
import { type Driver, MAX_DRIVER_NAME } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { deviceColumn } from '../../parts/table/device-column.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { InlineCell } from '../../ui/inline-cell.tsx';

/** `isTyped`: the name is one of this page, not of the server. */
export type DriverRow = Driver & { readonly isTyped: boolean };

type Kit = {
  type: (deviceId: string, name: string) => void;
  /** Missing where the device editor is not for this account. */
  open?: (deviceId: string) => void;
};

const name = ({ type }: Kit): Column<DriverRow> => ({
  id: 'name',
  header: t('Driver Name'),
  width: 'minmax(144px, 1.2fr)',
  value: ({ drivername }) => drivername,
  cell: ({ deviceid, drivername, isTyped }) => (
    <>
      <InlineCell
        label={t('Driver Name of {device}', { device: deviceid })}
        text={drivername}
        problemOf={(typed) =>
          typed.length > MAX_DRIVER_NAME
            ? t('{label}: at most {count} characters.', { label: t('Driver Name'), count: MAX_DRIVER_NAME })
            : undefined
        }
        onSave={async (typed) => type(deviceid, typed)}
      />
      {isTyped && <span className="soft">{t('not saved')}</span>}
    </>
  ),
});

/** What a driver's card says; the documented table has none of it. */
const ofCard = (): readonly Column<DriverRow>[] => [
  { id: 'card', header: t('Card'), width: 'minmax(112px, 1fr)', choice: 'off', value: ({ cardname }) => cardname },
  { id: 'licence', header: t('Licence'), width: 'minmax(128px, 1fr)', choice: 'off', value: ({ licence }) => licence },
  { id: 'issuer', header: t('Issuer'), width: 'minmax(112px, 1fr)', choice: 'off', value: ({ issuer }) => issuer },
  { id: 'until', header: t('Valid until'), width: '104px', choice: 'off', value: ({ validuntil }) => validuntil },
];

export const driverColumns = (kit: Kit): readonly Column<DriverRow>[] => [
  deviceColumn({ header: t('Device ID'), width: 'minmax(168px, 1fr)' }, ({ deviceid }) => deviceid),
  name(kit),
  { id: 'gender', header: t('Gender'), width: '80px', value: ({ gender }) => gender },
  { id: 'phone', header: t('phone'), width: 'minmax(96px, 0.8fr)', value: ({ phone }) => phone },
  { id: 'birthday', header: t('birthday'), width: '96px', value: ({ birthday }) => birthday },
  { id: 'pic', header: t('pic'), width: '56px', cell: () => <span className="soft">–</span> },
  ...ofCard(),
  {
    id: 'updated',
    header: t('Update Time'),
    width: '172px',
    value: ({ updatetime }) => (updatetime === 0 ? null : updatetime),
    text: ({ updatetime }) => (updatetime === 0 ? '' : formatDateTime(updatetime)),
  },
  {
    id: 'action',
    header: t('Action'),
    width: 'minmax(144px, 0.8fr)',
    cell: ({ deviceid }) =>
      kit.open === undefined ? null : (
        <Button
          look="bare"
          icon="gear"
          aria-label={t('Device editor of {device}', { device: deviceid })}
          onClick={() => kit.open?.(deviceid)}
        >
          {t('Device editor')}
        </Button>
      ),
  },
];
