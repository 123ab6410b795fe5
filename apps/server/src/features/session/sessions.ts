// The sessions of now: who is signed in by which token, until when. They are rows; those that are in use are kept in memory, and one that
// is not is read by the hash of its token. Which tokens open nothing is unknown-tokens.ts, when those in memory are compared with their rows
// rechecks.ts.
import { randomBytes } from 'node:crypto';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { hashSecret, isSecret, newSecret } from './secrets.ts';
import { knownLimits } from './known-browsers.ts';
import { Rechecks } from './rechecks.ts';
import type { SessionStore, StoredSession } from './store.ts';
import { type Lookups, createLookups } from './unknown-tokens.ts';

/** Kept in memory; past that the longest unused one is left to its row. */
const MAX_IN_MEMORY = 20_000;
/** Past that the oldest sign-in of an account ends. */
const PER_USER_LIMIT = 200;
const SWEEP_MS = 10 * 60_000;
const MAX_ENDED = 10_000;
/** What could not be stored is tried again so often. */
const RETRY_MS = 15_000;

export type OpenedSession = { id: string; token: string; expiresMs: number };

export interface Sessions {
  create(userId: number, address: string): Promise<OpenedSession>;
  /** One that is not in memory, or was not asked for in a while, costs one read by an index. Throws AppError `limit_reached` while too many are being looked for. */
  find(token: string): Promise<{ id: string; userId: number; expiresMs: number } | undefined>;
  /** Gives a session its full time again, from now. */
  extend(sessionId: string): Promise<void>;
  /** Of a session that `find` or `create` gave. Asking keeps it in memory. */
  isLive(sessionId: string): boolean;
  end(sessionId: string): Promise<void>;
  /** Ends every session of an account but one. */
  endAll(userId: number, exceptId?: string | null): Promise<void>;
  /** `sessions`: how many are in memory. */
  metrics(): Record<string, number>;
  close(): void;
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

type SessionsKit = { store: SessionStore; clock: Clock; log: Log; lifetimeMs: number; maxInMemory?: number };

class StoredSessions implements Sessions {
  readonly #kit: SessionsKit;
  readonly #byToken = new Map<string, StoredSession>();
  /** The longest unused first. */
  readonly #byId = new Map<string, StoredSession>();
  readonly #lookups: Lookups<StoredSession>;
  readonly #rechecks: Rechecks;
  readonly #timers: readonly Timer[];
  /** Sessions whose rows are not what they are here, by id; null: its row is to go. Bounded as the sessions are, and by a restart. */
  #unstored = new Map<string, StoredSession | null>();
  /** Accounts whose sessions are ending: until that is done none of theirs comes from disk. */
  readonly #ending = new Map<number, Promise<void>>();
  /** Ids that ended of late: a row that was read just before is not taken for a session. An id never comes again. */
  readonly #ended = new Set<string>();

  constructor(kit: SessionsKit) {
    this.#kit = kit;
    this.#lookups = createLookups(kit.clock);
    this.#rechecks = new Rechecks({ ...kit, compare: (ids) => this.#compare(ids) });
    this.#timers = [
      kit.clock.every(SWEEP_MS, () => void this.sweep()),
      kit.clock.every(RETRY_MS, () => void this.#storeAgain()),
    ];
  }

  /** Removes what is over from memory and disk. Never rejects. */
  async sweep(): Promise<void> {
    await this.#drop([...this.#byId.values()].filter((session) => this.#isOver(session)).map(({ id }) => id));
    const { store, clock, log } = this.#kit;
    await store.removeExpired(clock.now()).catch((err: unknown) => log.warn('old sessions not removed yet', { err }));
    await store
      .removeExpiredLinks(clock.now())
      .catch((err: unknown) => log.warn('old sign-in links not removed yet', { err }));
    await store
      .removeBrowsers(clock.now() - knownLimits.browserMs)
      .catch((err: unknown) => log.warn('old browsers not removed yet', { err }));
  }

