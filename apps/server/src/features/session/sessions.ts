// The sessions of now: who is signed in by which token, until when. In memory for every request, on disk across restarts.
import { randomBytes } from 'node:crypto';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { hashSecret, newSecret } from './secrets.ts';
import type { SessionStore, StoredSession } from './store.ts';

/** Past that the oldest sign-in of an account ends. */
const PER_USER_LIMIT = 200;
const SWEEP_MS = 10 * 60_000;

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

type SessionsKit = { store: SessionStore; clock: Clock; lifetimeMs: number };

class StoredSessions implements Sessions {
  readonly #kit: SessionsKit;
  readonly #byToken = new Map<string, StoredSession>();
  readonly #byId = new Map<string, StoredSession>();
  readonly #sweeping: Timer;

  constructor(kit: SessionsKit) {
    this.#kit = kit;
    this.#sweeping = kit.clock.every(SWEEP_MS, () => void this.sweep());
  }

  async load(): Promise<void> {
    for (const session of await this.#kit.store.readAll()) this.#keep(session);
    await this.sweep();
  }

  /** Removes what is over from memory and disk. */
  async sweep(): Promise<void> {
    await this.#drop([...this.#byId.values()].filter((session) => this.#isOver(session)));
    await this.#kit.store.removeLinks({ expiredBy: this.#kit.clock.now() });
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
    await this.#kit.store.insert(session);
    this.#keep(session);
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
    await this.#kit.store.extend(sessionId, expiresMs);
    if (this.#byId.get(sessionId) === session) this.#keep({ ...session, expiresMs });
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
    this.#sweeping.cancel();
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
    await this.#kit.store.remove(sessions.map(({ id }) => id));
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
