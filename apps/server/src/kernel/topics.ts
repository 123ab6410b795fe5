// The bus topics: name, schema and kind of everything rooms tell each other upward. Plain values, safe to receive twice. What the kinds
// promise is said at `hint` and `fact`.
import { type SafetySource, streamLogEntrances, streamLogTypes } from '@outrider/contract';
import { z } from 'zod';

/** Names that say which thing is meant, or why to look, never what became of it. */
type Which =
  | 'deviceKey'
  | 'deviceId'
  | 'userId'
  | 'userIds'
  | 'userName'
  | 'serialno'
  | 'fileId'
  | 'eventSerial'
  | 'key'
  | 'reason';
type OnlyWhich<S> = S & { [K in Exclude<keyof S, Which>]: never };

/** Where what happened is kept: tables, or a part of this process whose state ends with it and is told again after a start. */
type Kept = { tables: readonly [string, ...string[]]; by: 'publisher' | `features/${string}` } | { live: string };
type Kind = { kind: 'hint'; look: string } | ({ kind: 'fact' } & Kept);

/**
 * Says that there is something to look at, and where that is (`look`): which thing it is, and nothing of it. It may be lost, come late
 * or come twice. A value in a hint does not compile.
 */
const hint = <S extends z.ZodRawShape>(shape: OnlyWhich<S>, look: string) => ({
  kind: 'hint' as const,
  look,
  schema: z.strictObject<S>(shape),
});

/**
 * Carries what happened. It is never only on the bus: it stands in `tables` before it is published (by the publisher), or is put there
 * by the room that `by` names, which hears it in the process and in the turn in which it was published; or it is the state of a live
 * thing (`live`) that can be asked for it and ends with the process.
 */
const fact = <S extends z.ZodRawShape, K extends Kept>(shape: S, kept: K) => ({
  kind: 'fact' as const,
  ...kept,
  schema: z.strictObject(shape),
});

const deviceKey = z.number().int();
const deviceId = z.string();
const userId = z.number().int();
const userName = z.string();
/** UTC ms. */
const ms = z.number();

/** An active-safety alarm inside a report. `flag` once: it has no end of its own. `type` as the device numbers it. */
export type SafetyAlarm = {
  source: SafetySource;
  type: number;
  flag: 'once' | 'start' | 'end';
  /** 1 or 2 where the device tells, else 0. */
  level: number;
  side?: 'left' | 'right';
  /** The device's running number of alarms: a repeat in a later report carries the same one. */
  alarmId: number;
  /** The alarm identification as sent, in hex: by it the device knows the alarm again when its files are asked for. */
  sign: string;
  /** The part of `sign` that is the same in each repeat: without count and reserved bytes. */
  signKey: string;
  /** How many files the device keeps for this alarm. */
  attachments: number;
};

/**
 * What a recorder says of its disks and cards. `lifeLeft` of the two: per cent, -1 not told, -2 none there. `recordingErrors` since it
 * started.
 */
export type StorageReading = {
  usedPercent: number | null;
  lifeLeft: readonly [number, number];
  recordingErrors: number;
};

/** One fix of one device, neutral words and units. Bits of `alarm` and `status` are JT/T 808 table 24 and 25, kept as evidence. */
export type Position = {
  /** Device time, UTC ms; null when the device sent no date. */
  timeMs: number | null;
  receivedMs: number;
  latitude: number;
  longitude: number;
  altitudeM: number;
  speedKmh: number;
  headingDeg: number;
  alarm: number;
  status: number;
  /** The device says it has a fix and the coordinates are not 0/0. */
  fixed: boolean;
  accOn: boolean;
  /** From a batch the device stored while it had no network; never moves the current position backward. */
  replayed: boolean;
  /** FNV-1a of the 28-byte core, of the whole report where items tell alarms: with device and time the identity of a position. */
  coreHash: number;
  mileageKm?: number;
  fuelL?: number;
  /** Speed from the vehicle's own sensor. */
  recorderSpeedKmh?: number;
  signal?: number;
  satellites?: number;
  temperatureC?: number;
  /** Supply of the recorder, and what its battery holds. */
  voltageV?: number;
  batteryPercent?: number;
  /** Further temperature sensors one by one; null: none there. */
  sensorsC?: readonly (number | null)[];
  storage?: StorageReading;
  videoAlarm?: number;
  videoLoss?: number;
  storageFault?: number;
  safety?: readonly SafetyAlarm[];
  /** The additional items no field above holds, as sent: id, length, content …; nothing is lost that a later decoder can read. */
  items: Uint8Array;
};

