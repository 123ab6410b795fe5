// The door of the device feature: the directory of devices, who may connect as which, and what the console asks about them.
import type { ClockOff, DeviceEditorRecord, FleetMember } from '@outrider/contract';
import type { TerminalDirectory } from '../../gateway/index.ts';
import type { Access, Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position } from '../../kernel/topics.ts';
import type { TrackJournal } from '../position/index.ts';
import { deviceCalls } from './calls.ts';
import { deviceCommands } from './commands.ts';
import { DroppedDevices, type KeepsOfDevices } from './dropped-devices.ts';
import { ClockWatch } from './clock-watch.ts';
import { DayBook } from './day-book.ts';
import { DayKeeper } from './day-keeper.ts';
import type { DeviceDirectory } from './directory.ts';
import { listen } from './listeners.ts';
import { LiveUpdates } from './live-updates.ts';
import { type DeviceDefaults, mainChannelsOf, recordEnableOf } from './edit.ts';
import { channelsOf, type StoredDevice } from './record.ts';
import { type DeviceRegistry, devicesSeen, type FoundDevices } from './registry.ts';
import { DeviceService } from './service.ts';

export type { KeepsOfDevices } from './dropped-devices.ts';
export { type DeviceRegistry, devicesSeen, openRegistry } from './registry.ts';
import { shownOffset } from './place-zone.ts';

export { shownOffset, shownOffsetAt } from './place-zone.ts';
export { changeByCommand, type CommandChange, keyOfDevice } from './store.ts';

export type DeviceKit = {
  registry: DeviceRegistry;
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  /** The drawn positions of a device as JSON, for the sums of its day. Unix seconds, both ends included. */
  trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
  defaults: DeviceDefaults;
  /** Where the sums of days are kept, and counted on from after a start. */
  journal: TrackJournal;
};

