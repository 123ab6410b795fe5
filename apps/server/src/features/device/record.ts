// One device in memory: what is stored of it and what is known of it now, and its form on the wire. No storage here.
import { channelFlags, knotsOfKmh, type DeviceWire, type ExtraInfo } from '@outrider/contract';
import { NEVER_CHANGED, type Version } from '../../kernel/storage/version.ts';
import type { Position } from '../../kernel/topics.ts';
import { dailyWire, type Day } from './daily.ts';
import { shownOffset } from './place-zone.ts';
import { readingsWire, recordingErrors, type Readings } from './readings.ts';

/** The stored half, with the version of what people change of it. Channels are numbered from 1; an empty name reads 'ch' + number. */
export type StoredDevice = Version & {
  key: number;
  id: string;
  registered: boolean;
  knownSinceMs: number | null;
  channelCount: number;
  driverName: string;
  memo: string;
  plate: string;
  externalId: string;
  driverLicense: string;
  icon: number;
  channelNames: string[];
  channelOrder: number[];
  talkChannel: number;
  dsmChannel: number;
  utcOffsetMinutes: number;
  /** Days and texts of time go by the zone of the place where it is (`placeZone`), not by that of its clock. */
  zoneByPlace: boolean;
  /** Channels without a camera. */
  absentChannels: number[];
  /** Channels that come as main stream; null: as the configuration says. */
  mainChannels: number[] | null;
  /** Between two events of video loss; 0: each is one. */
  videoLossIntervalS: number;
  /** How long its events are kept; 0: as the configuration says. */
  eventDays: number;
  /** Whether `dataLimitKb` holds, for a month. */
  dataLimited: boolean;
  dataLimitKb: number;
  /** -1 no video, 0 live view only, 1 every channel, 2 those of the plan; null: as the configuration says. */
  recordEnable: -1 | 0 | 1 | 2 | null;
  /** One '1' for each channel that is recorded with `recordEnable` 2. Missing places are '0'. */
  recordPlan: string;
  recordAudio: -1 | 0 | 1 | 2 | 3;
  /** 0: as the configuration says. */
  recordDays: number;
  mapLocation: { lat: number; lng: number } | null;
  manufacturer: string;
  model: string;
  /** What the hardware that registered calls itself; null: it never did, or before this was kept. */
  hardwareId: string | null;
  /** The edition of its bodies, where it registered in another one than its header's. */
  bodyEdition: '2011' | '2013' | '2019' | null;
  authCodeHash: Uint8Array | null;
  seenMs: number;
  terminals: string[];
};

/** What people set of a device, and its version. */
const editedColumns = [
  'id',
  'registered',
  'knownSinceMs',
  'channelCount',
  'driverName',
  'memo',
  'plate',
  'externalId',
  'icon',
  'channelNames',
  'channelOrder',
  'talkChannel',
  'dsmChannel',
  'utcOffsetMinutes',
  'zoneByPlace',
  'absentChannels',
  'mainChannels',
  'videoLossIntervalS',
  'eventDays',
  'dataLimited',
  'dataLimitKb',
  'recordEnable',
  'recordPlan',
  'recordAudio',
  'recordDays',
  'mapLocation',
  'updatedMs',
  'updatedBy',
] as const satisfies (keyof StoredDevice)[];
export type EditedPart = Pick<StoredDevice, (typeof editedColumns)[number]>;

export const editedPartOf = (device: StoredDevice): Partial<EditedPart> =>
  Object.fromEntries(editedColumns.map((name) => [name, device[name]]));

/** The live half, gone with the process but for the position, which its feature restores. */
export type LiveDevice = {
  link: { id: number; address: string } | null;
  statusMs: number;
  position: Position | null;
  /** The newest usable fix: stays when later reports have none. */
  fix: Position | null;
  /** The zone of its last fix, or of its place on the map, where `zoneByPlace` is set; null: that of its clock counts. */
  placeZone: string | null;
  readings: Readings;
  /** The server records at least one channel. */
  recording: boolean;
  /** The server cannot write a channel it should record, and how often that has begun. */
  recordingFault: boolean;
  recordingErrors: number;
  /** Whose card is in, as far as the device told since the server started. */
  driver: { name: string; licence: string } | null;
  day: Day | undefined;
};

/** `changed` numbers the last change, `restChanged` the last one told of what live updates do not carry; see changes.ts. */
export type DeviceRecord = StoredDevice &
  LiveDevice & {
    changed: number;
    restChanged: number;
    restToldMs: number;
    restWaits: boolean;
    json: string | null;
  };

/** JT/T 1078 numbers at most 64 channels; most recorders have four, and a new one has not said yet. */
const DEFAULT_CHANNELS = 4;
/** JT/T 808: GMT+8. */
const STANDARD_OFFSET_MINUTES = 480;

