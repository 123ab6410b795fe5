// The accounts of this server, in memory and on disk. Who is signed in is features/session.
import { isDeepStrictEqual } from 'node:util';
import { type Right, formatRights, isEmptyPassword, parseRights, rights } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PasswordKeeper } from './password.ts';
import type { StoredUser, UserStore } from './store.ts';
import type { PermissionSetStore, StoredPermissionSet } from './store/permission-sets.ts';

/**
 * An account without its password. `rights` is what it may really do: every right for level 0, its own or those of its
 * permission set otherwise, less what this deployment switched off. `groupIds` are its own groups, without descendants.
 */
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
  /** null: those of the permission set of its level. */
  rights: ReadonlySet<Right> | null;
  expiresMs: number | null;
  groupIds: readonly number[];
};

/** What an administrator may change of an account; what is left out stays. */
export type UserChange = Partial<Pick<NewUser, 'level' | 'rights' | 'expiresMs' | 'groupIds'>>;

/** The rights of a level. `id` is the level, from 1. */
export type PermissionSet = { id: number; name: string; rights: ReadonlySet<Right> };

export interface Users {
  byId(userId: number): User | undefined;
  byName(name: string): User | undefined;
  list(): User[];
  /** The account whose password this is; undefined for a wrong one or an unknown name, which takes as long. */
  verify(name: string, passwordHash: string): Promise<User | undefined>;
  /** Throws AppError `conflict` when the name is taken. */
  add(user: NewUser): Promise<User>;
  /** Tells 'account.ended'. `expiresMs` left out stays. Throws AppError `not_found`. */
  setPassword(userId: number, passwordHash: string, expiresMs?: number | null): Promise<void>;
  /** Tells 'account.changed', and 'sight.changed' where it sees other devices then; it stays signed in. Throws AppError `not_found`. */
  change(userId: number, change: UserChange): Promise<void>;
  /** Tells 'account.ended'. */
  remove(userId: number): Promise<void>;
  permissionSets(): PermissionSet[];
  /** Makes or changes the rights of a level; tells 'account.changed' of everyone who has them. */
  setPermissionSet(set: PermissionSet): Promise<void>;
  /** Reads the accounts again after another program wrote them, and tells which changed. */
  reload(): Promise<void>;
}

const ALL_RIGHTS: ReadonlySet<Right> = new Set(rights);

/** Levels above it act like it, where they have no permission set of their own. */
const LOWEST_LEVEL = 3;
const OF_PERMISSION_SET = '';

export type UsersKit = {
  store: UserStore;
  sets: PermissionSetStore;
  keeper: PasswordKeeper;
  bus: Bus;
  clock: Clock;
  /** Rights nobody has in this deployment, level 0 included. */
  clearedRights: ReadonlySet<Right>;
};

const encodeRights = (granted: ReadonlySet<Right> | null): string =>
  granted === null ? OF_PERMISSION_SET : formatRights(granted);

const assertNotEmpty = (passwordHash: string): void => {
  if (isEmptyPassword(passwordHash)) throw new AppError('invalid', 'An empty password is none.');
};

const seesOther = (before: User, now: User): boolean =>
  (before.level === 0) !== (now.level === 0) || !isDeepStrictEqual(before.groupIds, now.groupIds);

class Accounts implements Users {
  readonly #kit: UsersKit;
  readonly #stored = new Map<number, StoredUser>();
  readonly #sets = new Map<number, StoredPermissionSet>();
  /** What they come to, made once: asked for each device of each list. */
  readonly #users = new Map<number, User>();

  constructor(kit: UsersKit) {
    this.#kit = kit;
  }

  byId(userId: number): User | undefined {
    const known = this.#users.get(userId);
    if (known !== undefined) return known;
    const stored = this.#stored.get(userId);
    if (stored === undefined) return undefined;
    const user = this.#toUser(stored);
    this.#users.set(userId, user);
    return user;
  }

  byName(name: string): User | undefined {
    const stored = this.#find(name);
    return stored && this.byId(stored.id);
  }