const safetyAlarm: z.ZodType<SafetyAlarm> = z.strictObject({
  source: z.enum(['assistance', 'driver', 'tyre', 'blind-spot', 'harsh']),
  type: z.number(),
  flag: z.enum(['once', 'start', 'end']),
  level: z.number(),
  side: z.enum(['left', 'right']).exactOptional(),
  alarmId: z.number(),
  sign: z.string(),
  signKey: z.string(),
  attachments: z.number(),
});
const fraction = z.number().exactOptional();
const position: z.ZodType<Position> = z.strictObject({
  timeMs: ms.nullable(),
  receivedMs: ms,
  latitude: z.number(),
  longitude: z.number(),
  altitudeM: z.number(),
  speedKmh: z.number(),
  headingDeg: z.number(),
  alarm: z.number(),
  status: z.number(),
  fixed: z.boolean(),
  accOn: z.boolean(),
  replayed: z.boolean(),
  coreHash: z.number(),
  mileageKm: fraction,
  fuelL: fraction,
  recorderSpeedKmh: fraction,
  signal: fraction,
  satellites: fraction,
  temperatureC: fraction,
  voltageV: fraction,
  batteryPercent: fraction,
  sensorsC: z.array(z.number().nullable()).readonly().exactOptional(),
  storage: z
    .strictObject({
      usedPercent: z.number().nullable(),
      lifeLeft: z.tuple([z.number(), z.number()]).readonly(),
      recordingErrors: z.number(),
    })
    .exactOptional(),
  videoAlarm: fraction,
  videoLoss: fraction,
  storageFault: fraction,
  safety: z.array(safetyAlarm).readonly().exactOptional(),
  items: z.instanceof(Uint8Array),
});

