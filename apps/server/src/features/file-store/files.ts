// The files that are coming in and those that are kept: begin, keep, find, link, make room. Nothing here knows a caller.
import type { FileSink, IncomingFile, KeptFile, NewFile } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { typeOf, nameFor } from './content-type.ts';
import { type FileFolder, newPath } from './file-folder.ts';
import { createHasher } from './hasher.ts';
import { Incoming, MAX_FILE_BYTES } from './incoming.ts';
import type { Room } from './room.ts';
import type { FileStoreRows, NewRow, StoredFile } from './store.ts';

export type FilesKit = {
  clock: Clock;
  log: Log;
  rows: FileStoreRows;
  folder: FileFolder;
  room: Room;
  synced: () => Promise<void>;
  isRegistered: (deviceKey: number) => boolean;
  /** Tells of a file that is new. */
  kept: (file: StoredFile) => void;
};

/** Open at once: in all, and of one device. */
const MAX_OPEN = 256;
const MAX_OPEN_OF_ONE = 16;
/** A file that gets no byte for so long is given up: a device that comes back begins again. */
const GIVE_UP_MS = 30 * 60_000;
/** One that has been quiet for so long gives way when too many are open. */
const QUIET_MS = 60_000;
const LOOK_MS = 60_000;

const identityOf = (file: NewFile): string =>
  file.identity ?? [file.source, file.alarmSign ?? '', file.channel, file.takenAtMs, file.name].join('/');

const notNow = (cause?: unknown): AppError => new AppError('unavailable', 'The file cannot be kept now.', { cause });

const rowOf = (
  { file, path }: Incoming,
  hash: { sha256: Uint8Array; head: Uint8Array },
  bytes: number,
  nowMs: number,
): NewRow => {
  const mimeType = typeOf(hash.head);
  return {
    deviceKey: file.deviceKey,
    kind: file.kind,
    channel: file.channel,
    takenMs: file.takenAtMs,
    receivedMs: nowMs,
    name: nameFor(file.name, mimeType, file.kind),
    mimeType,
    bytes,
    hash: hash.sha256,
    path,
    eventSerial: file.eventSerial ?? null,
    alarmSign: file.alarmSign ?? '',
    cause: file.cause ?? '',
    source: file.source,
    identity: identityOf(file),
    asked: file.asked ?? false,
    lat: file.latitude ?? null,
    lng: file.longitude ?? null,
  };
};

export class Files implements FileSink {
  stored = 0;
  repeated = 0;
  refused = 0;
  private readonly kit: FilesKit;
  private readonly hasher: ReturnType<typeof createHasher>;
  private readonly open = new Map<string, Incoming>();
  /** Rows of tries that failed: they may stand although their files were not acknowledged. */
  private readonly unsure = new Map<Incoming, NewRow>();
  private opening = 0;
  private readonly timer: Timer;

  constructor(kit: FilesKit) {
    this.kit = kit;
    this.hasher = createHasher(kit.log, kit.clock);
    this.timer = kit.clock.every(LOOK_MS, () => void this.giveUp());
  }

  get openCount(): number {
    return this.open.size;
  }

  async begin(file: NewFile): Promise<IncomingFile> {
    try {
      return await this.opened(file);
    } catch (error) {
      this.refused += 1;
      throw error instanceof AppError ? error : notNow(error);
    }
  }

  async close(): Promise<void> {
    this.timer.cancel();
    await Promise.all([...this.open.values()].map((incoming) => incoming.abandon()));
    await this.hasher.close();
  }

  private async opened(file: NewFile): Promise<Incoming> {
    const { clock, folder, room, isRegistered } = this.kit;
    if (!isRegistered(file.deviceKey)) throw new AppError('not_found', 'Files of new devices are not kept.');
    if ((file.expectedBytes ?? 0) > MAX_FILE_BYTES) throw new AppError('limit_reached', 'The file is too large.');
    const key = `${file.deviceKey} ${identityOf(file)}`;
    const before = this.open.get(key);
    if (before?.closed === false && before.file.expectedBytes === file.expectedBytes) return before;
    await before?.abandon();
    await this.makePlace(file.deviceKey);
    this.opening += 1;
    try {
      const path = newPath();
      const incoming = new Incoming({
        clock,
        file,
        path,
        handle: await folder.create(path),
        room: (bytes) => room.take(bytes),
        keep: (whole, bytes) => this.keep(whole, bytes),
        ended: (whole, kept) => this.ended(key, whole, kept),
      });
      const other = this.open.get(key); // begun twice at once: the first stays
      if (other?.closed === false) {
        await incoming.abandon();
        return other;
      }
      this.open.set(key, incoming);
      return incoming;
    } finally {
      this.opening -= 1;
    }
  }

