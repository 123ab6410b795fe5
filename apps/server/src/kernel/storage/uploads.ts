// Files that people send: announced with their size, taken in pieces, each where the one before ended, written as they come and given to
// their room when whole. What is not whole when the server ends, however it ends, is removed at its next start; what nobody goes on with,
// after an hour. How a body reaches this is kernel/web; what becomes of a file is the room's.
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Timer } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';

/** Announced and not whole yet, in all and of one account. */
const MAX_UPLOADS = 20;
const MAX_OF_USER = 3;
/** Nobody goes on with it. */
const IDLE_MS = 3_600_000;
const SWEEP_MS = 60_000;
const PART = /^[0-9a-f]{32}\.part$/;

/** Lower-case hex. */
export type WholeFile = { path: string; bytes: number; md5: string; sha256: string };

export type Announced = {
  userId: number;
  bytes: number;
  /** '' where it is not known. */
  sha256: string;
};

type Upload<What> = Announced & {
  what: What;
  path: string;
  handle: FileHandle | null;
  received: number;
  md5: Hash;
  digest: Hash;
  busy: boolean;
  usedMs: number;
};

export type UploadsKit<What, Kept> = {
  clock: Clock;
  log: Log;
  /** Only for these uploads. */
  folder: string;
  /** Takes the whole, synchronised file away, and says what became of it. Rejects: it stays nowhere. */
  keep: (what: What, file: WholeFile) => Promise<Kept>;
};

/** `kept`: with the last byte. */
export type Taken<Kept> = { received: number; kept?: Kept };

/** Of a request without a body. */
export async function* noBytes(): AsyncGenerator<Uint8Array> {}
/** Of a part on the main channel; none for ''. */
export async function* bytesOfBase64(base64: string): AsyncGenerator<Uint8Array> {
  if (base64 !== '') yield Buffer.from(base64, 'base64');
}

export class Uploads<What, Kept> {
  readonly #kit: UploadsKit<What, Kept>;
  readonly #uploads = new Map<string, Upload<What>>();
  readonly #timer: Timer;

  private constructor(kit: UploadsKit<What, Kept>) {
    this.#kit = kit;
    this.#timer = kit.clock.every(SWEEP_MS, () => void this.#sweep());
  }

  static async open<What, Kept>(kit: UploadsKit<What, Kept>): Promise<Uploads<What, Kept>> {
    await mkdir(kit.folder, { recursive: true, mode: 0o700 });
    const left = (await readdir(kit.folder)).filter((name) => PART.test(name));
    await Promise.all(left.map((name) => rm(join(kit.folder, name), { force: true })));
    if (left.length > 0) kit.log.info('unfinished uploads removed', { count: left.length });
    return new Uploads(kit);
  }

  get count(): number {
    return this.#uploads.size;
  }

  /** Gives the ticket that its bytes come under, a secret of that account. Throws AppError `limit_reached`. */
  announce(what: What, announced: Announced): string {
    const own = [...this.#uploads.values()].filter(({ userId }) => userId === announced.userId);
    if (own.length >= MAX_OF_USER || this.#uploads.size >= MAX_UPLOADS)
      throw new AppError('limit_reached', 'Too many files are being uploaded. Try again later.');
    const ticket = randomBytes(32).toString('base64url');
    this.#uploads.set(ticket, {
      ...announced,
      what,
      path: join(this.#kit.folder, `${randomBytes(16).toString('hex')}.part`),
      handle: null,
      received: 0,
      md5: createHash('md5'),
      digest: createHash('sha256'),
      busy: false,
      usedMs: this.#kit.clock.monotonic(),
    });
    return ticket;
  }

  /**
   * Takes bytes from `offset` on; gives how many are there now. With the last one the file has been kept. Rejects with AppError `not_found`
   * for no upload of this account, `conflict` for another place, two at a time or another hash, `invalid` for more than was announced:
   * then, and where it cannot be kept, the upload is over. A connection that breaks leaves what came.
   */
  async take(ticket: string, userId: number, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<Taken<Kept>> {
    const upload = this.#uploads.get(ticket);
    if (upload === undefined || upload.userId !== userId)
      throw new AppError('not_found', 'This upload is not known, or it is over. Begin again.');
    if (upload.busy) throw new AppError('conflict', 'This upload is being sent already.');
    upload.busy = true;
    try {
      await this.#write(ticket, upload, offset, bytes);
      const { received } = upload;
      return received < upload.bytes ? { received } : { received, kept: await this.#finish(ticket, upload) };
    } finally {
      upload.busy = false;
      upload.usedMs = this.#kit.clock.monotonic();
    }
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await Promise.all([...this.#uploads].map(([ticket, upload]) => this.#end(ticket, upload)));
  }

  async #write(ticket: string, upload: Upload<What>, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let empty = true;
    for await (const piece of bytes) {
      if (empty && offset !== upload.received)
        throw new AppError('conflict', `Go on at byte ${upload.received} of this upload.`);
      empty = false;
      try {
        if (upload.received + piece.length > upload.bytes)
          throw new AppError('invalid', 'More bytes came than were announced.');
        upload.handle ??= await open(upload.path, 'wx', 0o600);
        await upload.handle.writeFile(piece);
      } catch (error) {
        await this.#end(ticket, upload);
        throw error;
      }
      upload.md5.update(piece);
      upload.digest.update(piece);
      upload.received += piece.length;
    }
  }

  async #finish(ticket: string, upload: Upload<What>): Promise<Kept> {
    const [md5, sha256] = [upload.md5.digest('hex'), upload.digest.digest('hex')];
    try {
      if (upload.sha256 !== '' && upload.sha256.toLowerCase() !== sha256)
        throw new AppError('conflict', 'The file arrived damaged: its hash is another one. Send it again.');
      await upload.handle?.sync();
      return await this.#kit.keep(upload.what, { path: upload.path, bytes: upload.bytes, md5, sha256 });
    } finally {
      await this.#end(ticket, upload);
    }
  }

  /** What the room has taken away is not there to be removed. */
  async #end(ticket: string, upload: Upload<What>): Promise<void> {
    this.#uploads.delete(ticket);
    await upload.handle?.close().catch(() => undefined); // it was synchronised, or it goes
    upload.handle = null;
    await rm(upload.path, { force: true });
  }

  async #sweep(): Promise<void> {
    const nowMs = this.#kit.clock.monotonic();
    for (const [ticket, upload] of this.#uploads)
      if (!upload.busy && nowMs - upload.usedMs >= IDLE_MS)
        await this.#end(ticket, upload).catch((err: unknown) =>
          this.#kit.log.warn('an upload is not removed', { err }),
        );
  }
}
