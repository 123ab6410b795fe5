// Files of photos: kept when they are pictures, and removed for good: the row first, then the file, and at a start every file that no row
// names. Nothing of them is logged but how many.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MAX_PHOTOS_OF_FACE, PHOTO_WRONG_TYPE } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { Uploads, type WholeFile } from '../../kernel/storage/uploads.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { FaceStore, StoredPhoto } from './store.ts';
import type { PictureCalls } from './worker/picture.worker.ts';

type PhotosKit = {
  clock: Clock;
  log: Log;
  dataFolder: string;
  store: FaceStore;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
};

const FOLDER = 'faces';
const INCOMING = 'incoming';
/** Uploads that wait for the thread: more are not announced at a time. */
const MAX_WAITING = 32;
const IDLE_MS = 60_000;

const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
};

export class FacePhotos {
  readonly #kit: PhotosKit;
  readonly #folder: string;
  readonly #pictures: WorkerCalls<PictureCalls>;
  /** Adding and removing, so that the bound of each face holds. */
  readonly #turns = new InTurn();
  #uploads: Uploads<{ faceId: number }, StoredPhoto> | undefined;

  private constructor(kit: PhotosKit) {
    this.#kit = kit;
    this.#folder = join(kit.dataFolder, FOLDER);
    this.#pictures = new WorkerCalls({
      log: kit.log,
      what: 'photos',
      start: () => new Worker(new URL('worker/picture.worker.ts', import.meta.url)),
      most: { calls: MAX_WAITING, text: 'Too many photos wait to be looked at. Try again later.' },
      failed: () => new AppError('invalid', PHOTO_WRONG_TYPE),
      idle: { clock: kit.clock, ms: IDLE_MS },
    });
  }

  static async open(kit: PhotosKit): Promise<FacePhotos> {
    const photos = new FacePhotos(kit);
    await mkdir(photos.#folder, { recursive: true, mode: 0o700 });
    await photos.#removeUnknown();
    const folder = join(photos.#folder, INCOMING);
    const keep = ({ faceId }: { faceId: number }, file: WholeFile): Promise<StoredPhoto> => photos.#keep(faceId, file);
    photos.#uploads = await Uploads.open({ ...kit, folder, keep });
    return photos;
  }

  get uploads(): Uploads<{ faceId: number }, StoredPhoto> {
    if (this.#uploads === undefined) throw new Error('not open');
    return this.#uploads;
  }

  pathOf({ id }: StoredPhoto): string {
    return join(this.#folder, id);
  }

  /** False: there is no such photo. */
  remove(id: string): Promise<boolean> {
    return this.#turns.run(async () => {
      if (!(await this.#kit.store.removePhoto(id))) return false;
      await this.#erase([id]);
      return true;
    });
  }

  /** A face with its photos; false: there is no such face. */
  removeFace(faceId: number): Promise<boolean> {
    return this.#turns.run(async () => {
      const photos = await this.#kit.store.photos(faceId);
      if (!(await this.#kit.store.remove(faceId))) return false;
      await this.#erase(photos.map(({ id }) => id));
      return true;
    });
  }

  async close(): Promise<void> {
    await this.#uploads?.close();
    await this.#pictures.close();
  }

  async #keep(faceId: number, { path, bytes, md5, sha256 }: WholeFile): Promise<StoredPhoto> {
    const type = await this.#pictures.call('type', [path]);
    if (type === null) throw new AppError('invalid', PHOTO_WRONG_TYPE);
    return this.#turns.run(async () => {
      const { store, clock, synced, log } = this.#kit;
      if ((await store.find(faceId)) === undefined) throw unknownFace();
      if ((await store.photos(faceId)).length >= MAX_PHOTOS_OF_FACE)
        throw new AppError('limit_reached', `A face has at most ${MAX_PHOTOS_OF_FACE} photos.`);
      const photo = { id: randomBytes(16).toString('hex'), faceId, type, bytes, md5, sha256, addedMs: clock.now() };
      await rename(path, this.pathOf(photo));
      await syncFolder(this.#folder);
      await store.addPhoto(photo);
      await synced();
      log.info('face photo stored', { faceId, bytes });
      return photo;
    });
  }

  /** When this ends they are gone from the disk, also after a power cut. */
  async #erase(ids: readonly string[]): Promise<void> {
    await this.#kit.synced();
    for (const id of ids)
      // oxlint-disable-next-line no-await-in-loop -- few
      await rm(join(this.#folder, id), { force: true });
    await syncFolder(this.#folder);
  }

  /** What a kill left between a row and its file: nobody may see it again. */
  async #removeUnknown(): Promise<void> {
    const known = new Set((await this.#kit.store.photos()).map(({ id }) => id));
    const stray = (await readdir(this.#folder)).filter((name) => /^[0-9a-f]{32}$/.test(name) && !known.has(name));
    if (stray.length === 0) return;
    await this.#erase(stray);
    this.#kit.log.info('photos without a face removed', { count: stray.length });
  }
}

export const unknownFace = (): AppError => new AppError('not_found', 'There is no such face.');
export const unknownPhoto = (): AppError => new AppError('not_found', 'There is no such photo.');