export const topics = {
  'link.online': fact(
    {
      deviceKey,
      deviceId,
      linkId: z.number(),
      protocol: z.string(),
      transport: z.enum(['tcp', 'udp']),
      remoteAddress: z.string(),
      atMs: ms,
    },
    { tables: ['events', 'event_links'], by: 'features/event' },
  ),
  'link.offline': fact(
    { deviceKey, deviceId, linkId: z.number(), reason: z.string(), atMs: ms },
    { tables: ['events', 'event_links'], by: 'features/event' },
  ),
  /** A device said how far an upgrade of its firmware is, or what came of it. `percent` is of this step. */
  'upgrade.told': fact(
    {
      deviceKey,
      step: z.enum(['downloading', 'downloaded', 'installing', 'installed', 'failed']),
      percent: z.number().nullable(),
      reason: z.enum([
        '',
        'download',
        'install',
        'cancelled',
        'target',
        'hardware',
        'same-version',
        'version',
        'other',
      ]),
    },
    { tables: ['firmware_updates'], by: 'features/firmware' },
  ),
  /** After the position is on disk. `current`: it is the newest usable one and moves the marker. `impossible`: evidence only. */
  'position.accepted': fact(
    { deviceKey, deviceId, position, current: z.boolean(), impossible: z.boolean() },
    { tables: ['journal'], by: 'publisher' },
  ),
  /** Every position of the journal of tracks up to this row has been told. */
  'positions.journaled': fact({ journalId: z.number().int() }, { tables: ['journal'], by: 'publisher' }),
  /** An event is committed. `alarmSign` in hex and `attachments` as in SafetyAlarm; null and 0 for other events. */
  'event.stored': fact(
    {
      serialno: z.number().int(),
      deviceKey,
      code: z.number().int(),
      deviceMs: ms,
      alarmSign: z.string().nullable(),
      attachments: z.number().int(),
    },
    { tables: ['events'], by: 'publisher' },
  ),
  /** Reports that may begin or end an alarm are in the alarm journal. */
  'alarms.journaled': hint({}, 'the alarm journal'),
  /** A terminal registered with its hardware (0x0100) and was let in: it is new here, or was made new. */
  'device.enrolled': hint({ deviceKey, deviceId }, 'devices'),
  /** A device that nobody registered is no longer known: what was remembered of it may go. */
  'device.gone': hint({ deviceKey, deviceId }, 'devices'),
  /** Another terminal than before leads to this device from now on, or none does: its link has to come again. */
  'terminals.moved': hint({ deviceKey }, 'devices'),
  /** Something a list reply shows changed. */
  'device.changed': hint({ deviceKey, deviceId }, 'devices'),
  /** A device has used all data of its month, or has some again. */
  'data.limit': hint({ deviceKey }, 'the data used by the device'),
  /** People, or a command of another program, changed what is set for a device. */
  'device.edited': hint({ deviceKey, deviceId }, 'devices'),
  /** A device that nobody registered came or left. No list is made again for it. */
  'device.stranger': hint({ deviceKey, deviceId }, 'devices'),
  /** A device was told to empty a disk: what it said of its recordings before holds no longer. */
  'device.formatted': hint({ deviceKey }, 'the recordings that the device lists'),
  /** A device's clock is read in another zone from now on. */
  'device.zone': fact(
    { deviceKey, deviceId, utcOffsetMinutes: z.number().int() },
    { tables: ['devices'], by: 'publisher' },
  ),
  /** The set of devices changed: list tokens become void. */
  'devices.relisted': hint({ reason: z.enum(['registered', 'removed']) }, 'devices'),
  /** The tree of groups, or which devices are in them, changed. `link`: nothing but this device came into or went out of this group. */
  'groups.changed': fact(
    {
      link: z.strictObject({ groupId: z.number().int(), deviceKey, isIn: z.boolean() }).exactOptional(),
    },
    { tables: ['groups', 'device_groups'], by: 'publisher' },
  ),
  /**
   * These accounts see other devices than before: their groups, what lies in them, or their level changed. `deviceKeys`: those that came
   * or went for all of them; left out: any. `sameTree`: they reach the same groups as before.
   */
  'sight.changed': fact(
    {
      userIds: z.array(userId).readonly(),
      deviceKeys: z.array(deviceKey).readonly().exactOptional(),
      sameTree: z.literal(true).exactOptional(),
    },
    { tables: ['users', 'groups'], by: 'publisher' },
  ),
  /** Rights, level, groups or expiry of an account changed. It stays signed in, with what it may do now. */
  'account.changed': hint({ userId, userName }, 'accounts'),
  /** An account was removed, has expired, or its password was changed: its sessions and remembered credentials end. */
  'account.ended': hint({ userId, userName }, 'accounts'),
  /**
   * An operator's talk with one device, told whenever it changes: the newest word on a talkId and device counts. `state` as in the
   * contract's talk.ts. Times in UTC ms; `connectedMs` null: the device never dialled in; `endedMs` null: it goes on.
   */
  'talk.changed': fact(
    {
      talkId: z.string(),
      userId,
      userName,
      address: z.string(),
      mode: z.enum(['talk', 'listen', 'broadcast']),
      deviceKey,
      deviceId,
      state: z.string(),
      message: z.string(),
      startedMs: ms,
      connectedMs: ms.nullable(),
      endedMs: ms.nullable(),
      spokenMs: z.number(),
    },
    { tables: ['talk_log'], by: 'features/talk' },
  ),
  /** A viewer asked for a channel, or ended: `askedMs` is when it began. Both UTC ms. */
  'stream.asked': fact(
    {
      userName,
      deviceKey,
      deviceId,
      channel: z.number().int(),
      entrance: z.enum(streamLogEntrances),
      type: z.enum(streamLogTypes),
      askedMs: ms,
      atMs: ms,
    },
    { tables: ['stream_log'], by: 'features/stream-log' },
  ),
  /**
   * The server began to record at least one channel of a device, or ended the last one. `error`: something keeps a channel from being
   * written now; `errors`: how often that has happened since the server started.
   */
  'recording.changed': fact(
    {
      deviceKey,
      recording: z.boolean(),
      error: z.boolean().exactOptional(),
      errors: z.number().int().exactOptional(),
    },
    { live: 'the recorder' },
  ),
  /** An operator deleted recordings of a device, whole segments inside the span (UTC ms). `everything`: also footage fetched from it. */
  'recordings.deleted': fact(
    {
      deviceKey,
      deviceId,
      userName,
      fromMs: ms,
      toMs: ms,
      everything: z.boolean(),
      segments: z.number().int(),
      bytes: z.number(),
    },
    { tables: ['recording_segments'], by: 'publisher' },
  ),
  /** A driver put his card in, or took it out (null). The card itself is stored before the device is answered. */
  'driver.changed': fact(
    { deviceKey, driver: z.strictObject({ name: z.string(), licence: z.string() }).nullable() },
    { tables: ['devices'], by: 'features/device' },
  ),
  /** A file of a device is on disk. `eventSerial` null: it belongs to no event yet. */
  'file.kept': hint(
    { fileId: z.number().int(), deviceKey, eventSerial: z.number().int().nullable() },
    'the store of files',
  ),
  /** Files of an event changed, or how far asking for them is. */
  'event.files': hint({ serialno: z.number().int(), deviceKey }, 'the store of files and the requests of alarm files'),
  'settings.changed': hint({ key: z.string() }, 'settings'),
} satisfies Record<string, Kind & { schema: z.ZodObject }>;

export type Topic = keyof typeof topics;
export type Topics = { [T in Topic]: z.output<(typeof topics)[T]['schema']> };
