// The files being made and those that wait to be fetched: who asked, how they stand, when they go. Each is a row, so that a restart loses
// none: what was made stays, what was being made is made again by the next ask. What goes into a file is the matter of who asks for it.
import { randomUUID } from 'node:crypto';
import { AppError } from '@outrider/contract';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { JobFacts } from '../../kernel/work/job-queue.ts';
import { type JobContext, Jobs } from '../../kernel/work/jobs.ts';
import { Turns } from '../../kernel/work/turns.ts';
import { DownloadFolder } from './folder.ts';
import { DownloadFault, type FileRequest, type FileView } from './file-request.ts';
import { createDownloadStore, type DownloadStore, type StoredDownload } from './store.ts';

/** `usedMs`: when it was last asked for, by the monotonic clock. */
type Download = StoredDownload & { usedMs: number };
type Making = JobFacts & { key: string; download: Download; request: FileRequest };
type Standing = { progress: number; message: string };

export type DownloadLimits = { atOnce: number; perUser: number; inAll: number; keepMs: number; maxBytes: number };
export type DownloadsKit = {
  clock: Clock;
  log: Log;
  folder: DownloadFolder;
  store: DownloadStore;
  limits: DownloadLimits;
};
export type OpenDownloadsKit = Omit<DownloadsKit, 'folder' | 'store'> & {
  db: Database;
  /** The server that the folder belongs to. */
  node: string;
  folderPath: string;
  reserveMb: number;
};

const LOOK_MS = 60_000;
/** What was made of the running second is soon out of date. */
const STALE_MS = 15_000;
/** A file nobody asked for in so long may go when room is needed; one that is still being made is given up. */
const UNWANTED_MS = 600_000;
const BEGUN: Standing = { progress: 0, message: '' };

export class Downloads {
  readonly #kit: DownloadsKit;
  readonly #files = new Map<string, Download>();
  readonly #jobs: Jobs<Making, Standing>;
  readonly #turns: Turns;
  readonly #saving = new InTurn();
  readonly #timer: Timer;
  #made = 0;
  #failed = 0;

