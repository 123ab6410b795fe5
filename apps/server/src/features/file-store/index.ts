// The door of the file store: pictures, sounds and clips of devices, on disk before they are acknowledged.
import type { FileHandle } from 'node:fs/promises';
import type { FileSink } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { Log } from '../../kernel/log.ts';
import { FileFolder } from './file-folder.ts';
import { Files } from './files.ts';
import { type FileOptions, Room } from './room.ts';
import { createFileRows, type FileQuery, type FileShare, type FileStoreRows, type StoredFile } from './store.ts';

export { checkFiles } from './check.ts';
export { hashFile } from './hash-file.ts';
export { serveFiles } from './serving.ts';
export type { FileShare, StoredFile } from './store.ts';

export type FileStoreKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  dataFolder: string;
  options: FileOptions;
  synced: () => Promise<void>;
  /** Files of devices that nobody registered are refused: strangers must not fill the disk. */
  isRegistered: (deviceKey: number) => boolean;
};

export type FileStore = {
  /** Where files of devices go. */
  sink: FileSink;
  /** Newest first. Whether the caller may see the device is decided before. */
  list(asked: FileQuery): Promise<StoredFile[]>;
  /** Photos that came from these devices since then (UTC, milliseconds), the first first, at most `limit`. */
  /** The files of a device under these identities. */
  identified(deviceKey: number, identities: readonly string[]): Promise<ReadonlyMap<string, number>>;
  photosSince(deviceKeys: readonly number[], receivedMs: number, limit: number): Promise<StoredFile[]>;
  /** A file that is kept; undefined for one that is not, or not any more. */
  byId(fileId: number): Promise<StoredFile | undefined>;
  /** Where its bytes lie; undefined: nowhere. */
  find(file: StoredFile): Promise<string | undefined>;
  /** The same opened, for who reads it over a while; undefined: it lies nowhere. */
  open(file: StoredFile): Promise<FileHandle | undefined>;
  /** Bytes of a share of the files. */
  usedBytes(share: FileShare): Promise<number>;
  /** What of a share goes first, at most `limit`: unprotected files, by when they came. */
  oldestOf(share: FileShare, limit: number): Promise<StoredFile[]>;
  /** Removes these, and gives how many are gone. */
  retire(files: readonly StoredFile[]): Promise<number>;
  /** The file belongs to this event from now on, and to no other. */
  link(file: Pick<StoredFile, 'id' | 'deviceKey'>, eventSerial: number): Promise<void>;
  /** The same, but only where it belongs to none yet. */
  linkLoose(file: Pick<StoredFile, 'id' | 'deviceKey'>, eventSerial: number): Promise<void>;
  /** Those of these events that have a protected file. */
  protectedOf(eventSerials: readonly number[]): Promise<number[]>;
  /** The files of these events, which are gone, belong to none from now on. */
  unlink(eventSerials: readonly number[]): Promise<void>;
  /** Neither age nor want of room removes the file before then (UTC, milliseconds); 0 ends the protection. */
  protect(fileId: number, untilMs: number): Promise<void>;
  /** Removes the files of devices that were dropped, from the disk as well. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** What a stop left among the incoming files: what a row names is kept, the rest was never acknowledged. */
const tidy = async (folder: FileFolder, rows: ReturnType<typeof createFileRows>, log: Log): Promise<void> => {
  for (const path of await folder.incoming()) {
    // oxlint-disable-next-line no-await-in-loop -- a few, at the start
    const row = await rows.names(path);
    // oxlint-disable-next-line no-await-in-loop
    await (row === undefined ? folder.removeIncoming(path) : folder.settle(path)).catch((err: unknown) =>
      log.error('incoming file not tidied', { path, err }),
    );
  }
};

/** Gives the event that it belonged to. Where somebody else moves it meanwhile it is looked at once more. */
const moveTo = async (rows: FileStoreRows, id: number, eventSerial: number): Promise<number | null> => {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- once, as a rule
    const file = await rows.byId(id);
    // oxlint-disable-next-line no-await-in-loop
    if (file === undefined || (await rows.link(id, file.eventSerial, eventSerial))) return file?.eventSerial ?? null;
  }
};

export const fileStoreFeature = async (kit: FileStoreKit): Promise<FileStore> => {
  const { bus, log } = kit;
  const rows = createFileRows(kit.db);
  const folder = await FileFolder.open(kit.dataFolder);
  await tidy(folder, rows, log);
  const changed = ({ eventSerial: serialno, deviceKey }: Pick<StoredFile, 'eventSerial' | 'deviceKey'>): void => {
    if (serialno !== null) bus.publish('event.files', { serialno, deviceKey });
  };
  const room = await Room.open({ ...kit, rows, folder, removed: changed });
  const files = new Files({
    ...kit,
    rows,
    folder,
    room,
    kept: (file) => {
      const { id, deviceKey, eventSerial } = file;
      bus.publish('file.kept', { fileId: id, deviceKey, eventSerial });
      changed(file);
    },
  });
  return {
    sink: files,
    list: (asked) => rows.list(asked),
    photosSince: (...asked) => rows.photosSince(...asked),
    identified: async (deviceKey, identities) => {
      const found = identities.length === 0 ? [] : await rows.identified(deviceKey, identities);
      return new Map(found.map(({ id, identity }) => [identity, id]));
    },
    usedBytes: (share) => rows.usedBytes(share),
    oldestOf: (...asked) => room.oldestOf(...asked),
    retire: (old) => room.retireOldest(old),
    byId: (fileId) => rows.byId(fileId),
    find: (file) => folder.find(file.path),
    open: (file) => folder.read(file.path),
    link: async ({ id, deviceKey }, eventSerial) => {
      const before = await moveTo(rows, id, eventSerial);
      // Both show other files from now on.
      for (const serial of new Set([eventSerial, before])) changed({ deviceKey, eventSerial: serial });
    },
    linkLoose: async ({ id, deviceKey }, eventSerial) => {
      if (await rows.link(id, null, eventSerial)) changed({ deviceKey, eventSerial });
    },
    protectedOf: (eventSerials) => rows.protectedEvents(eventSerials, kit.clock.now()),
    unlink: (eventSerials) => rows.unlink(eventSerials),
    protect: (fileId, untilMs) => rows.protect(fileId, untilMs),
    forgetDevices: (deviceKeys) => room.removeOf(deviceKeys),
    metrics: () => ({
      files_kept_total: files.stored,
      files_repeated_total: files.repeated,
      files_refused_total: files.refused,
      files_retired_total: room.retired,
      files_open: files.openCount,
      files_bytes: room.usedBytes,
    }),
    close: async () => {
      await files.close();
      await room.close();
    },
  };
};
