// What an order says besides its kind, in words. The server keeps codes and keys of parameters, which are the same in every language. A
// text to the driver, an address, a number stay as they are.
import { type AreaKind, areaKinds, type ControlAction, type DeviceOrder, type OrderKindName } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { allOfKindText, areaKindText } from '../area-map/area-kind-words.ts';
import { parameterNamesText } from '../parameters/words.ts';
import { isMediaKind, mediaCauseText, mediaKindText } from './media-words.ts';

export type ControlChoice = ControlAction | 'lock' | 'unlock';

export const controlWords = (): Readonly<Record<ControlChoice, string>> => ({
  lock: t('Lock the doors'),
  unlock: t('Unlock the doors'),
  'close-data': t('End its data connection'),
  'close-radio': t('End all of its radio'),
  'power-off': t('Switch off'),
  connect: t('To another server'),
  'connect-back': t('Back to the server of its settings'),
});

/** 'power-off', 'connect 10.0.0.7:6808', 'unlock'. */
const controlText = (detail: string): string => {
  const [code, address] = detail.split(' ');
  const said = Object.entries(controlWords()).find(([each]) => each === code)?.[1];
  if (said === undefined) return detail;
  return address === undefined ? said : `${said}: ${address}`;
};

/** 'photo CH0 order'; '#12' is the device's own number of one of them. */
const mediaText = (detail: string): string => {
  const [, kind = '', channel, cause = ''] = /^(\w+) CH(\d+) ([\w-]+)$/.exec(detail) ?? [];
  if (!isMediaKind(kind)) return detail;
  return [mediaKindText(kind), channel === '0' ? t('All channels') : `CH${channel}`, mediaCauseText(cause)].join(' · ');
};

const isAreaKind = (kind: string | undefined): kind is AreaKind => areaKinds.some((each) => each === kind);

/** 'circle 1', 'all polygons'. */
const areaText = (detail: string): string => {
  const [, kind, id] = /^(\w+) (\d+)$/.exec(detail) ?? [];
  if (isAreaKind(kind)) return `${areaKindText(kind)} ${id}`;
  const all = /^all (\w+)s$/.exec(detail)?.[1];
  return isAreaKind(all) ? allOfKindText(all) : detail;
};

const REMOVED = 'removed: ';
const areasOf = (list: string): string => list.split(', ').map(areaText).join(', ');
/** 'circle 1, route 7; removed: circle 2, all polygons'. */
const areasText = (detail: string): string =>
  detail
    .split('; ')
    .map((part) =>
      part.startsWith(REMOVED) ? t('Removed: {names}', { names: areasOf(part.slice(REMOVED.length)) }) : areasOf(part),
    )
    .join('; ');

const texts: Readonly<Partial<Record<OrderKindName, (detail: string) => string>>> = {
  control: controlText,
  doors: controlText,
  media: mediaText,
  sound: (detail) => (detail === 'stop' ? t('End now') : detail),
  parameters: (detail) => parameterNamesText(detail.split(', ')),
  areas: areasText,
};

/** '' where the kind says it all. */
export const orderDetailText = ({ kind, detail }: Pick<DeviceOrder, 'kind' | 'detail'>): string =>
  detail === '' ? '' : (texts[kind]?.(detail) ?? detail);
