// The door of recordings: what is recorded by each device's settings, how long it is kept, and reading it back.
import { join } from 'node:path';
import { type RecordOptions, recordOptionsSetting } from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import { COMMAND_LINE } from '../../kernel/storage/version.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { RecordingTap, StreamSource } from '../../media/index.ts';
import type { RecordableDevice, RecordSettings } from '../device/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { BatchBuffers } from './batch-buffers.ts';
import { checkRecordings, type RecordingCheck } from './check.ts';
import { type CommandKit, recordingCalls, recordingCommands } from './commands.ts';
import { createDeletion } from './deletion.ts';
import { type KeptSource, type KeptWriter, SAFE_MS } from './kept-writer.ts';
import { openSlotNames } from './find-slots.ts';
import { acceptFolder, FolderMarks } from './folder-marks.ts';
import { createKeptWriters } from './kept-writers.ts';
import { forgetRows } from './forget-rows.ts';
import { LateIndex } from './late-index.ts';
import { mendSlot } from './mend.ts';
import { keptDays, plannedChannels, type PlannedChannel } from './plan.ts';
import { Previews } from './preview.ts';
import { createReader, type RecordingReader } from './reader.ts';
import { Recorder, type RecorderKit } from './recorder.ts';
import { createRetention } from './retention.ts';
import { isBeingWritten } from './segment-file.ts';
import type { SegmentLimits } from './segment-plan.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { readSlotEntry, type SlotEntry } from './slot-names.ts';
import { Slots, type SlotMode, type Space } from './slots.ts';
import { createRecordingStore, type RecordingStore, type SegmentRow } from './store.ts';
import { createSlotStore } from './store/slots.ts';
import { MinuteRates } from './minute-rate.ts';
import { WrittenRate } from './written-rate.ts';

export { checkRecordings } from './check.ts';
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

/** The folders, with how many bytes of recordings each holds. Mends what a kill left in them. */
const openSlots = async (kit: RecordingKit, store: RecordingStore, rate: WrittenRate) => {
  await warnOfNodes(store, kit.log);
  const marks = new FolderMarks(store);
  await marks.load();
  const { clock, log, dataFolder, options } = kit;
  const folders = recordingFolders(dataFolder, options);
  const used = new Map<string, number>();
  const { recordMode: mode, recordReserve: reserveMb, recordSize: sizeMb } = options;
  const usedBytes = (folder: string): number => used.get(folder) ?? 0;
  const slots = new Slots({
    folders,
    mode,
    reserveMb,
    sizeMb,
    clock,
    log,
    usedBytes,
    bytesPerSecond: () => rate.perSecond(),
    ...(kit.storage && { storage: kit.storage }),
    checkFolder: (folder) => marks.check(folder, usedBytes(folder) > 0),
  });
  const index = new LateIndex({ store, storage: slots.storage, log });
  const isBusy = (openFile: string): boolean => isBeingWritten(openFile) || index.holds(openFile);
  const toMend = new Set(folders);
  /** What is not mended today is tried again with the next look. */
  const mend = async (): Promise<void> => {
    for (const folder of slots.takeRecovered()) toMend.add(folder);
    for (const folder of toMend)
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other
      if (await mendSlot({ store, log, storage: slots.storage, folders, isBusy }, folder)) toMend.delete(folder);
  };
  await mend(); // before anything else uses them
  for (const folder of folders) {
    // oxlint-disable-next-line no-await-in-loop
    used.set(folder, await store.slotBytes(folder));
  }
  await slots.look();
  return {
    slots,
    marks,
    index,
    mend,
    count: (folder: string, bytes: number): void => void used.set(folder, usedBytes(folder) + bytes),
    usedBytes,
    usedInAll: (): number => [...used.values()].reduce((sum, bytes) => sum + bytes, 0),
  };
};

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

type SlotOptions = Pick<RecordingOptions, 'node' | 'recordFolders'>;

const slotEntries = (dataFolder: string, { recordFolders }: SlotOptions): SlotEntry[] =>
  recordFolders.length > 0
    ? recordFolders.map(readSlotEntry)
    : [{ name: null, folder: join(dataFolder, 'recordings') }];

/** Where recordings go by these options. */
export const recordingFolders = (dataFolder: string, options: SlotOptions): string[] =>
  slotEntries(dataFolder, options).map(({ folder }) => folder);

