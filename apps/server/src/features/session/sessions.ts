// The sessions of now: who is signed in by which token, until when. In memory for every request, on disk across restarts.
import { randomBytes } from 'node:crypto';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { knownLimits } from './known-browsers.ts';
import type { SessionStore, StoredSession } from './store.ts';

/** Past that the oldest sign-in of an account ends. */
const PER_USER_LIMIT = 200;
const SWEEP_MS = 10 * 60_000;
/** What could not be stored is tried again so often. */
const RETRY_MS = 15_000;

export type OpenedSession = { id: string; token: string; expiresMs: number };

export interface Sessions {
  create(userId: number, address: string): Promise<OpenedSession>;
  find(token: string): { id: string; userId: number; expiresMs: number } | undefined;
  /** Gives a session its full time again, from now. */
  extend(sessionId: string): Promise<void>;
  isLive(sessionId: string): boolean;
  end(sessionId: string): Promise<void>;
  /** Ends every session of an account but one. */
  endAll(userId: number, exceptId?: string | null): Promise<void>;
  count(): number;
  close(): void;
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

type SessionsKit = { store: SessionStore; clock: Clock; log: Log; lifetimeMs: number };

class StoredSessions implements Sessions {
  readonly #kit: SessionsKit;
  readonly #byToken = new Map<string, StoredSession>();
  readonly #byId = new Map<string, StoredSession>();
  readonly #timers: readonly Timer[];
  /** Sessions whose rows are not what they are here, by id; null: its row is to go. Bounded as the sessions are, and by a restart. */
  #unstored = new Map<string, StoredSession | null>();

  constructor(kit: SessionsKit) {
    this.#kit = kit;
    this.#timers = [
      kit.clock.every(SWEEP_MS, () => void this.sweep()),
      kit.clock.every(RETRY_MS, () => void this.#storeAgain()),
    ];
  }

  async load(): Promise<void> {
    for (const session of await this.#kit.store.readAll()) this.#keep(session);
    await this.sweep();
  }

  /** Removes what is over from memory and disk. Never rejects. */
  async sweep(): Promise<void> {
    await this.#drop([...this.#byId.values()].filter((session) => this.#isOver(session)));
    const { store, clock, log } = this.#kit;
    await store
      .removeLinks({ expiredBy: clock.now() })
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
    const own = this.#ofUser(userId);
    await this.#drop(own.slice(0, Math.max(0, own.length - PER_USER_LIMIT)));
    return { id: session.id, token, expiresMs: session.expiresMs };
  }

  find(token: string): StoredSession | undefined {
    const session = this.#byToken.get(keyOf(hashSecret(token)));
    return session && !this.#isOver(session) ? session : undefined;
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
    return session !== undefined && !this.#isOver(session);
  }

  async end(sessionId: string): Promise<void> {
    const session = this.#byId.get(sessionId);
    if (session) await this.#drop([session]);
  }

  endAll(userId: number, exceptId: string | null = null): Promise<void> {
    return this.#drop(this.#ofUser(userId).filter(({ id }) => id !== exceptId));
  }

  count(): number {
    return this.#byId.size;
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }

  #keep(session: StoredSession): void {
    this.#byToken.set(keyOf(session.tokenHash), session);
    this.#byId.set(session.id, session);
  }

  async #drop(sessions: readonly StoredSession[]): Promise<void> {
    for (const session of sessions) {
      this.#byToken.delete(keyOf(session.tokenHash));
      this.#byId.delete(session.id);
    }
    const ids = sessions.map(({ id }) => id);
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

  #ofUser(userId: number): StoredSession[] {
    return [...this.#byId.values()].filter((session) => session.userId === userId);
  }
}

export const createSessions = async (kit: SessionsKit): Promise<Sessions> => {
  const sessions = new StoredSessions(kit);
  await sessions.load();
  return sessions;
};