export type DeviceFeature = FoundDevices & {
  terminals: TerminalDirectory;
  keyOf(id: string): number | undefined;
  isRegistered(deviceKey: number): boolean;
  /** For events: whose they are, in which zone its clock runs and by which its times are shown. Undefined: no such device. */
  clockOf(deviceKey: number):
    | {
        id: string;
        /** What people call the vehicle. */
        memo: string;
        registered: boolean;
        utcOffsetMinutes: number;
        placeZone: string | null;
        videoLossIntervalS: number;
        /** The camera that looks at the driver. */
        dsmChannel: number;
      }
    | undefined;
  /** Devices that have days of their own for events, by these days. */
  withEventDays(): Map<number, number[]>;
  /** The sound of a channel may be heard: not with recaudio -1, and with a single source that of the talk channel only. */
  hasSound(deviceKey: number, channel: number): boolean;
  /** For plans that fetch: its channels, its clock at that moment, and its ignition now. Undefined: not registered. */
  planned(
    deviceKey: number,
    atMs: number,
  ): { channels: readonly number[]; utcOffsetMinutes: number; accOn: boolean } | undefined;
  /** For recordings. Undefined: no such device. */
  recordable(deviceKey: number): RecordableDevice | undefined;
  /** What of it is recorded; of one that is not there what the configuration says. */
  recordSettingsOf(deviceKey: number): RecordSettings;
  /** Somebody decided what of it is recorded. */
  hasRecordSettings(deviceKey: number): boolean;
  setRecordSettings(deviceKey: number, settings: RecordSettings, by: string): Promise<void>;
  /** A terminal of this number is the device. */
  isNamed(deviceKey: number, terminalId: string): boolean;
  keys(): Iterable<number>;
  /** The devices that have a link now, and from where. */
  linked(): { deviceKey: number; address: string }[];
  /** The registered devices a caller may see. */
  visible(caller: Caller): { key: number; id: string }[];
  /** Also those that are not registered, while they are connected. */
  sighted(caller: Caller): { key: number; id: string }[];
  registered(): { key: number; id: string }[];
  /** What people call each registered device that a caller may see. */
  named(caller: Caller): { key: number; id: string; driver: string; vehicleId: string; plate: string }[];
  /** The driver that people named for each registered device that a caller may see, '' where nobody did. */
  drivers(caller: Caller): { key: number; id: string; driverName: string; updatedMs: number }[];
  /** What a device called itself when it registered. */
  registeredAs(deviceKey: number): { manufacturer: string; model: string };
  /** Who a device is, with its plate as people set it, if they did, and whether its link stands. Undefined: nobody registered it. */
  registeredDevice(deviceKey: number): { deviceId: string; plate: string; online: boolean } | undefined;
  /** What is set for each registered device that a caller may see, as far as it has the rights for it. */
  records(caller: Caller): { key: number; row: DeviceEditorRecord }[];
  /** What each device there is does now, for counting. */
  fleetMembers(): Iterable<FleetMember>;
  /** The data that a device may use in a month; undefined: no limit. */
  dataLimitOf(deviceKey: number): number | undefined;
  /** Puts back the last known position after a start. `usable`: it may be drawn. */
  restore(deviceKey: number, position: Position, usable: boolean): void;
  /** The sums of days as they were before the start. After `restore`, before devices are let in. */
  restoreDays(): Promise<void>;
  /** Devices whose clock is off by what another zone would explain. */
  clocksOff(): ClockOff[];
  /** From now on these rooms remove what they keep of devices that are dropped, and of those dropped before. */
  cleanUpIn(rooms: readonly KeepsOfDevices[]): void;
  /** Takes over what other programs changed. */
  reload(): Promise<void>;
  calls: CallHandler[];
  commands: CommandHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export type RecordableDevice = {
  deviceKey: number;
  deviceId: string;
  channels: readonly number[];
  /** Those of them that come as main stream. */
  mainChannels: readonly number[];
  talkChannel: number;
  registered: boolean;
};
/** What of a device is recorded; the values are those of its record. */
export type RecordSettings = {
  enable: Exclude<StoredDevice['recordEnable'], null>;
  plan: StoredDevice['recordPlan'];
  audio: StoredDevice['recordAudio'];
  days: StoredDevice['recordDays'];
};

const DAY_MS = 86_400_000;
/** As often as consoles poll. */
const TELL_REST_MS = 10_000;

const linkedOf = (directory: DeviceDirectory): { deviceKey: number; address: string }[] =>
  [...directory.all()].flatMap(({ key, link }) => (link === null ? [] : [{ deviceKey: key, address: link.address }]));

const countsOf = (directory: DeviceDirectory): Record<string, number> => {
  const all = [...directory.all()];
  const { waiting } = directory;
  return {
    devices: all.filter((d) => d.registered).length,
    devices_online: all.filter((d) => d.link !== null).length,
    devices_new: all.filter((d) => !d.registered).length,
    recorders_waiting: waiting.size(),
    recorders_waiting_dropped: waiting.counters.dropped,
    recorders_allowed_again: waiting.counters.allowed,
    ...directory.metrics(),
  };
};

export const deviceFeature = (kit: DeviceKit): DeviceFeature => {
  const { registry } = kit;
  const { directory, store } = registry;
  const dropped = new DroppedDevices({ ...kit, store });
  const service = new DeviceService({ directory, access: kit.access, clock: kit.clock, defaults: kit.defaults });
  const updates = new LiveUpdates({
    clock: kit.clock,
    at: (key) => directory.everAt(key),
    cursor: () => directory.cursor,
    isVisible: ({ caller }, device) => service.isVisible(caller, device),
    maySee: ({ caller }, device) => service.maySee(caller, device),
    token: ({ caller }) => directory.tokenFor(caller.userId),
  });
  const { keeper, days, restoreDays } = openDays(kit);
  const clocks = new ClockWatch();
  const deafen = listen({ bus: kit.bus, directory, days, keeper, updates, clocks });
  const sweep = kit.clock.every(DAY_MS, () => directory.sweep());
  const tellRest = kit.clock.every(TELL_REST_MS, () => directory.tellRest());
  return {
    ...devicesSeen(registry, kit.access),
    terminals: directory,
    keyOf: (id) => directory.get(id)?.key,
    ...whatIsSet(directory, kit.defaults),
    keys: () => [...directory.all()].map(({ key }) => key),
    linked: () => linkedOf(directory),
    clockOf: (deviceKey) => directory.at(deviceKey),
    isNamed: (deviceKey, terminalId) => directory.at(deviceKey)?.terminals.includes(terminalId) === true,
    isRegistered: (deviceKey) => registry.isRegistered(deviceKey),
    ...listed(registry, service),
    restore: (deviceKey, position, usable) => directory.setPosition(deviceKey, position, usable),
    restoreDays,
    cleanUpIn: (rooms) => dropped.start(rooms),
    clocksOff: () => clocksOff(clocks, directory),
    reload: () => directory.reload(),
    calls: deviceCalls({ service, directory, log: kit.log }),
    commands: deviceCommands(service, directory, updates),
    metrics: () => countsOf(directory),
    close: async () => {
      sweep.cancel();
      tellRest.cancel();
      updates.close();
      days.close();
      deafen();
      await keeper.keep();
      await dropped.close();
    },
  };
};

const recordableOf = (device: StoredDevice): Omit<RecordableDevice, 'mainChannels'> => {
  const { key: deviceKey, id: deviceId, registered, talkChannel } = device;
  return { deviceKey, deviceId, registered, talkChannel, channels: channelsOf(device) };
};

const withEventDays = (directory: DeviceDirectory): Map<number, number[]> => {
  const own = [...directory.all()].filter(({ eventDays }) => eventDays > 0);
  const byDays = Map.groupBy(own, ({ eventDays }) => eventDays);
  return new Map([...byDays].map(([days, devices]) => [days, devices.map(({ key }) => key)]));
};

const hasSound = (device: StoredDevice | undefined, channel: number): boolean => {
  if (device === undefined || device.recordAudio === -1) return false;
  return device.recordAudio >= 2 || device.talkChannel === channel;
};

const listed = (
  registry: DeviceRegistry,
  service: DeviceService,
): Pick<
  DeviceFeature,
  | 'visible'
  | 'sighted'
  | 'registered'
  | 'named'
  | 'drivers'
  | 'registeredAs'
  | 'registeredDevice'
  | 'records'
  | 'dataLimitOf'
  | 'fleetMembers'
> => ({
  visible: (caller) => [...service.visible(caller)].filter((d) => d.registered).map(({ key, id }) => ({ key, id })),
  sighted: (caller) => [...service.visible(caller)].map(({ key, id }) => ({ key, id })),
  registered: () => [...registry.registered()].map(({ key, id }) => ({ key, id })),
  named: (caller) =>
    [...service.visible(caller)]
      .filter((device) => device.registered)
      .map((device) => ({
        key: device.key,
        id: device.id,
        driver: device.driverName || (device.driver?.name ?? ''),
        vehicleId: device.memo,
        plate: device.plate,
      })),
  drivers: (caller) =>
    [...service.visible(caller)]
      .filter((device) => device.registered)
      .map(({ key, id, driverName, updatedMs }) => ({ key, id, driverName, updatedMs })),
  registeredAs: (deviceKey) => registry.directory.at(deviceKey) ?? { manufacturer: '', model: '' },
  registeredDevice(deviceKey) {
    const device = registry.directory.at(deviceKey);
    if (device?.registered !== true) return undefined;
    return { deviceId: device.id, plate: device.plate, online: device.link !== null };
  },
  records: (caller) => service.records(caller),
  fleetMembers: () => fleetMembers(registry.directory),
  dataLimitOf: (deviceKey) => dataLimitOf(registry.directory.at(deviceKey)),
});

function* fleetMembers(directory: DeviceDirectory): Iterable<FleetMember> {
  for (const { registered, recording, link, fix } of directory.all())
    yield { registered, recording, online: link !== null, speedKmh: fix?.speedKmh ?? 0 };
}

const KB = 1024;

/** Bytes. A limit of nothing is none: somebody left the field empty. */
const dataLimitOf = (device: StoredDevice | undefined): number | undefined =>
  device?.dataLimited === true && device.dataLimitKb > 0 ? device.dataLimitKb * KB : undefined;

const NOTHING_SET = { recordEnable: null, recordPlan: '', recordAudio: 3, recordDays: 0 } as const;

/** What rooms ask of the record of a device. */
const whatIsSet = (
  directory: DeviceDirectory,
  defaults: DeviceDefaults,
): Pick<
  DeviceFeature,
  | 'planned'
  | 'recordable'
  | 'recordSettingsOf'
  | 'hasRecordSettings'
  | 'setRecordSettings'
  | 'hasSound'
  | 'withEventDays'
> => ({
  withEventDays: () => withEventDays(directory),
  hasSound: (deviceKey, channel) => hasSound(directory.at(deviceKey), channel),
  planned: (deviceKey, atMs) => {
    const device = directory.at(deviceKey);
    if (device?.registered !== true) return undefined;
    const { channels } = recordableOf(device);
    return { channels, utcOffsetMinutes: shownOffset(device, atMs), accOn: device.position?.accOn ?? false };
  },
  recordable: (deviceKey) => {
    const device = directory.at(deviceKey);
    return device && { ...recordableOf(device), mainChannels: mainChannelsOf(device, defaults) };
  },
  recordSettingsOf: (deviceKey) => {
    const device = directory.at(deviceKey) ?? NOTHING_SET;
    const { recordPlan: plan, recordAudio: audio, recordDays: days } = device;
    return { enable: recordEnableOf(device, defaults), plan, audio, days };
  },
  hasRecordSettings: (deviceKey) => (directory.at(deviceKey)?.recordEnable ?? null) !== null,
  setRecordSettings: (deviceKey, { enable, plan, audio, days }, by) =>
    directory.change(
      deviceKey,
      { recordEnable: enable, recordPlan: plan, recordAudio: audio, recordDays: days },
      { by },
    ),
});

/** The sums of days: who counts them, and who keeps them over a start. */
const openDays = (kit: DeviceKit): { keeper: DayKeeper; days: DayBook; restoreDays: () => Promise<void> } => {
  const { directory } = kit.registry;
  const devices = { at: (key: number) => directory.at(key), all: () => directory.all() };
  const keeper = new DayKeeper({ ...kit, ...devices });
  const days = new DayBook({ ...kit, ...devices, keeper, changed: ({ key }, day) => directory.setDay(key, day) });
  const restoreDays = async (): Promise<void> => {
    days.restored(await keeper.restore());
    kit.journal.onPacking(() => keeper.keep());
  };
  return { keeper, days, restoreDays };
};

const clocksOff = (clocks: ClockWatch, directory: DeviceDirectory): ClockOff[] =>
  [...clocks.keys()].flatMap((key) => {
    const device = directory.at(key);
    const finding = device && clocks.finding(key, device.utcOffsetMinutes);
    if (device === undefined || finding === undefined) return [];
    const { id: deviceid, utcOffsetMinutes: utcoffset, updatedMs: updatetime } = device;
    return { deviceid, utcoffset, ahead: finding.aheadMinutes, suggested: finding.suggestedMinutes, updatetime };
  });