  /** `kept`: what the table holds and the folder has. */
  constructor(kit: DownloadsKit, kept: readonly StoredDownload[]) {
    const { clock, log, limits } = kit;
    this.#kit = kit;
    this.#turns = new Turns(limits.atOnce);
    this.#jobs = new Jobs({
      clock,
      log,
      what: 'download',
      limits: {
        inAll: { count: limits.inAll, text: 'Too many files are being made, try again later.' },
        perUser: { count: limits.perUser, text: 'An account has at most ten files made at a time.' },
      },
      run: (making, context) => this.#make(making, context),
      failed: async (making, _standing, _why, error) => this.#fail(making, error),
    });
    for (const each of kept) this.#files.set(idOf(each), { ...each, usedMs: clock.monotonic() });
    this.#timer = clock.every(LOOK_MS, () => this.#expire());
  }

  /** Starts what is not there yet and says how it stands. A failure is told once. Throws AppError `limit_reached`. */
  ask(request: FileRequest): FileView {
    const known = this.#find(request.userId, request.key);
    if (known !== undefined && !this.#isStale(known)) {
      known.usedMs = this.#kit.clock.monotonic();
      if (known.state === 'making' && this.#jobs.standing(known.id) === undefined) this.#begin(known, request);
      if (known.state === 'failed') this.#forget(known);
      return this.#viewOf(known, request);
    }
    if (known !== undefined) this.#forget(known);
    const { userId, key: fileKey, deviceKey, startMs, endMs } = request;
    const download: Download = {
      id: randomUUID(),
      userId,
      fileKey,
      deviceKey,
      startMs,
      endMs,
      createdMs: this.#kit.clock.now(),
      state: 'making',
      message: '',
      fault: '',
      bytes: 0,
      fetched: false,
      usedMs: this.#kit.clock.monotonic(),
    };
    this.#begin(download, request);
    this.#files.set(idOf(download), download);
    this.#save(download);
    return { ...this.#viewOf(download, request), state: 'new' };
  }

  /** The file, where it is made. Throws AppError `not_found` before that. */
  fetch(userId: number, key: string): { path: string; id: string; bytes: number } {
    const download = this.#find(userId, key);
    if (download?.state !== 'done') throw new AppError('not_found', 'There is no such file yet: ask for it first.');
    download.usedMs = this.#kit.clock.monotonic();
    if (!download.fetched) {
      download.fetched = true;
      this.#save(download);
    }
    return { path: this.#kit.folder.pathOf(download.id), id: download.id, bytes: download.bytes };
  }

  /** False: nothing was being made, and nothing lay there. */
  cancel(userId: number, key: string): boolean {
    const download = this.#find(userId, key);
    if (download !== undefined) this.#forget(download);
    return download !== undefined;
  }

  /** What recordings of this span were put into goes with them. */
  forgetDeleted({ deviceKey, fromMs, toMs }: { deviceKey: number; fromMs: number; toMs: number }): void {
    for (const download of this.#files.values())
      if (download.deviceKey === deviceKey && download.startMs < toMs && download.endMs > fromMs)
        this.#forget(download);
  }

  /** Those of devices that were dropped. */
  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    for (const download of this.#files.values()) if (deviceKeys.includes(download.deviceKey)) this.#forget(download);
    await this.#saving.run(() => this.#kit.store.removeDevices(deviceKeys));
  }

  metrics(): Record<string, number> {
    const states = [...this.#files.values()].map(({ state }) => state);
    return {
      downloads_working: states.filter((state) => state === 'making').length,
      downloads_kept: states.filter((state) => state === 'done').length,
      downloads_made: this.#made,
      downloads_failed: this.#failed,
    };
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#jobs.close();
    await Promise.all([this.#kit.folder.settled(), this.#saving.idle()]);
  }

  #find(userId: number, fileKey: string): Download | undefined {
    return this.#files.get(idOf({ userId, fileKey }));
  }

  #viewOf({ id, state, message, bytes, fault }: Download, { name }: FileRequest): FileView {
    const told = { name, bytes, fault };
    if (state === 'making') return { ...told, state: 'working', ...(this.#jobs.standing(id) ?? BEGUN) };
    return { ...told, state, message, progress: state === 'done' ? 100 : 0 };
  }

  #isStale({ state, createdMs, endMs, usedMs }: Download): boolean {
    return state === 'done' && endMs > createdMs && this.#kit.clock.monotonic() - usedMs > STALE_MS;
  }

  #begin(download: Download, request: FileRequest): void {
    const { id: key, userId, deviceKey, createdMs } = download;
    this.#jobs.check(userId);
    this.#jobs.add([{ key, userId, deviceKey, createdMs, download, request }], () => BEGUN);
  }

  async #make({ download, request }: Making, { signal, tell }: JobContext<Standing>): Promise<'over'> {
    const { folder, clock } = this.#kit;
    const { id } = download;
    try {
      const bytes = await request.make({
        path: folder.pathOf(id),
        signal,
        progress: (part, message = '') => tell({ progress: Math.floor(Math.min(1, Math.max(0, part)) * 100), message }),
        turn: (action) => this.#turns.take(signal, () => this.#withRoom(action)),
      });
      signal.throwIfAborted();
      Object.assign(download, { state: 'done', bytes });
      this.#made += 1;
      folder.add(id, bytes);
      this.#save(download);
    } finally {
      if (download.state !== 'done') folder.remove(id);
      download.usedMs = clock.monotonic();
    }
    return 'over';
  }

  #fail({ download, request: { key } }: Making, error: unknown): void {
    const { log } = this.#kit;
    this.#failed += 1;
    const fault =
      error instanceof DownloadFault
        ? error
        : new DownloadFault('CREATE FAIL', 'The file could not be made, see the log.');
    if (error === fault)
      log.info('download not made', { key, reason: fault.message, cause: errorText(fault.cause ?? '') });
    else log.error('download broke', { key, reason: errorText(error), err: error });
    Object.assign(download, { state: 'failed', message: fault.message, fault: fault.result });
    this.#save(download);
  }

  /** What was fetched makes room, the oldest first, until a quarter is free; and all of it for a file that found too little. */
  async #withRoom<T>(action: (maxBytes: number) => Promise<T>): Promise<T> {
    const { limits } = this.#kit;
    await this.#makeRoom(limits.maxBytes / 4);
    try {
      return await action(await this.#share());
    } catch (error) {
      if (!(error instanceof DownloadFault && error.wantsRoom && this.#fetched().length > 0)) throw error;
      await this.#makeRoom(Infinity);
      return action(await this.#share());
    }
  }

  /** Bytes that one of those at work may write. */
  async #share(): Promise<number> {
    const bytes = Math.floor((await this.#kit.folder.roomBytes()) / this.#kit.limits.atOnce);
    if (bytes <= 0) throw new DownloadFault('CREATE FAIL', 'The disk of the server has no room for downloads.');
    return bytes;
  }

  /** Finished files that nobody will miss: fetched, or asked for no more. */
  #fetched(): Download[] {
    const before = this.#kit.clock.monotonic() - UNWANTED_MS;
    return [...this.#files.values()]
      .filter(({ state, fetched, usedMs }) => state === 'done' && (fetched || usedMs < before))
      .toSorted((a, b) => a.usedMs - b.usedMs);
  }

  async #makeRoom(bytes: number): Promise<void> {
    const { folder } = this.#kit;
    for (const download of this.#fetched()) {
      // oxlint-disable-next-line no-await-in-loop -- no more than needed
      if ((await folder.roomBytes()) >= bytes) return;
      this.#forget(download);
      // oxlint-disable-next-line no-await-in-loop
      await folder.settled();
    }
  }

  #forget(download: Download): void {
    const { id, state } = download;
    this.#files.delete(idOf(download));
    void this.#jobs.drop(id);
    if (state === 'done') this.#kit.folder.remove(id);
    this.#keep((store) => store.remove(id));
  }

  #save(download: Download): void {
    const row: StoredDownload = { ...download };
    // What was forgotten meanwhile leaves no row.
    this.#keep(async (store) => {
      if (this.#find(row.userId, row.fileKey)?.id === row.id) await store.put(row);
    });
  }

  /** A row is for a restart only: a database that takes none stops no download. */
  #keep(change: (store: DownloadStore) => Promise<void>): void {
    const { store, log } = this.#kit;
    void this.#saving.attempt(
      () => change(store),
      (err) => log.warn('download not noted', { err }),
    );
  }

  /** What was fetched of a device until then is kept, so anyone who asks again loses little. A failure that nobody asked about goes too. */
  #expire(): void {
    const nowMs = this.#kit.clock.monotonic();
    for (const download of this.#files.values())
      if (download.usedMs < nowMs - (download.state === 'done' ? this.#kit.limits.keepMs : UNWANTED_MS))
        this.#forget(download);
  }
}

const idOf = ({ userId, fileKey }: { userId: number; fileKey: string }): string => `${userId} ${fileKey}`;

/** With what a former run of this node made. A row without its file goes, and a file without its row. */
export const openDownloads = async ({ db, node, folderPath, ...rest }: OpenDownloadsKit): Promise<Downloads> => {
  const { reserveMb, ...kit } = rest;
  const store = createDownloadStore(db, node);
  const rows = await store.all();
  const made = rows.filter(({ state }) => state === 'done');
  const { maxBytes } = kit.limits;
  const sizes = new Map(made.map(({ id, bytes }) => [id, bytes]));
  const folder = await DownloadFolder.open(folderPath, { maxBytes, reserveMb }, kit.log, sizes);
  const lost = made.filter(({ id }) => !folder.has(id));
  for (const { id } of lost) await store.remove(id);
  return new Downloads(
    { ...kit, folder, store },
    rows.filter((row) => !lost.includes(row)),
  );
};
