// One device in memory: what is stored of it and what is known of it now, and its form on the wire. No storage here.
import { knotsOfKmh, type DeviceWire, type ExtraInfo } from '@outrider/contract';
import { NEVER_CHANGED, type Version } from '../../kernel/storage/version.ts';
import type { Position } from '../../kernel/topics.ts';
import { dailyWire, type Day } from './daily.ts';
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
  mapLocation: { lat: number; lng: number } | null;
  manufacturer: string;
  model: string;
  /** What the hardware that registered calls itself; null: it never did, or before this was kept. */
  hardwareId: string | null;
  authCodeHash: Uint8Array | null;
  seenMs: number;
  terminals: string[];
};

/** The live half, gone with the process but for the position, which its feature restores. */
export type LiveDevice = {
  link: { id: number; address: string } | null;
  statusMs: number;
  position: Position | null;
  /** The newest usable fix: stays when later reports have none. */
  fix: Position | null;
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
export const STANDARD_OFFSET_MINUTES = 480;

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
  mapLocation: null,
  manufacturer: '',
  model: '',
  hardwareId: null,
  authCodeHash: null,
  seenMs: nowMs,
  terminals: [],
  ...NEVER_CHANGED,
  link: null,
  statusMs: nowMs,
  position: null,
  fix: null,
  readings: {},
  recording: false,
  recordingFault: false,
  recordingErrors: 0,
  driver: null,
  day: undefined,
  changed: 0,
  restChanged: 0,
  restToldMs: 0,
  restWaits: false,
  json: null,
});

export const channelsOf = (device: { channelCount: number }): number[] =>
  Array.from({ length: device.channelCount }, (_, i) => i + 1);

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
    chmask: '1'.repeat(d.channelCount),
    chn_count: d.channelCount,
    status: d.link === null ? 0 : 1,
    status_time: seconds(d.statusMs),
    ...readingsWire(readings),
    acc_on: position === null ? null : position.accOn ? 1 : 0,
    registered: d.registered ? 1 : 0,
    recording: d.recording ? 1 : 0,
    recording_error: d.recordingFault || position?.storageFault ? 1 : 0,
    recording_error_count: d.recordingErrors + recordingErrors(readings, position),
    timezone: d.utcOffsetMinutes / 60,
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

export const extraInfoOf = (d: DeviceRecord): ExtraInfo => ({
  deviceid: d.id,
  icon: d.icon,
  chsort: d.channelOrder.length === d.channelCount ? d.channelOrder : channelsOf(d),
  chnames: channelsOf(d).map((channel) => d.channelNames[channel - 1] ?? ''),
  plate: d.plate,
  talkchannel: d.talkChannel,
  extid: d.externalId,
  dsmchannel: d.dsmChannel,
  simnumber: d.terminals[0] ?? '',
});
