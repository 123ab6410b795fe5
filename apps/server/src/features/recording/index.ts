// The door of recordings: what is recorded by each device's settings, how long it is kept, and reading it back.
import { isDeepStrictEqual } from 'node:util';
import { type RecordDisks, type RecordOptions, recordDisksSetting, recordOptionsSetting } from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import { COMMAND_LINE } from '../../kernel/storage/version.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { DiskTools } from '../../kernel/storage/disk-tools.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { RecordingTap, StreamSource } from '../../media/index.ts';
import type { RecordableDevice, RecordSettings } from '../device/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { BatchBuffers } from './batch-buffers.ts';
import { type CommandKit, recordingCalls, recordingCommands } from './commands.ts';
import { createDeletion } from './deletion.ts';
import { type KeptSource, type KeptWriter, SAFE_MS } from './kept-writer.ts';
import { createKeptWriters } from './kept-writers.ts';
import { forgetRows } from './forget-rows.ts';
import type { LateIndex } from './late-index.ts';
import { type MediaPlaces, createPlaceFinder, entriesOf, hasUuid, mediaChoice } from './media-slots.ts';
import { openSlots, openStore } from './open-slots.ts';
import { keptDays, plannedChannels, type PlannedChannel } from './plan.ts';
import { Previews } from './preview.ts';
import { createReader, type RecordingReader } from './reader.ts';
import { Recorder, type RecorderKit } from './recorder.ts';
import { createRetention } from './retention.ts';
import type { SegmentLimits } from './segment-plan.ts';
import type { SegmentStorage } from './segment-storage.ts';
import type { Slots, SlotMode, Space } from './slots.ts';
import type { RecordingStore, SegmentRow } from './store.ts';
import { MinuteRates } from './minute-rate.ts';
import { WrittenRate } from './written-rate.ts';

export { checkRecordings } from './check.ts';
export { entriesOf, findPlaces, mediaChoice } from './media-slots.ts';
export { acceptRecordingFolder, checkAllRecordings } from './open-slots.ts';
export { readSlotEntry } from './slot-names.ts';
export type { KeptSource, KeptWriter } from './kept-writer.ts';
export { laneOf } from './lanes.ts';
export type { RecordingCursor, RecordingReader } from './reader.ts';
export type { StoredCodec, StoredFrame } from './segment-format.ts';
export type { PlannedChannel } from './plan.ts';
export type { SegmentRow } from './store.ts';

export type RecordingOptions = {
  node: string;
  recordFolders: readonly string[];
  recordReserve: number;
  recordSize: number;
  recordMode: SlotMode;
};

export type RecordingKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  links: LinkRegistry;
  dataFolder: string;
  options: RecordingOptions;
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  devices: Devices & {
    recordable(deviceKey: number): RecordableDevice | undefined;
    recordSettingsOf(deviceKey: number): RecordSettings;
    hasRecordSettings(deviceKey: number): boolean;
    setRecordSettings(deviceKey: number, settings: RecordSettings, by: string): Promise<void>;
    keys(): Iterable<number>;
    keyOf(deviceId: string): number | undefined;
  };
  media: { record(source: StreamSource, tap: RecordingTap): () => void };
  disks: Pick<DiskTools, 'list'>;
  limits?: SegmentLimits;
  /** Where finished segments lie; the folders themselves when left out. */
  storage?: SegmentStorage;
};

