// The accounts of this server, in memory and on disk. Who is signed in is features/session.
import { isDeepStrictEqual } from 'node:util';
import { type Right, formatRights, parseRights, rights } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PasswordKeeper } from './password.ts';
import type { StoredUser, UserStore } from './store.ts';

/** An account without its password. Level 0 holds every right. `groupIds` are its own groups, without descendants. */
export type User = {
  id: number;
  name: string;
  level: number;
  rights: ReadonlySet<Right>;
  expiresMs: number | null;
  groupIds: readonly number[];
};

export type NewUser = {
  name: string;
  /** The documented SHA-256 hash. */
  passwordHash: string;
  level: number;
  rights: ReadonlySet<Right>;
  expiresMs: number | null;
  groupIds: readonly number[];
};

export interface Users {
  byId(userId: number): User | undefined;
  byName(name: string): User | undefined;
  list(): User[];
  /** The account whose password this is; undefined for a wrong one or an unknown name, which takes as long. */
  verify(name: string, passwordHash: string): Promise<User | undefined>;
  /** Throws AppError `conflict` when the name is taken. */
  add(user: NewUser): Promise<User>;
  /** Tells 'account.changed'. Throws AppError `not_found`. */
  setPassword(userId: number, passwordHash: string): Promise<void>;
  remove(userId: number): Promise<void>;
  /** Reads the accounts again after another program wrote them, and tells which changed. */
  reload(): Promise<void>;
}

const ALL_RIGHTS: ReadonlySet<Right> = new Set(rights);

const toUser = (stored: StoredUser): User => ({
  id: stored.id,
  name: stored.name,
  level: stored.level,
  rights: stored.level === 0 ? ALL_RIGHTS : parseRights(stored.rights),
  expiresMs: stored.expiresMs,
  groupIds: stored.groupIds,
});

type UsersKit = { store: UserStore; keeper: PasswordKeeper; bus: Bus; clock: Clock };

class Accounts implements Users {
  readonly #kit: UsersKit;
  readonly #stored = new Map<number, StoredUser>();

  constructor(kit: UsersKit) {
    this.#kit = kit;
  }

  byId(userId: number): User | undefined {
    const stored = this.#stored.get(userId);
    return stored && toUser(stored);
  }

  byName(name: string): User | undefined {
    const stored = this.#find(name);
    return stored && toUser(stored);
  }

  list(): User[] {
    return [...this.#stored.values()].map(toUser);
  }

  async verify(name: string, passwordHash: string): Promise<User | undefined> {
    const stored = this.#find(name);
    const right = await this.#kit.keeper.check(passwordHash, stored?.password ?? null);
    return right && stored ? toUser(stored) : undefined;
  }

  async add(user: NewUser): Promise<User> {
    if (this.#find(user.name)) throw new AppError('conflict', `There is an account named ${user.name} already.`);
    const { name, level, expiresMs, groupIds } = user;
    const password = await this.#kit.keeper.keep(user.passwordHash);
    const stored = { name, level, expiresMs, groupIds, rights: formatRights(user.rights), password };
    const id = await this.#kit.store.insert(stored, this.#kit.clock.now());
    this.#stored.set(id, { ...stored, id });
    return toUser({ ...stored, id });
  }

  async setPassword(userId: number, passwordHash: string): Promise<void> {
    const password = await this.#kit.keeper.keep(passwordHash);
    await this.#kit.store.setPassword(this.#must(userId).id, password);
    this.#stored.set(userId, { ...this.#must(userId), password });
    this.#tell(this.#must(userId));
  }

  async remove(userId: number): Promise<void> {
    const stored = this.#must(userId);
    await this.#kit.store.remove(userId);
    this.#stored.delete(userId);
    this.#tell(stored);
  }

  async reload(): Promise<void> {
    const now = await this.#kit.store.readAll();
    const before = new Map(this.#stored);
    this.#stored.clear();
    for (const stored of now) this.#stored.set(stored.id, stored);
    for (const [id, old] of before) if (!isDeepStrictEqual(old, this.#stored.get(id))) this.#tell(old);
  }

  #find(name: string): StoredUser | undefined {
    for (const stored of this.#stored.values()) if (stored.name === name) return stored;
    return undefined;
  }

  #must(userId: number): StoredUser {
    const stored = this.#stored.get(userId);
    if (!stored) throw new AppError('not_found', 'There is no such account.');
    return stored;
  }

  #tell(stored: StoredUser): void {
    this.#kit.bus.publish('account.changed', { userId: stored.id, userName: stored.name });
  }
}

export const createUsers = async (kit: UsersKit): Promise<Users> => {
  const accounts = new Accounts(kit);
  await accounts.reload();
  return accounts;
};
