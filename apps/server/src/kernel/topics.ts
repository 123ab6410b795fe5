// The bus topics: name and payload of everything rooms tell each other upward. Plain values, safe to receive twice.
import type { SafetySource, StreamLogRow } from '@outrider/contract';

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

export type Topics = {
  'link.online': {
    deviceKey: number;
    deviceId: string;
    linkId: number;
    protocol: string;
    transport: 'tcp' | 'udp';
    remoteAddress: string;
    atMs: number;
  };
  'link.offline': { deviceKey: number; deviceId: string; linkId: number; reason: string; atMs: number };
  /** After the position is on disk. `current`: it is the newest usable one and moves the marker. `impossible`: evidence only. */
  'position.accepted': {
    deviceKey: number;
    deviceId: string;
    position: Position;
    current: boolean;
    impossible: boolean;
  };
  /**
   * An event is committed. `alarmSign` in hex and `attachments` as in SafetyAlarm; null and 0 for other events. A hint to look: the
   * facts are in the store of events.
   */
  'event.stored': {
    serialno: number;
    deviceKey: number;
    code: number;
    deviceMs: number;
    alarmSign: string | null;
    attachments: number;
  };
  /** Reports that may begin or end an alarm are in the alarm journal. A hint to look: the facts are there. */
  'alarms.journaled': Record<string, never>;
  /** A device that nobody registered is no longer known: what was remembered of it may go. */
  'device.gone': { deviceKey: number; deviceId: string };
  /** Another terminal than before leads to this device from now on, or none does: its link has to come again. */
  'terminals.moved': { deviceKey: number };
  /** Something a list reply shows changed. */
  'device.changed': { deviceKey: number; deviceId: string };
  /** A device's clock is read in another zone from now on. */
  'device.zone': { deviceKey: number; deviceId: string; utcOffsetMinutes: number };
  /** The set of devices changed: list tokens become void. */
  'devices.relisted': { reason: 'registered' | 'removed' };
  /**
   * The tree of groups, or which devices are in them, changed. A hint: the facts are in the store of groups. `link`: nothing but this
   * device came into or went out of this group.
   */
  'groups.changed': { link?: { groupId: number; deviceKey: number; isIn: boolean } };
  /**
   * These accounts see other devices than before: their groups, what lies in them, or their level changed. `deviceKeys`: those that came
   * or went for all of them; left out: any. `sameTree`: they reach the same groups as before.
   */
  'sight.changed': { userIds: readonly number[]; deviceKeys?: readonly number[]; sameTree?: true };
  /** Rights, level, groups or expiry of an account changed. It stays signed in, with what it may do now. */
  'account.changed': { userId: number; userName: string };
  /** An account was removed, has expired, or its password was changed: its sessions and remembered credentials end. */
  'account.ended': { userId: number; userName: string };
  /**
   * An operator's talk with one device, told whenever it changes: the newest word on a talkId and device counts. `state` as in the
   * contract's talk.ts. Times in UTC ms; `connectedMs` null: the device never dialled in; `endedMs` null: it goes on.
   */
  'talk.changed': {
    talkId: string;
    userId: number;
    userName: string;
    address: string;
    mode: 'talk' | 'listen' | 'broadcast';
    deviceKey: number;
    deviceId: string;
    state: string;
    message: string;
    startedMs: number;
    connectedMs: number | null;
    endedMs: number | null;
    spokenMs: number;
  };
  /** A viewer asked for a channel, or ended: `askedMs` is when it began. Both UTC ms. */
  'stream.asked': {
    userName: string;
    deviceKey: number;
    deviceId: string;
    channel: number;
    entrance: StreamLogRow['entrance'];
    type: StreamLogRow['type'];
    askedMs: number;
    atMs: number;
  };
  /** The server began to record at least one channel of a device, or ended the last one. */
  'recording.changed': {
    deviceKey: number;
    recording: boolean;
    /** Something keeps a channel from being written now, and how often that has happened since the server started. */
    error?: boolean;
    errors?: number;
  };
  /** An operator deleted recordings of a device, whole segments inside the span (UTC ms). `everything`: also footage fetched from it. */
  'recordings.deleted': {
    deviceKey: number;
    deviceId: string;
    userName: string;
    fromMs: number;
    toMs: number;
    everything: boolean;
    segments: number;
    bytes: number;
  };
  /** A driver put his card in, or took it out (null). */
  'driver.changed': { deviceKey: number; driver: { name: string; licence: string } | null };
  /** A file of a device is on disk. A hint: what there is, is in the file store. `eventSerial` null: it belongs to no event yet. */
  'file.kept': { fileId: number; deviceKey: number; eventSerial: number | null };
  /** Files of an event changed, or how far asking for them is. A hint: the facts are in the store of files and in the requests. */
  'event.files': { serialno: number; deviceKey: number };
  'settings.changed': { key: string };
};
export type Topic = keyof Topics;