  /** Room for one more among the open ones. */
  private async makePlace(deviceKey: number): Promise<void> {
    const all = [...this.open.values()];
    const own = all.filter(({ file }) => file.deviceKey === deviceKey);
    if (own.length < MAX_OPEN_OF_ONE && all.length + this.opening < MAX_OPEN) return;
    const quietSince = this.kit.clock.monotonic() - QUIET_MS;
    const among = own.length >= MAX_OPEN_OF_ONE ? own : all;
    const [quietest] = among
      .filter((one) => one.idle && one.usedMs < quietSince)
      .toSorted((a, b) => a.usedMs - b.usedMs);
    if (quietest === undefined) throw new AppError('limit_reached', 'Too many files are coming in.');
    await quietest.abandon();
  }

  private async keep(incoming: Incoming, bytes: number): Promise<KeptFile> {
    const { clock, rows, folder, synced } = this.kit;
    const hash = await this.hasher.call('hash', [folder.incomingPathOf(incoming.path)]);
    if (hash.bytes !== bytes) throw new AppError('unavailable', 'The file on the disk has another length.');
    await folder.syncIncoming();
    const row = rowOf(incoming, hash, bytes, clock.now());
    if (!(await this.takenBack(incoming))) throw notNow();
    const same = await this.sameAs(row);
    if (same === undefined) this.unsure.set(incoming, row);
    const id = same?.id ?? (await rows.add(row));
    // The same one is being kept beside it, or removed.
    if (id === null) throw notNow();
    try {
      await synced();
    } catch (error) {
      await this.takenBack(incoming);
      throw error;
    }
    this.unsure.delete(incoming);
    const repeated = same !== undefined;
    // Made room of meanwhile: the device sends it again.
    if (repeated && (await rows.byId(id)) === undefined) throw notNow();
    const stored = same ?? { ...row, id };
    if (repeated) this.repeated += 1;
    else this.stored += 1;
    const sha256 = Buffer.from(stored.hash).toString('hex');
    if (!repeated) this.kit.kept(stored);
    return { id: stored.id, bytes, sha256, eventSerial: stored.eventSerial, repeated };
  }

  /** What was not acknowledged is not there. False: whether that is so cannot be said now. */
  private async takenBack(incoming: Incoming): Promise<boolean> {
    const row = this.unsure.get(incoming);
    if (row === undefined) return true;
    const { rows, log } = this.kit;
    try {
      const same = await rows.same(row.deviceKey, row.identity, row.hash);
      if (same?.path === row.path) await rows.forget([same.id]);
      this.unsure.delete(incoming);
      return true;
    } catch (err) {
      log.warn('row of a file that was not acknowledged is not removed yet', { path: row.path, err });
      return false;
    }
  }

  /** The same file, kept before. A row whose file is gone is no reason to throw away what comes now. */
  private async sameAs(row: NewRow): Promise<StoredFile | undefined> {
    const { rows, folder, room } = this.kit;
    const same = await rows.same(row.deviceKey, row.identity, row.hash);
    if (same === undefined || (await folder.holds(same.path, same.bytes))) return same;
    if (await rows.forgetKept(same.id)) room.give(same.bytes);
    return undefined;
  }

  private async ended(key: string, incoming: Incoming, kept: boolean): Promise<void> {
    const { folder, room, log } = this.kit;
    if (this.open.get(key) === incoming) this.open.delete(key);
    const goes = !kept && (await this.takenBack(incoming));
    this.unsure.delete(incoming);
    if (goes) room.give(incoming.reserved);
    // A file that stays among the incoming ones is found there; the next start moves it, or removes what no row names.
    const leave = async (): Promise<void> => {
      if (kept) await folder.settle(incoming.path);
      else if (goes) await folder.removeIncoming(incoming.path);
    };
    await leave().catch((err: unknown) => log.error('file not moved', { path: incoming.path, kept, err }));
  }

  private async giveUp(): Promise<void> {
    const before = this.kit.clock.monotonic() - GIVE_UP_MS;
    const old = [...this.open.values()].filter((one) => one.idle && one.usedMs < before);
    await Promise.all(old.map((one) => one.abandon()));
  }
}
