// The table event_uploads. The only file that knows it.
import { type Database, oneOf, type Row, tables } from '../../kernel/storage/db.ts';

const uploadStates = ['waiting', 'done', 'failed'] as const;
export type UploadState = (typeof uploadStates)[number];

export type WantedUpload = {
  fileId: number;
  eventSerial: number;
  deviceKey: number;
  code: number;
  eventMs: number;
  target: string;
  fileName: string;
  remotePath: string;
  addedMs: number;
};
/** Times in UTC ms, 0 for not yet. */
export type StoredUpload = WantedUpload & {
  id: number;
  startMs: number;
  endMs: number;
  state: UploadState;
  message: string;
  tries: number;
};

export type UploadPlace = Pick<StoredUpload, 'target' | 'remotePath'>;

const columns = { state: oneOf(uploadStates, 'failed') };
type Tables = { eventUploads: Row<StoredUpload, typeof columns, 'id' | 'startMs' | 'endMs' | 'message' | 'tries'> };

/** False where the same file has a task for this target. */
const move = async (
  db: ReturnType<typeof tables<Tables>>,
  id: number,
  { target, remotePath }: UploadPlace,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('eventUploads')
    .set({ target, remotePath })
    .where('id', '=', id)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('eventUploads as other')
            .select('other.id')
            .whereRef('other.fileId', '=', 'eventUploads.fileId')
            .where('other.target', '=', target),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export type UploadStore = ReturnType<typeof createUploadStore>;

export const createUploadStore = (database: Database) => {
  const db = tables<Tables>(database, columns);
  const rows = () => db.selectFrom('eventUploads').selectAll();
  return {
    /** Undefined where it goes there already, or went. */
    add: (wanted: WantedUpload): Promise<StoredUpload | undefined> =>
      db
        .insertInto('eventUploads')
        .values({ ...wanted, state: 'waiting' })
        .onConflict((conflict) => conflict.columns(['fileId', 'target']).doNothing())
        .returningAll()
        .executeTakeFirst(),
    /** Those of these files that are to go to this target, or went there. */
    known: async (fileIds: readonly number[], target: string): Promise<Set<number>> => {
      if (fileIds.length === 0) return new Set();
      const found = await db
        .selectFrom('eventUploads')
        .select('fileId')
        .where('fileId', 'in', [...fileIds])
        .where('target', '=', target)
        .execute();
      return new Set(found.map(({ fileId }) => fileId));
    },
    open: (limit: number): Promise<StoredUpload[]> =>
      rows().where('state', '=', 'waiting').orderBy('id').limit(limit).execute(),
    newest: (limit: number): Promise<StoredUpload[]> => rows().orderBy('id', 'desc').limit(limit).execute(),
    begin: async (id: number, startMs: number, tries: number): Promise<void> => {
      await db.updateTable('eventUploads').set({ startMs, endMs: 0, tries }).where('id', '=', id).execute();
    },
    move: (id: number, place: UploadPlace): Promise<boolean> => move(db, id, place),
    end: async (
      id: number,
      { state, message, endMs }: Pick<StoredUpload, 'state' | 'message' | 'endMs'>,
    ): Promise<void> => {
      await db.updateTable('eventUploads').set({ state, message, endMs }).where('id', '=', id).execute();
    },
    /** Those that are over and were added before then, at most `limit`; how many went. */
    forget: async (beforeMs: number, limit: number): Promise<number> => {
      const old = db
        .selectFrom('eventUploads')
        .select('id')
        .where('addedMs', '<', beforeMs)
        .where('state', '<>', 'waiting')
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom('eventUploads').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
    removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
      await db.deleteFrom('eventUploads').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