  async create(userId: number, address: string): Promise<OpenedSession> {
    const token = newSecret();
    const createdMs = this.#kit.clock.now();
    const session: StoredSession = {
      id: randomBytes(12).toString('hex'),
      tokenHash: hashSecret(token),
      userId,
      createdMs,
      expiresMs: createdMs + this.#kit.lifetimeMs,
      address,
    };
    this.#keep(session);
    await this.#stored([[session.id, session]], () => this.#kit.store.insert(session));
    const own = await this.#ofUser(userId);
    await this.#drop(own.slice(0, Math.max(0, own.length - PER_USER_LIMIT)).map(({ id }) => id));
    return { id: session.id, token, expiresMs: session.expiresMs };
  }

  async find(token: string): Promise<StoredSession | undefined> {
    if (!isSecret(token)) return undefined;
    const hash = hashSecret(token);
    const key = keyOf(hash);
    const before = this.#byToken.get(key);
    if (before === undefined) return this.#lookups.find(key, () => this.#read(hash));
    if (this.#isOver(before)) return undefined;
    await this.#rechecks.sure(before.id);
    const known = this.#byToken.get(key);
    if (known === undefined || this.#isOver(known)) return undefined;
    this.#touch(known);
    return known;
  }

  async extend(sessionId: string): Promise<void> {
    const session = this.#byId.get(sessionId);
    if (!session) return;
    const expiresMs = this.#kit.clock.now() + this.#kit.lifetimeMs;
    const extended = { ...session, expiresMs };
    const hasRow = !this.#unstored.has(sessionId);
    this.#keep(extended);
    if (hasRow) await this.#stored([[sessionId, extended]], () => this.#kit.store.extend(sessionId, expiresMs));
    else this.#unstored.set(sessionId, extended);
  }

  isLive(sessionId: string): boolean {
    const session = this.#byId.get(sessionId);
    if (session === undefined || this.#isOver(session)) return false;
    this.#touch(session);
    return true;
  }

  end(sessionId: string): Promise<void> {
    return this.#drop([sessionId]);
  }

  async endAll(userId: number, exceptId: string | null = null): Promise<void> {
    const before = this.#ending.get(userId);
    const ending = this.#endAll(userId, exceptId, before);
    this.#ending.set(userId, ending);
    await ending.finally(() => this.#ending.get(userId) === ending && this.#ending.delete(userId));
  }

  metrics(): Record<string, number> {
    return { sessions: this.#byId.size, ...this.#lookups.metrics() };
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#rechecks.close();
  }

  /** Those in memory end at once, those on disk as soon as they were read. */
  async #endAll(userId: number, exceptId: string | null, before: Promise<void> | undefined): Promise<void> {
    const others = (sessions: readonly StoredSession[]): string[] =>
      sessions.filter((each) => each.userId === userId && each.id !== exceptId).map(({ id }) => id);
    await Promise.all([this.#drop(others([...this.#byId.values()])), before?.catch(() => undefined)]);
    // What is in memory by now was opened after that: nothing of this account came from disk meanwhile.
    const stored = await this.#kit.store.readOfUser(userId);
    await this.#drop(others(stored).filter((id) => !this.#byId.has(id)));
  }

  /** From disk into memory, where it has not ended meanwhile. */
  async #read(hash: Uint8Array): Promise<StoredSession | undefined> {
    const { store } = this.#kit;
    const session = await store.findByToken(hash);
    if (session === undefined || this.#isOver(session)) return undefined;
    await this.#ending.get(session.userId)?.catch(() => undefined);
    if (this.#ended.has(session.id)) return undefined; // its row may still be there
    this.#keep(session);
    return session;
  }

  /** Takes over what other processes did: ended them, or gave them more time. What changed here meanwhile is left alone. */
  async #compare(ids: readonly string[]): Promise<void> {
    const before = ids.flatMap((id) => (this.#unstored.has(id) ? [] : (this.#byId.get(id) ?? [])));
    if (before.length === 0) return;
    const ends = await this.#kit.store.readEnds(before.map(({ id }) => id));
    for (const session of before) {
      if (this.#byId.get(session.id) !== session) continue;
      const expiresMs = ends.get(session.id);
      if (expiresMs === undefined) this.#leave([session.id]);
      else if (expiresMs !== session.expiresMs) this.#keep({ ...session, expiresMs });
    }
  }

  #keep(session: StoredSession): void {
    this.#byToken.set(keyOf(session.tokenHash), session);
    this.#byId.delete(session.id);
    this.#byId.set(session.id, session);
    this.#rechecks.fresh(session.id);
    let over = this.#byId.size - (this.#kit.maxInMemory ?? MAX_IN_MEMORY);
    for (const [id, { tokenHash }] of this.#byId) {
      if (over <= 0) break;
      if (this.#unstored.has(id)) continue; // its row is not what it is here
      this.#byId.delete(id);
      this.#byToken.delete(keyOf(tokenHash));
      this.#rechecks.forget(id);
      over -= 1;
    }
  }

  /** As the last used one. */
  #touch(session: StoredSession): void {
    this.#byId.delete(session.id);
    this.#byId.set(session.id, session);
    this.#rechecks.used(session.id);
  }

  /** Out of memory for good; their rows are another matter. */
  #leave(ids: readonly string[]): void {
    for (const id of ids) {
      const session = this.#byId.get(id);
      if (session) this.#byToken.delete(keyOf(session.tokenHash));
      this.#byId.delete(id);
      this.#rechecks.forget(id);
      this.#ended.add(id);
    }
    for (const oldest of this.#ended) {
      if (this.#ended.size <= MAX_ENDED) break;
      if (!this.#unstored.has(oldest)) this.#ended.delete(oldest);
    }
  }

  async #drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    this.#leave(ids);
    await this.#stored(
      ids.map((id) => [id, null]),
      () => this.#kit.store.remove(ids),
    );
  }

  /**
   * A boundary: the disk may be full, and an administrator must be able to sign in then. What is here holds from now on; the rows
   * follow as soon as they can. Until they do, a restart brings the rows as they were.
   */
  async #stored(rows: readonly (readonly [string, StoredSession | null])[], write: () => Promise<void>): Promise<void> {
    for (const [id, session] of rows) this.#unstored.set(id, session);
    try {
      await write();
      for (const [id, session] of rows) if (this.#unstored.get(id) === session) this.#unstored.delete(id);
    } catch (err) {
      this.#kit.log.warn('sessions not stored yet', { count: rows.length, err });
    }
  }

  async #storeAgain(): Promise<void> {
    const rows = [...this.#unstored];
    const { store } = this.#kit;
    if (rows.length === 0) return;
    await this.#stored(rows, async () => {
      await store.remove(rows.map(([id]) => id));
      for (const [, session] of rows)
        // oxlint-disable-next-line no-await-in-loop -- a handful, after a full disk
        if (session !== null && this.#byId.get(session.id) === session) await store.insert(session);
    });
  }

  #isOver(session: StoredSession): boolean {
    return session.expiresMs <= this.#kit.clock.now();
  }

  /** In memory or on disk, the oldest first. */
  async #ofUser(userId: number): Promise<StoredSession[]> {
    const stored = (await this.#kit.store.readOfUser(userId)).filter(({ id }) => this.#unstored.get(id) !== null);
    const here = [...this.#unstored.values()].filter((session) => session?.userId === userId);
    const all = new Map([...stored, ...here.flatMap((session) => session ?? [])].map((each) => [each.id, each]));
    return [...all.values()].toSorted((a, b) => a.createdMs - b.createdMs);
  }
}

export const createSessions = async (kit: SessionsKit): Promise<Sessions> => {
  const sessions = new StoredSessions(kit);
  await sessions.sweep();
  return sessions;
};
