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
  /** Those of this node. */
  all(): Promise<StoredDownload[]>;
  /** Adds it, or brings it up to date. */
  put(download: StoredDownload): Promise<void>;
  remove(id: string): Promise<void>;
  /** At whatever node: a server removes a file without its row when it starts. */
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

const columns = {
  state: oneOf<DownloadState>(['making', 'done', 'failed'], 'failed'),
  fault: oneOf<DownloadFailure | ''>(['', 'BACKUP FAIL', 'CREATE FAIL'], ''),
  fetched: flag,
};
type Tables = { downloads: Row<StoredDownload & { node: string }, typeof columns> };

/** Whatever else is known of it stays behind. */
const rowOf = (download: StoredDownload): StoredDownload => {
  const { id, userId, fileKey, deviceKey, startMs, endMs, createdMs, state, message, fault, bytes, fetched } = download;
  return { id, userId, fileKey, deviceKey, startMs, endMs, createdMs, state, message, fault, bytes, fetched };
};

/** @param node the server whose files these are: what another one makes is not seen here. */
export const createDownloadStore = (database: Database, node: string): DownloadStore => {
  const db = tables<Tables>(database, columns);
  return {
    async all() {
      const rows = await db.selectFrom('downloads').selectAll().where('node', '=', node).orderBy('createdMs').execute();
      return rows.map(rowOf);
    },
    async put(download) {
      const row = { ...rowOf(download), node };
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