const openStore = async (db: Database, dataFolder: string, options: SlotOptions, log?: Log): Promise<RecordingStore> =>
  createRecordingStore(
    db,
    await openSlotNames(createSlotStore(db), options.node, slotEntries(dataFolder, options), log),
  );

/** Rows of another node are not read, mended or removed here. */
const warnOfNodes = async (store: RecordingStore, log: Log): Promise<void> => {
  const { names } = store;
  const others = (await store.nodes()).filter((node) => node !== names.node);
  if (others.length > 0) log.warn('recordings of other nodes are not played here', { node: names.node, others });
};

/** Takes a folder as it is now: whatever lies there, or does not. For commands. */
export const acceptRecordingFolder = async (
  db: Database,
  dataFolder: string,
  options: SlotOptions,
  folder: string,
): Promise<string> => acceptFolder(await openStore(db, dataFolder, options), folder);

/** Reads every recording, as the server would find it. For commands. */
export const checkAllRecordings = async (
  db: Database,
  dataFolder: string,
  options: SlotOptions,
): Promise<RecordingCheck> => {
  await openStore(db, dataFolder, options);
  return checkRecordings(db, { folders: recordingFolders(dataFolder, options), node: options.node });
};

const indexMetrics = ({ waiting, dropped }: { waiting: number; dropped: number }): Record<string, number> => ({
  recording_segments_unindexed: waiting,
  recording_segments_unindexed_dropped_total: dropped,
});

/** Opened before anything is recorded. */
export const recordingFeature = async (kit: RecordingKit): Promise<RecordingFeature> => {
  const { db, clock, log, limits = LIMITS } = kit;
  const store = await openStore(db, kit.dataFolder, kit.options, log);
  const rate = new WrittenRate(clock);
  const minutes = new MinuteRates(clock);
  const { slots, marks, index, mend, count, usedBytes, usedInAll } = await openSlots(kit, store, rate);
  const settingsOf = (key: number): RecordSettings => kit.devices.recordSettingsOf(key);
  const wrote = (slot: string, bytes: number): void => {
    count(slot, bytes);
    rate.add(bytes);
    minutes.add(slot, bytes);
  };
  const recorder = openRecorder(kit, { store, index, slots, settingsOf, limits, wrote });
  const options = recordOptionsOf(kit.settings);
  const removed = (slot: string, bytes: number): void => count(slot, -bytes);
  const retention = createRetention({ store, clock, log, slots, days: options.days, settingsOf, removed });
  await retention.resume();
  recorder.considerAll(); // devices connect as soon as the gateway listens

  const work = createWork(log);
  const retain = (): Promise<void> => work.run('retention failed', () => retention.run());
  const timers = lookAround(clock, work, { retention, index, mend, retain });
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
    protect: (...asked) => store.protect(...asked),
    unprotect: (span, wanted) => store.unprotect(span, wanted, clock.now() + SAFE_MS),
    retain,
    disks: () => disksOf(slots, usedBytes, minutes),
    ...fetchedOf(store, nowMs),
    removeFetched: (rows) => work.take(() => retention.removeFetched(rows)),
    planned: (deviceKey) => plannedOf(kit.devices, deviceKey),
    keptDays: (deviceKey) => keptDays(settingsOf(deviceKey), options.days()),
    bytesPerSecond: () => rate.perSecond(),
    usage: () => store.usage(),
    ...answersOf({ ...kit, reader, store, remove, previews }, options.calls),
    trouble: () => slots.trouble() ?? lateText(index.waiting),
    metrics: () => ({
      ...recorder.metrics(),
      ...previews.metrics(),
      ...indexMetrics(index),
      recording_bytes_per_second: rate.perSecond(),
      recording_bytes_used: usedInAll(),
      recording_folders_in_trouble: slots.inTrouble().length,
    }),
    close: async () => {
      options.close();
      for (const timer of timers) timer.cancel();
      await recorder.close();
      await index.retry();
      await work.idle();
    },
  };
};

/** What was fetched within the hour may be in use: nobody has said yet for how long it is wanted. */
const fetchedOf = (
  store: RecordingStore,
  nowMs: () => number,
): Pick<RecordingFeature, 'fetchedBytes' | 'oldestFetched'> => ({
  fetchedBytes: () => store.fetchedBytes(nowMs()),
  oldestFetched: (which, limit) =>
    which === 'wanted'
      ? store.fetchedUntil(nowMs() + SAFE_MS, Number.MAX_SAFE_INTEGER, limit)
      : store.fetchedUntil(0, nowMs(), limit),
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
