// The record of a device as its editor reads and writes it: to the wire, and from the fields that changed. Pure.
import {
  AppError,
  channelFlags,
  type DeviceChanges,
  type DeviceField,
  type DeviceEditorRecord,
  deviceFieldNames,
  flaggedChannels,
  mapLocationText,
  readMapLocation,
  type Right,
  rightOfField,
} from '@outrider/contract';
import type { DeviceChange } from './directory.ts';
import { numbersOf, orderOf, type StoredDevice } from './record.ts';

/** What holds where a device has nothing of its own. */
export type DeviceDefaults = { recordByDefault: 'off' | 'full'; recordStream: 'main' | 'sub' };

type AllFields = Required<Omit<DeviceEditorRecord, 'deviceid' | 'updatetime' | 'updateby'>>;

export const mainChannelsOf = (d: StoredDevice, { recordStream }: Pick<DeviceDefaults, 'recordStream'>): number[] =>
  d.mainChannels ?? (recordStream === 'main' ? numbersOf(d) : []);

export const recordEnableOf = (
  { recordEnable }: Pick<StoredDevice, 'recordEnable'>,
  { recordByDefault }: Pick<DeviceDefaults, 'recordByDefault'>,
): -1 | 0 | 1 | 2 => recordEnable ?? (recordByDefault === 'full' ? 1 : 0);

/** Every field in the form inside both programs. A comma in a name from before would part it. */
const fieldsOf = (d: StoredDevice, defaults: DeviceDefaults): AllFields => ({
  channel: d.channelCount,
  gpstzenable: d.zoneByPlace,
  icon: d.icon,
  extid: d.externalId,
  driver: d.driverName,
  vehicleid: d.memo,
  plate: d.plate,
  maplocation: mapLocationText(d.mapLocation),
  clockzone: d.utcOffsetMinutes * 60,
  streamtype: channelFlags(mainChannelsOf(d, defaults), d.channelCount),
  chmask: channelFlags(d.absentChannels, d.channelCount),
  videolossinterval: d.videoLossIntervalS,
  recenable: recordEnableOf(d, defaults),
  recdays: d.recordDays,
  recplan: channelFlags(flaggedChannels(d.recordPlan), d.channelCount),
  recaudio: d.recordAudio,
  chnames: numbersOf(d)
    .map((channel) => (d.channelNames[channel - 1] ?? '').replaceAll(',', ' '))
    .join(','),
  chsort: orderOf(d).join(','),
  talkch: d.talkChannel,
  netlimit: d.dataLimited,
  maxnetflow: d.dataLimitKb,
  eventdays: d.eventDays,
});

const without = (names: readonly string[], fields: AllFields): Partial<AllFields> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** What somebody with these rights is shown of a device: the number of channels anyway, since lists say it too. */
export const recordRow = (
  device: StoredDevice,
  rights: ReadonlySet<Right>,
  defaults: DeviceDefaults,
): DeviceEditorRecord => {
  const hidden = deviceFieldNames.filter((name) => name !== 'channel' && !rights.has(rightOfField(name)));
  const { id: deviceid, channelCount: channel, updatedMs: updatetime, updatedBy: updateby } = device;
  return { deviceid, updatetime, updateby, ...without(hidden, fieldsOf(device, defaults)), channel };
};

/** The fields that a save asks for. Throws AppError forbidden where a right is missing. */
export const assertMayChange = (changes: DeviceChanges, rights: ReadonlySet<Right>): void => {
  const fields: DeviceField[] = deviceFieldNames.filter((name) => changes[name] !== undefined);
  if (typeof changes.netlimit === 'string') fields.push('maxnetflow');
  for (const right of fields.map(rightOfField))
    if (!rights.has(right)) throw new AppError('forbidden', `The right ${right} is missing.`);
};

const assertOf = (field: DeviceField, fits: boolean, rule: string): void => {
  if (!fits) throw new AppError('invalid', `${field}: ${rule}`);
};