  list(): User[] {
    return [...this.#stored.keys()].flatMap((id) => this.byId(id) ?? []);
  }

  async verify(name: string, passwordHash: string): Promise<User | undefined> {
    const stored = this.#find(name);
    const right = await this.#kit.keeper.check(passwordHash, stored?.password ?? null);
    if (isEmptyPassword(passwordHash)) return undefined; // also where an earlier version stored it
    return right && stored ? this.byId(stored.id) : undefined;
  }

  async add(user: NewUser): Promise<User> {
    if (this.#find(user.name)) throw new AppError('conflict', `There is an account named ${user.name} already.`);
    assertNotEmpty(user.passwordHash);
    const { name, level, expiresMs, groupIds } = user;
    const password = await this.#kit.keeper.keep(user.passwordHash);
    const stored = { name, level, expiresMs, groupIds, rights: encodeRights(user.rights), password };
    const id = await this.#kit.store.insert(stored, this.#kit.clock.now());
    this.#stored.set(id, { ...stored, id });
    return this.#toUser({ ...stored, id });
  }

  async setPassword(userId: number, passwordHash: string, expiry?: number | null): Promise<void> {
    assertNotEmpty(passwordHash);
    const password = await this.#kit.keeper.keep(passwordHash);
    const expiresMs = expiry === undefined ? this.#must(userId).expiresMs : expiry;
    await this.#kit.store.setPassword(userId, password, expiresMs);
    this.#put({ ...this.#must(userId), password, expiresMs });
    this.#tellEnded(this.#must(userId));
  }

  async change(userId: number, { rights: granted, ...change }: UserChange): Promise<void> {
    const encoded = granted === undefined ? {} : { rights: encodeRights(granted) };
    const stored = { ...this.#must(userId), ...change, ...encoded };
    const before = this.#toUser(this.#must(userId));
    await this.#kit.store.update(stored);
    this.#put(stored);
    this.#tellChanged(before);
  }

  async remove(userId: number): Promise<void> {
    const stored = this.#must(userId);
    await this.#kit.store.remove(userId);
    this.#stored.delete(userId);
    this.#users.delete(userId);
    this.#tellEnded(stored);
  }

  permissionSets(): PermissionSet[] {
    return [...this.#sets.values()].map((set) => ({ ...set, rights: parseRights(set.rights) }));
  }

  async setPermissionSet({ id, name, rights: granted }: PermissionSet): Promise<void> {
    const stored = { id, name, rights: formatRights(granted) };
    await this.#kit.sets.write(stored);
    const before = this.list();
    this.#sets.set(id, stored);
    this.#users.clear();
    this.#tellDifferences(before);
  }

  async reload(): Promise<void> {
    const now = await this.#kit.store.readAll();
    const sets = await this.#kit.sets.readAll();
    const before = this.list();
    const stored = new Map(this.#stored);
    this.#stored.clear();
    this.#users.clear();
    this.#sets.clear();
    for (const set of sets) this.#sets.set(set.id, set);
    for (const user of now) this.#stored.set(user.id, user);
    this.#tellDifferences(before, stored);
  }

  #put(stored: StoredUser): void {
    this.#stored.set(stored.id, stored);
    this.#users.delete(stored.id);
  }

  #toUser(stored: StoredUser): User {
    const { id, name, level, expiresMs, groupIds } = stored;
    const cleared = this.#kit.clearedRights;
    const granted = level === 0 ? ALL_RIGHTS : parseRights(this.#flagsOf(stored));
    return {
      id,
      name,
      level,
      rights: new Set([...granted].filter((right) => !cleared.has(right))),
      expiresMs,
      groupIds,
    };
  }

  #flagsOf({ level, rights: own }: StoredUser): string {
    if (own !== OF_PERMISSION_SET) return own;
    return (this.#sets.get(level) ?? this.#sets.get(Math.min(level, LOWEST_LEVEL)))?.rights ?? '';
  }

  /** Tells of each account that is not what it was, its password included. */
  #tellDifferences(before: readonly User[], stored: ReadonlyMap<number, StoredUser> = this.#stored): void {
    for (const user of before) {
      const samePassword = stored.get(user.id)?.password === this.#stored.get(user.id)?.password;
      if (!samePassword) this.#tellEnded(user);
      else if (!isDeepStrictEqual(user, this.byId(user.id))) this.#tellChanged(user);
    }
  }

  #tellChanged(before: User): void {
    const { id, name, expiresMs } = this.byId(before.id) ?? before;
    if (expiresMs !== null && expiresMs <= this.#kit.clock.now()) return this.#tellEnded(before);
    const { bus } = this.#kit;
    bus.publish('account.changed', { userId: id, userName: name });
    const now = this.byId(id);
    if (now !== undefined && seesOther(before, now)) bus.publish('sight.changed', { userIds: [id] });
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

  #tellEnded({ id, name }: Pick<StoredUser, 'id' | 'name'>): void {
    this.#kit.bus.publish('account.ended', { userId: id, userName: name });
  }
}

export const createUsers = async (kit: UsersKit): Promise<Users> => {
  const accounts = new Accounts(kit);
  await accounts.reload();
  return accounts;
};
