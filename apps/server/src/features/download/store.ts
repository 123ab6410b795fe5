// The table downloads. The only file that knows it.
import { type Database, flag, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import type { DownloadFailure } from './file-request.ts';

export type DownloadState = 'making' | 'done' | 'failed';
export type StoredDownload = {
  /** Of ours; the name of its file. */
  id: string;
  userId: number;
  fileKey: string;
  deviceKey: number;
  /** UTC ms. */
  startMs: number;
  endMs: number;
  createdMs: number;
  state: DownloadState;
  message: string;
  /** '': none. */
  fault: DownloadFailure | '';
  bytes: number;
  fetched: boolean;
};

export type DownloadStore = {
  all(): Promise<StoredDownload[]>;
  /** Adds it, or brings it up to date. */
  put(download: StoredDownload): Promise<void>;
  remove(id: string): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

const columns = {
  state: oneOf<DownloadState>(['making', 'done', 'failed'], 'failed'),
  fault: oneOf<DownloadFailure | ''>(['', 'BACKUP FAIL', 'CREATE FAIL'], ''),
  fetched: flag,
};
type Tables = { downloads: Row<StoredDownload, typeof columns> };

/** Whatever else is known of it stays behind. */
const rowOf = (download: StoredDownload): StoredDownload => {
  const { id, userId, fileKey, deviceKey, startMs, endMs, createdMs, state, message, fault, bytes, fetched } = download;
  return { id, userId, fileKey, deviceKey, startMs, endMs, createdMs, state, message, fault, bytes, fetched };
};

export const createDownloadStore = (database: Database): DownloadStore => {
  const db = tables<Tables>(database, columns);
  return {
    all: () => db.selectFrom('downloads').selectAll().orderBy('createdMs').execute(),
    async put(download) {
      const row = rowOf(download);
      const added = db.insertInto('downloads').values(row);
      await added.onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute();
    },
    async remove(id) {
      await db.deleteFrom('downloads').where('id', '=', id).execute();
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('downloads').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