/** The channels of a text with one character for each of `count`. */
const flagsOf = (field: DeviceField, flags: string, count: number): number[] => {
  assertOf(field, flags.length === count, `One 0 or 1 for each channel (${count}).`);
  return flaggedChannels(flags);
};

const orderIn = (text: string, count: number): number[] => {
  const order = text.split(',').map(Number);
  const fits = order.length === count && new Set(order).size === count && order.every((n) => n >= 1 && n <= count);
  assertOf('chsort', fits, `Each channel from 1 to ${count} once.`);
  return order;
};

const namesIn = (text: string, count: number): string[] => {
  const names = text.split(',').map((name) => name.trim());
  assertOf('chnames', names.length <= count, `At most ${count} names.`);
  return names;
};

/** What goes by the number of channels, when that number becomes another one: nothing may be about a channel beyond it. */
const cutTo = (count: number, d: StoredDevice): DeviceChange => {
  const there = (channel: number): boolean => channel <= count;
  return {
    channelCount: count,
    channelOrder: [],
    talkChannel: 1,
    absentChannels: d.absentChannels.filter(there),
    mainChannels: d.mainChannels?.filter(there) ?? null,
    recordPlan: d.recordPlan.slice(0, count),
    channelNames: d.channelNames.slice(0, count),
  };
};

const channelChange = (z: DeviceChanges, d: StoredDevice): DeviceChange => {
  const count = z.channel ?? d.channelCount;
  if (z.talkch !== undefined) assertOf('talkch', z.talkch <= count, `A channel from 1 to ${count}.`);
  return {
    ...(z.channel !== undefined && z.channel !== d.channelCount && cutTo(count, d)),
    ...(z.streamtype !== undefined && { mainChannels: flagsOf('streamtype', z.streamtype, count) }),
    ...(z.chmask !== undefined && { absentChannels: flagsOf('chmask', z.chmask, count) }),
    ...(z.recplan !== undefined && { recordPlan: channelFlags(flagsOf('recplan', z.recplan, count), count) }),
    ...(z.chnames !== undefined && { channelNames: namesIn(z.chnames, count) }),
    ...(z.chsort !== undefined && { channelOrder: orderIn(z.chsort, count) }),
    ...(z.talkch !== undefined && { talkChannel: z.talkch }),
  };
};

const limitChange = ({ netlimit, maxnetflow }: DeviceChanges): DeviceChange => {
  const [flag, both] = typeof netlimit === 'string' ? netlimit.split(',') : [netlimit, maxnetflow];
  return {
    ...(flag !== undefined && { dataLimited: flag === true || flag === '1' }),
    ...(both !== undefined && { dataLimitKb: Number(both) }),
  };
};

/** What of the stored device the fields change. Throws AppError invalid, with the name of the field in front. */
export const changeOf = (z: DeviceChanges, device: StoredDevice): DeviceChange => ({
  ...channelChange(z, device),
  ...limitChange(z),
  ...(z.gpstzenable !== undefined && { zoneByPlace: z.gpstzenable }),
  ...(z.icon !== undefined && { icon: z.icon }),
  ...(z.extid !== undefined && { externalId: z.extid }),
  ...(z.driver !== undefined && { driverName: z.driver }),
  ...(z.vehicleid !== undefined && { memo: z.vehicleid }),
  ...(z.plate !== undefined && { plate: z.plate }),
  ...(z.maplocation !== undefined && { mapLocation: readMapLocation(z.maplocation) ?? null }),
  ...(z.clockzone !== undefined && { utcOffsetMinutes: z.clockzone / 60 }),
  ...(z.videolossinterval !== undefined && { videoLossIntervalS: z.videolossinterval }),
  ...(z.recenable !== undefined && { recordEnable: z.recenable }),
  ...(z.recdays !== undefined && { recordDays: z.recdays }),
  ...(z.recaudio !== undefined && { recordAudio: z.recaudio }),
  ...(z.eventdays !== undefined && { eventDays: z.eventdays }),
});
