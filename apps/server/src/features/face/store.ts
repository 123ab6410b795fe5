// The tables faces and face_photos. The only file that knows them.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type FaceWords = { unit: string; idcard: string; name: string; contact: string; memo: string };
export type StoredFace = FaceWords & Version & { id: number };
export type StoredPhoto = {
  id: string;
  faceId: number;
  type: string;
  bytes: number;
  md5: string;
  sha256: string;
  addedMs: number;
};

export type FaceStore = ReturnType<typeof createFaceStore>;

const tablesOf = (database: Database) =>
  tables<{ faces: Row<StoredFace, object, 'id'>; facePhotos: Row<StoredPhoto> }>(database);
type Db = ReturnType<typeof tablesOf>;

const facesOf = (db: Db) => ({
  list: (): Promise<StoredFace[]> => db.selectFrom('faces').selectAll().orderBy('unit').orderBy('id').execute(),
  find: (id: number): Promise<StoredFace | undefined> =>
    db.selectFrom('faces').selectAll().where('id', '=', id).executeTakeFirst(),
  count: async (): Promise<number> => {
    const { n } = await db
      .selectFrom('faces')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return n;
  },
  add: (face: Omit<StoredFace, 'id'>): Promise<StoredFace> =>
    db.insertInto('faces').values(face).returningAll().executeTakeFirstOrThrow(),
  /** Only where it still has the version `before`. */
  change: async (id: number, change: Partial<FaceWords> & Version, before: Version): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('faces')
      .set(change)
      .where('id', '=', id)
      .where('updatedMs', '=', before.updatedMs)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  /** Its photos go with it; false: there is no such face. */
  remove: async (id: number): Promise<boolean> => {
    const { numDeletedRows } = await db.deleteFrom('faces').where('id', '=', id).executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});

const photosOf = (db: Db) => {
  const photos = db.selectFrom('facePhotos').selectAll().orderBy('faceId').orderBy('addedMs', 'desc').orderBy('id');
  return {
    /** The newest of each face first. */
    photos: (faceId?: number): Promise<StoredPhoto[]> =>
      (faceId === undefined ? photos : photos.where('faceId', '=', faceId)).execute(),
    photo: (id: string): Promise<StoredPhoto | undefined> =>
      db.selectFrom('facePhotos').selectAll().where('id', '=', id).executeTakeFirst(),
    addPhoto: async (photo: StoredPhoto): Promise<void> => {
      await db.insertInto('facePhotos').values(photo).execute();
    },
    removePhoto: async (id: string): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('facePhotos').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
};

export const createFaceStore = (database: Database) => {
  const db = tablesOf(database);
  return { ...facesOf(db), ...photosOf(db) };
};