export const newDevice = (key: number, id: string, nowMs: number): DeviceRecord => ({
  key,
  id,
  registered: false,
  knownSinceMs: null,
  channelCount: DEFAULT_CHANNELS,
  driverName: '',
  memo: '',
  plate: '',
  externalId: '',
  driverLicense: '',
  icon: 0,
  channelNames: [],
  channelOrder: [],
  talkChannel: 1,
  dsmChannel: 2,
  utcOffsetMinutes: STANDARD_OFFSET_MINUTES,
  zoneByPlace: false,
  absentChannels: [],
  mainChannels: null,
  videoLossIntervalS: 0,
  eventDays: 0,
  dataLimited: false,
  dataLimitKb: 0,
  recordEnable: null,
  recordPlan: '',
  recordAudio: 3,
  recordDays: 0,
  mapLocation: null,
  manufacturer: '',
  model: '',
  hardwareId: null,
  bodyEdition: null,
  authCodeHash: null,
  seenMs: nowMs,
  terminals: [],
  ...NEVER_CHANGED,
  link: null,
  statusMs: nowMs,
  position: null,
  fix: null,
  placeZone: null,
  readings: {},
  recording: false,
  recordingFault: false,
  recordingErrors: 0,
  driver: null,
  day: undefined,
  changed: 0,
  restChanged: 0,
  restToldMs: -Infinity,
  restWaits: false,
  json: null,
});

/** Every channel that it may have. */
export const numbersOf = ({ channelCount }: Pick<StoredDevice, 'channelCount'>): number[] =>
  Array.from({ length: channelCount }, (_, i) => i + 1);

/** The channels that are there. */
export const channelsOf = (device: Pick<StoredDevice, 'channelCount' | 'absentChannels'>): number[] =>
  numbersOf(device).filter((channel) => !device.absentChannels.includes(channel));

/** '1': the channel is there. */
const presenceOf = (device: StoredDevice): string =>
  device.absentChannels.length === 0
    ? '1'.repeat(device.channelCount)
    : channelFlags(channelsOf(device), device.channelCount);

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** The device as Q03, Q04 and Q05 send it. Written by hand, not by the schema: a list has ten thousand of them. */
export const deviceWire = (d: DeviceRecord): DeviceWire => {
  const { position, fix, readings } = d;
  return {
    deviceid: d.id,
    drivername: d.driverName || (d.driver?.name ?? ''), // a name that an operator gave has the last word
    vehicleid: d.memo,
    plate: d.plate,
    extid: d.externalId,
    chmask: presenceOf(d),
    chn_count: d.channelCount,
    status: d.link === null ? 0 : 1,
    status_time: seconds(d.statusMs),
    ...readingsWire(readings),
    acc_on: position === null ? null : position.accOn ? 1 : 0,
    registered: d.registered ? 1 : 0,
    recording: d.recording ? 1 : 0,
    recording_error: d.recordingFault || position?.storageFault ? 1 : 0,
    recording_error_count: d.recordingErrors + recordingErrors(readings, position),
    timezone: shownOffset(d, fix === null ? d.statusMs : (fix.timeMs ?? fix.receivedMs)) / 60,
    gps_info: {
      data:
        fix === null
          ? null
          : {
              lat: fix.latitude,
              lng: fix.longitude,
              trackingAngle: fix.headingDeg,
              speedInKmh: knotsOfKmh(fix.speedKmh),
            },
      time: fix === null ? null : seconds(fix.timeMs ?? fix.receivedMs),
    },
    maplocation: d.mapLocation,
    icon: d.icon,
    driverlicense: d.driver?.licence || d.driverLicense,
    alarm: position?.alarm ?? 0,
    daily: dailyWire(d.day),
  };
};

/** The wire form as JSON text, made once per change. */
export const deviceJson = (d: DeviceRecord): string => {
  d.json ??= JSON.stringify(deviceWire(d));
  return d.json;
};

/** The channels in the order of their tiles, also those that are not there. */
export const orderOf = (d: StoredDevice): number[] =>
  d.channelOrder.length === d.channelCount ? d.channelOrder : numbersOf(d);

export const extraInfoOf = (d: DeviceRecord): ExtraInfo => ({
  deviceid: d.id,
  icon: d.icon,
  chsort: orderOf(d).filter((channel) => !d.absentChannels.includes(channel)),
  chnames: numbersOf(d).map((channel) => d.channelNames[channel - 1] ?? ''),
  plate: d.plate,
  talkchannel: d.talkChannel,
  extid: d.externalId,
  dsmchannel: d.dsmChannel,
  simnumber: d.terminals[0] ?? '',
});
