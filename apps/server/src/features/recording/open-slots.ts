// The folders that recordings go to, with how much lies in each: opened and mended at a start, and changed while the server runs.
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { Log } from '../../kernel/log.ts';
import { checkRecordings, type RecordingCheck } from './check.ts';
import { openSlotNames, placeSlots } from './find-slots.ts';
import { acceptFolder, FolderMarks } from './folder-marks.ts';
import { LateIndex } from './late-index.ts';
import { type MediaPlaces, entriesOf } from './media-slots.ts';
import { mendSlot } from './mend.ts';
import { isBeingWritten } from './segment-file.ts';
import type { SegmentStorage } from './segment-storage.ts';
import type { SlotEntry } from './slot-names.ts';
import { Slots } from './slots.ts';
import { createRecordingStore, type RecordingStore } from './store.ts';
import { createSlotStore } from './store/slots.ts';
import type { WrittenRate } from './written-rate.ts';

export type OpenSlotsKit = {
  clock: Clock;
  log: Log;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  options: { recordReserve: number; recordSize: number };
  storage?: SegmentStorage;
};

export const openStore = async (
  db: Database,
  node: string,
  entries: readonly SlotEntry[],
  log?: Log,
): Promise<RecordingStore> => createRecordingStore(db, await openSlotNames(createSlotStore(db), node, entries, log));

/** Takes a folder as it is now: whatever lies there, or does not. For commands. */
export const acceptRecordingFolder = async (
  db: Database,
  node: string,
  entries: readonly SlotEntry[],
  folder: string,
): Promise<string> => acceptFolder(await openStore(db, node, entries), folder);

/** Reads every recording, as the server would find it. For commands. */
export const checkAllRecordings = async (
  db: Database,
  node: string,
  entries: readonly SlotEntry[],
): Promise<RecordingCheck> => {
  await openStore(db, node, entries);
  return checkRecordings(db, { folders: entries.map(({ folder }) => folder), node });
};

/** Rows of another node are not read, mended or removed here. */
const warnOfNodes = async (store: RecordingStore, log: Log): Promise<void> => {
  const { names } = store;
  const others = (await store.nodes()).filter((node) => node !== names.node);
  if (others.length > 0) log.warn('recordings of other nodes are not played here', { node: names.node, others });
};

/** How many bytes of recordings lie in each folder. */
const createUsage = (store: RecordingStore) => {
  const used = new Map<string, number>();
  const bytes = (folder: string): number => used.get(folder) ?? 0;
  return {
    bytes,
    /** Of one that was not read nothing is known: reading it counts this too. */
    count(folder: string, more: number): void {
      if (used.has(folder)) used.set(folder, bytes(folder) + more);
    },
    /** Reads what lies in those that are new. */
    async read(folders: readonly string[]): Promise<void> {
      for (const folder of folders)
        // oxlint-disable-next-line no-await-in-loop -- a handful
        if (!used.has(folder)) used.set(folder, await store.slotBytes(folder));
    },
    inAll: (): number => [...used.values()].reduce((sum, each) => sum + each, 0),
  };
};

type MendingKit = { kit: OpenSlotsKit; store: RecordingStore; slots: Slots; index: LateIndex };
/** Mends what a kill or a failure left in folders; never in one that is only read. What is not mended today is tried again. */
const createMending = ({ kit: { log, synced }, store, slots, index }: MendingKit) => {
  const isBusy = (openFile: string): boolean => isBeingWritten(openFile) || index.holds(openFile);
  const waiting = new Set<string>();
  return {
    add: (folders: readonly string[]): void => folders.forEach((folder) => waiting.add(folder)),
    async run(): Promise<void> {
      for (const folder of slots.takeRecovered()) waiting.add(folder);
      const folders = slots.all.map(({ folder }) => folder);
      for (const folder of waiting)
        // oxlint-disable-next-line no-await-in-loop -- one folder after the other
        if (await mendSlot({ store, log, storage: slots.storage, synced, folders, isBusy }, folder))
          waiting.delete(folder);
    },
  };
};

const writableOf = ({ places }: MediaPlaces): string[] =>
  places.filter(({ readOnly, missing }) => !readOnly && missing === null).map(({ folder }) => folder);

/** The folders, with how many bytes of recordings each holds. Mends what a kill left in them. */
export const openSlots = async (kit: OpenSlotsKit, store: RecordingStore, rate: WrittenRate, first: MediaPlaces) => {
  const { clock, log, options } = kit;
  await warnOfNodes(store, log);
  const marks = new FolderMarks(store);
  await marks.load();
  const usage = createUsage(store);
  const slots = new Slots({
    ...first,
    reserveMb: options.recordReserve,
    sizeMb: options.recordSize,
    clock,
    log,
    usedBytes: usage.bytes,
    bytesPerSecond: () => rate.perSecond(),
    ...(kit.storage && { storage: kit.storage }),
    checkFolder: (folder, readOnly) => marks.check(folder, usage.bytes(folder) > 0, readOnly),
  });
  const index = new LateIndex({ ...kit, store, storage: slots.storage });
  const mending = createMending({ kit, store, slots, index });
  const take = async (media: MediaPlaces): Promise<void> => {
    mending.add(writableOf(media));
    await mending.run(); // before anything else uses them
    await usage.read(entriesOf(media).map(({ folder }) => folder));
    await slots.look();
  };
  await take(first);
  /** Folders that were taken and are written to since. */
  const taken = new Set(writableOf(first));
  return {
    slots,
    marks,
    index,
    usage,
    mend: () => mending.run(),
    /** Goes on in other folders, or the same otherwise. `use` is called once they count. */
    change: async (media: MediaPlaces, use: () => Promise<void>): Promise<void> => {
      const next = new Set(writableOf(media));
      await placeSlots(store, store.names, entriesOf(media), log);
      await marks.load();
      slots.use(media.places, media.mode);
      for (const folder of taken) if (!next.has(folder)) taken.delete(folder);
      await use();
      log.info('recordings go to other folders', {
        folders: media.places.map(({ folder }) => folder),
        mode: media.mode,
      });
      await take({ ...media, places: media.places.filter(({ folder }) => !taken.has(folder)) });
      for (const folder of next) taken.add(folder); // last: where it fails they are taken at the next change
    },
  };
};
