// For tests: a file store on a real disk and a real database.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NewFile } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock, type ManualClock } from '../../kernel/manual-clock.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import { type FileStore, fileStoreFeature } from './index.ts';
import type { FileOptions } from './room.ts';
import { createFileRows } from './store.ts';

type Rows = ReturnType<typeof createFileRows>;
export type Scene = {
  rows: Rows;
  folder: string;
  clock: ManualClock;
  bus: Bus;
  store: FileStore;
  close: () => Promise<void>;
  refuseWrites: (reason: string | null) => void;
};

export const openFileStore = async (
  { opened, bus }: { opened: OpenDatabase; bus: Bus },
  folder: string,
  options: Partial<FileOptions> = {},
  synced?: () => Promise<void>,
): Promise<Scene> => {
  const clock = createManualClock();
  const store = await fileStoreFeature({
    db: opened.db,
    bus,
    clock,
    log: silentLog,
    dataFolder: folder,
    options: { fileDays: 30, fileSize: 100, fileFull: 'oldest', ...options },
    synced: synced ?? (() => opened.synced()),
    isRegistered: (deviceKey) => deviceKey !== 99,
  });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await store.close();
    await opened.close();
  };
  const refuseWrites = (reason: string | null): void => opened.refuseWrites(reason);
  return { rows: createFileRows(opened.db), folder, clock, bus, store, close, refuseWrites };
};

export const photo = (changes: Partial<NewFile> = {}): NewFile => ({
  deviceKey: 1,
  kind: 'photo',
  channel: 2,
  takenAtMs: 1_767_225_600_000,
  name: 'picture.jpg',
  source: 'test',
  ...changes,
});
export const bytesOf = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * 31 + seed) & 0xff));
export const put = async (store: FileStore, file: NewFile, bytes: Uint8Array) => {
  const incoming = await store.sink.begin(file);
  await incoming.write(0, bytes);
  return incoming.finish();
};
export const all = (store: FileStore) => store.list({ limit: 1000 });
export const onDisk = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