export type RecordingFeature = {
  reader: RecordingReader;
  /** Takes over what another program did to the folders. */
  reload(): Promise<void>;
  /** Records these devices, unless an operator set them otherwise, and keeps no more of them than that: the oldest goes. */
  recordBounded(deviceIds: readonly string[], bound: { days: number; maxBytes: number }): Promise<void>;
  /** Stores footage that is fetched from a device; the reader finds it under its lane. Close it. */
  keep(source: KeptSource): KeptWriter;
  /** Keeps what lies in the span from retention until then. */
  protect(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, untilMs: number): Promise<void>;
  /** Lifts that from what lies in the span and touches none of `wanted`; an hour is left to the one who reads it now. */
  unprotect(
    span: { deviceKey: number; channels: readonly number[]; fromMs: number; toMs: number },
    wanted: readonly { startMs: number; endMs: number }[],
  ): Promise<void>;
  /** Forgets rows of recordings that are gone and ended before (UTC ms); gives how many. */
  forgetRows(beforeMs: number, goesOn: () => boolean): Promise<number>;
  /** Removes what has to go now; runs by itself every minute. */
  retain(): Promise<void>;
  /** The folders that recordings go to. `minuteBytes`: what was written there in the last minute. */
  disks(): RecordingDisk[];
  /** Bytes of what was fetched from devices: what is wanted for events and downloads, and the rest. */
  fetchedBytes(): Promise<{ wanted: number; others: number }>;
  /** What of either goes first, at most `limit`; of what is wanted, nothing that may be in use. */
  oldestFetched(which: 'wanted' | 'others', limit: number): Promise<SegmentRow[]>;
  /** Removes these, and gives how many bytes are gone. */
  removeFetched(rows: readonly SegmentRow[]): Promise<number>;
  /** What is recorded of a device by its settings. */
  planned(deviceKey: number): PlannedChannel[];
  /** For how many days its recordings are kept; 0: for good. */
  keptDays(deviceKey: number): number;
  /** Bytes written each second. */
  bytesPerSecond(): number;
  /** What the recordings of each device take. */
  usage(): Promise<{ deviceKey: number; bytes: number }[]>;
  calls: CallHandler[];
  commands: CommandHandler[];
  /** Why a folder for recordings cannot be written now, or null. */
  trouble(): string | null;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export type RecordingDisk = Space & {
  folder: string;
  trouble: string | null;
  reserveMb: number;
  usedBytes: number;
  minuteBytes: number;
};

const MINUTE_MS = 60_000;
const LOOK_MS = 5000;
const LIMITS: SegmentLimits = { segmentMs: 5 * MINUTE_MS, segmentBytes: 64 * 1024 * 1024 };

const openRecorder = (
  kit: RecordingKit,
  parts: Pick<RecorderKit, 'store' | 'index' | 'slots' | 'settingsOf' | 'limits' | 'wrote'>,
): Recorder =>
  new Recorder({
    ...kit,
    ...parts,
    device: (deviceKey) => kit.devices.recordable(deviceKey),
    deviceKeys: () => kit.devices.keys(),
    record: (source, tap) => kit.media.record(source, tap),
    buffers: new BatchBuffers(),
  });

const indexMetrics = ({ waiting, dropped }: { waiting: number; dropped: number }): Record<string, number> => ({
  recording_segments_unindexed: waiting,
  recording_segments_unindexed_dropped_total: dropped,
});

const storedMetrics = (
  index: Parameters<typeof indexMetrics>[0],
  slots: Slots,
  usage: { inAll: () => number },
  rate: Pick<WrittenRate, 'perSecond'>,
): Record<string, number> => ({
  ...indexMetrics(index),
  recording_bytes_per_second: rate.perSecond(),
  recording_bytes_used: usage.inAll(),
  recording_folders_in_trouble: slots.inTrouble().length,
});

/** Opened before anything is recorded. */
export const recordingFeature = async (kit: RecordingKit): Promise<RecordingFeature> => {
  const { db, clock, log, synced, limits = LIMITS } = kit;
  const media = mediaOf(kit);
  const first = await media.find();
  const store = await openStore(db, kit.options.node, entriesOf(first), log);
  const rate = new WrittenRate(clock);
  const minutes = new MinuteRates(clock);
  const { slots, marks, index, usage, mend, change } = await openSlots(kit, store, rate, first);
  const settingsOf = (key: number): RecordSettings => kit.devices.recordSettingsOf(key);
  const wrote = (slot: string, bytes: number): void => {
    usage.count(slot, bytes);
    rate.add(bytes);
    minutes.add(slot, bytes);
  };
  const recorder = openRecorder(kit, { store, index, slots, settingsOf, limits, wrote });
  const options = recordOptionsOf(kit.settings);
  const removed = (slot: string, bytes: number): void => usage.count(slot, -bytes);
  const retention = createRetention({ store, clock, log, slots, synced, days: options.days, settingsOf, removed });
  await retention.resume();
  recorder.considerAll(); // devices connect as soon as the gateway listens

  const work = createWork(log);
  const retain = (): Promise<void> => work.run('retention failed', () => retention.run());
  const timers = lookAround(clock, work, { retention, index, mend, retain });
  const leave = (): Promise<void> => recorder.leaveSlots();
  const places = createPlaces({ kit, media, work, first, retention, change: (now) => change(now, leave) });
  const reader = createReader({ store, recorder, storage: slots.storage });
  const previews = new Previews(reader, clock);
  const writers = createKeptWriters({ clock, log, store, index, slots, limits, wrote });
  const removeMarked = (): void => void work.run('recordings not removed', () => retention.resume());
  const nowMs = (): number => clock.now();
  const abandonFetched = (key: number) => writers.abandon(key);
  const remove = createDeletion({ ...kit, store, recorder, abandonFetched, nowMs, removeMarked });
  return {
    reader,
    reload: () => marks.load(),
    recordBounded: (...asked) => recordBounded(kit, retention, ...asked),
    keep: (source) => writers.keep(source),
    retain,
    disks: () => disksOf(slots, usage.bytes, minutes),
    ...keptOf(store, nowMs, () => slots.readOnlyFolders()),
    removeFetched: (rows) => work.take(() => retention.removeFetched(rows)),
    planned: (deviceKey) => plannedOf(kit.devices, deviceKey),
    keptDays: (deviceKey) => keptDays(settingsOf(deviceKey), options.days()),
    bytesPerSecond: () => rate.perSecond(),
    ...answersOf({ ...kit, reader, store, remove, previews }, options.calls),
    trouble: () => slots.trouble() ?? lateText(index.waiting),
    metrics: () => ({ ...recorder.metrics(), ...previews.metrics(), ...storedMetrics(index, slots, usage, rate) }),
    close: async () => {
      options.close();
      places.close();
      for (const timer of timers) timer.cancel();
      await recorder.close();
      await index.retry();
      await work.idle();
    },
  };
};

/** What was fetched within the hour may be in use: nobody has said yet for how long it is wanted. */
const keptOf = (
  store: RecordingStore,
  nowMs: () => number,
  readOnly: () => string[],
): Pick<RecordingFeature, 'protect' | 'unprotect' | 'usage' | 'fetchedBytes' | 'oldestFetched'> => ({
  protect: (...asked) => store.protect(...asked),
  unprotect: (span, wanted) => store.unprotect(span, wanted, nowMs() + SAFE_MS),
  usage: () => store.usage(),
  fetchedBytes: () => store.fetchedBytes(nowMs()),
  oldestFetched: (which, limit) =>
    which === 'wanted'
      ? store.fetchedUntil(nowMs() + SAFE_MS, Number.MAX_SAFE_INTEGER, limit, readOnly())
      : store.fetchedUntil(0, nowMs(), limit, readOnly()),
});

const disksOf = (slots: Slots, usedBytes: (folder: string) => number, minutes: MinuteRates): RecordingDisk[] =>
  slots.all.map((slot) => ({
    folder: slot.folder,
    trouble: slot.trouble,
    reserveMb: slots.reserveMb,
    ...slots.spaceOf(slot),
    usedBytes: usedBytes(slot.folder),
    minuteBytes: minutes.perMinute(slot.folder),
  }));

type Around = {
  retention: Pick<ReturnType<typeof createRetention>, 'keepRoom'>;
  index: Pick<LateIndex, 'retry'>;
  mend: () => Promise<void>;
  retain: () => Promise<void>;
};
/** What is done again and again while the server runs. */
const lookAround = (clock: Clock, work: ReturnType<typeof createWork>, { retention, index, mend, retain }: Around) => [
  clock.every(MINUTE_MS, () => void retain()),
  clock.every(LOOK_MS, () => {
    void work.run('recording folders not looked at', () => retention.keepRoom());
    void work.run('recordings not put into the index', () => index.retry());
    void work.run('recordings not mended', mend);
  }),
];

const plannedOf = (devices: RecordingKit['devices'], deviceKey: number): PlannedChannel[] => {
  const device = devices.recordable(deviceKey);
  return device === undefined ? [] : plannedChannels(devices.recordSettingsOf(deviceKey), device);
};

const lateText = (waiting: number): string | null =>
  waiting === 0
    ? null
    : `${waiting} recordings wait for the database: they are on disk, and shown when it can be written again`;

const recordBounded = async (
  { devices }: RecordingKit,
  retention: Pick<ReturnType<typeof createRetention>, 'bound'>,
  deviceIds: readonly string[],
  { days, maxBytes }: { days: number; maxBytes: number },
): Promise<void> => {
  const keys = deviceIds.flatMap((id) => devices.keyOf(id) ?? []);
  retention.bound(keys, maxBytes);
  for (const key of keys.filter((each) => !devices.hasRecordSettings(each)))
    // oxlint-disable-next-line no-await-in-loop -- two or three
    await devices.setRecordSettings(key, { enable: 1, plan: '', audio: 3, days }, COMMAND_LINE);
};

/** What somebody chose last, while it is followed. */
const mediaOf = (kit: Pick<RecordingKit, 'settings' | 'options' | 'disks' | 'dataFolder' | 'log'>) => {
  const { settings, options } = kit;
  const find = createPlaceFinder(kit);
  let chosen: RecordDisks | undefined;
  let hear: (() => void) | undefined;
  const close = settings.follow(recordDisksSetting, (disks) => {
    chosen = disks;
    hear?.();
  });
  return {
    find: (): Promise<MediaPlaces> => find(mediaChoice(chosen, options)),
    hasUuid: (): boolean => hasUuid(mediaChoice(chosen, options)),
    onChange: (action: () => void): void => void (hear = action),
    close,
  };
};

type PlacesKit = {
  kit: RecordingKit;
  media: ReturnType<typeof mediaOf>;
  work: ReturnType<typeof createWork>;
  first: MediaPlaces;
  change: (now: MediaPlaces) => Promise<void>;
  retention: Pick<ReturnType<typeof createRetention>, 'resume'>;
};
/** Has recordings follow what is chosen, and disks to where they are mounted now. */
const createPlaces = ({ kit, media, work, first, change, retention }: PlacesKit) => {
  let now: MediaPlaces | undefined = first;
  const follow = (): void =>
    void work.run('recordings do not go where they should', async () => {
      const next = await media.find();
      if (isDeepStrictEqual(next, now)) return;
      now = undefined; // where it fails it is tried again
      await change(next);
      now = next;
      await retention.resume(); // what was to go from a slot that was only read
    });
  media.onChange(follow);
  const timer = kit.clock.every(MINUTE_MS, () => {
    if (now === undefined || media.hasUuid()) follow();
  });
  return {
    close(): void {
      media.close();
      timer.cancel();
    },
  };
};

/** For how many days recordings are kept where the device says nothing else; counts with the next look, each minute. */
const recordOptionsOf = (settings: RecordingKit['settings']) => {
  let chosen: RecordOptions = { recorddays: 0 };
  const close = settings.follow(recordOptionsSetting, (options = chosen) => {
    chosen = options;
  });
  return { days: () => chosen.recorddays, calls: settingCalls(settings, recordOptionsSetting, () => chosen), close };
};

const answersOf = (kit: CommandKit & Parameters<typeof forgetRows>[0], more: readonly CallHandler[]) => ({
  calls: [...recordingCalls(kit), ...more],
  commands: recordingCommands(kit),
  forgetRows: (beforeMs: number, goesOn: () => boolean) => forgetRows(kit, beforeMs, goesOn),
});

/** Background work, one piece after the other; a failure is logged. */
const createWork = (log: Log) => {
  const turns = new InTurn();
  return {
    run: (failure: string, action: () => Promise<void>): Promise<void> =>
      turns.attempt(action, (err) => log.error(failure, { err })),
    take: <T>(action: () => Promise<T>): Promise<T> => turns.run(action),
    idle: (): Promise<void> => turns.idle(),
  };
};
