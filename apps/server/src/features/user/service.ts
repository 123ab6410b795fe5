// The accounts of this server, in memory and on disk. Who is signed in is features/session.
import { isDeepStrictEqual } from 'node:util';
import {
  LAST_FIXED_SET,
  MAX_PERMISSION_SETS,
  MAX_USERS,
  type Right,
  TOO_MANY_USERS,
  formatRights,
  isEmptyPassword,
  parseRights,
  rights,
} from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PasswordKeeper } from './password.ts';
import {
  COMMAND_LINE,
  type Edit,
  NEVER_CHANGED,
  type Version,
  assertSeen,
  nextVersion,
  saveVersioned,
} from '../../kernel/storage/version.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { NEW_ACCOUNT, type Profile, type StoredUser, type UserStore } from './store.ts';
import type { PermissionSetStore, StoredPermissionSet } from './store/permission-sets.ts';

/**
 * An account without its password. `rights` is what it may really do: every right for level 0, its own or those of its
 * permission set otherwise, less what this deployment switched off. `groupIds` are its own groups, without descendants.
 */
export type User = Readonly<Profile> &
  Readonly<Version> & {
    id: number;
    name: string;
    level: number;
    rights: ReadonlySet<Right>;
    /** The permission set that its rights come from, 0 for every right; null: they are its own. */
    setId: number | null;
    expiresMs: number | null;
    /** So many days back it sees recordings, tracks, events, logs and reports; 0: all. */
    retentionDays: number;
    /** When it signed in last; null: not since this is kept. */
    signedInMs: number | null;
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
} & Partial<Profile & { retentionDays: number }>;

/** What an administrator may change of an account; what is left out stays. */
export type UserChange = Partial<Omit<NewUser, 'name'>>;
/** Who changes, the version that he saw, and what a save would find, in wire form. */
export type UserEdit = Edit & { present?: (user: User) => Record<string, unknown> };

/** Both are documented hashes. */
export type OwnPassword = {
  current: string;
  next: string;
  /** When the account expires from then on, for when it would now (UTC ms; null: never). Asked of what is stored right before the change. */
  expiry: (expiresMs: number | null) => number | null;
  /** The session that goes on; null or left out: none. */
  kept?: string | null;
  /** Has 'account.ended' told, so that its listener may know which change it is about. */
  tell: (ended: () => void) => void;
};

/** The rights of a level. `id` is the level, from 1. */
export type PermissionSet = { id: number; name: string; rights: ReadonlySet<Right> } & Version;
/** What changes of a set; what is left out stays. `seenMs` as in Edit. */
export type PermissionEdit = Pick<Edit, 'seenMs'> & { id: number; name?: string; rights?: ReadonlySet<Right> };

export interface Users {
  byId(userId: number): User | undefined;
  byName(name: string): User | undefined;
  list(): User[];
  /** The account whose password this is; undefined for a wrong one or an unknown name, which takes as long. */
  verify(name: string, passwordHash: string): Promise<User | undefined>;
  /** Throws AppError `conflict` when the name is taken, and `limit_reached` where there are as many as may be. */
  add(user: NewUser, by?: string): Promise<User>;
  /** Notes that it signed in now. */
  signedIn(userId: number): Promise<void>;
  /** Tells 'account.ended'. Throws AppError `not_found`. */
  setPassword(userId: number, passwordHash: string): Promise<void>;
  /** The same for its owner; false, and nothing is changed, where `current` is not its password, or no longer. Throws what `expiry` throws. */
  changePassword(userId: number, change: OwnPassword): Promise<boolean>;
  /**
   * Tells 'account.changed', and 'sight.changed' where it sees other devices then; it stays signed in. With a password: as `setPassword`.
   * Throws AppError `not_found`, and ChangedError for an edit of another version.
   */
  change(userId: number, change: UserChange, edit?: UserEdit): Promise<Version>;
  /** Tells 'account.ended'. */
  remove(userId: number): Promise<void>;
  permissionSets(): PermissionSet[];
  /** Makes or changes the rights of a level; tells 'account.changed' of everyone who has them. */
  setPermissionSet(set: Pick<PermissionSet, 'id' | 'name' | 'rights'>): Promise<void>;
  /**
   * Changes all of them, or none: throws AppError `not_found` for a set that is not there, `invalid` for a fixed name, `conflict` for one
   * that another set has, and ChangedError for an edit of another version. Tells as above.
   */
  changePermissionSets(edits: readonly PermissionEdit[], by: string): Promise<void>;
  /** Gives the number of the new set. */
  copyPermissionSet(id: number, name: string, by: string): Promise<number>;
  /** Throws AppError `conflict` while accounts have it. */
  removePermissionSet(id: number): Promise<void>;
  /** Reads the accounts again after another program wrote them, and tells which changed. */
  reload(): Promise<void>;
}

const ALL_RIGHTS: ReadonlySet<Right> = new Set(rights);

/** Levels above it act like it, where they have no permission set of their own. */
const LOWEST_LEVEL = 3;
const OF_PERMISSION_SET = '';
const SECOND_MS = 1000;
const MAX_TRIES = 20;

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

/** What a change says of the columns; `rights` and the password are stored in another form. */
const columnsOf = ({ rights: granted, passwordHash: _secret, ...change }: UserChange): Partial<StoredUser> => ({
  ...change,
  ...(granted === undefined ? {} : { rights: encodeRights(granted) }),
});

const seesOther = (before: User, now: User): boolean =>
  (before.level === 0) !== (now.level === 0) || !isDeepStrictEqual(before.groupIds, now.groupIds);

type StoredSets = ReadonlyMap<number, StoredPermissionSet>;

const mustHave = (sets: StoredSets, id: number): StoredPermissionSet => {
  if (id === 0) throw new AppError('invalid', 'Permission 0 holds every right and stays as it is.');
  const set = sets.get(id);
  if (set === undefined) throw new AppError('not_found', 'There is no such permission.');
  return set;
};

const assertOwnName = (sets: StoredSets, id: number): void => {
  const name = mustHave(sets, id).name.toLowerCase();
  for (const other of sets.values())
    if (other.id !== id && other.name.toLowerCase() === name)
      throw new AppError('conflict', `There is a permission named ${other.name} already.`);
};

/** The set as it is stored after an edit. */
const changedSet = (
  sets: StoredSets,
  { id, name, rights: granted, seenMs }: PermissionEdit,
  { by, nowMs }: { by: string; nowMs: number },
): StoredPermissionSet => {
  const set = mustHave(sets, id);
  assertSeen({ by, seenMs }, set, { id: String(id), name: set.name, access: set.rights });
  if (name !== undefined && name !== set.name && id <= LAST_FIXED_SET)
    throw new AppError('invalid', 'The name of this permission is fixed.');
  return {
    id,
    name: name ?? set.name,
    rights: granted === undefined ? set.rights : formatRights(granted),
    ...nextVersion(set, by, nowMs),
  };
};

class Accounts implements Users {
  readonly #kit: UsersKit;
  readonly #stored = new Map<number, StoredUser>();
  readonly #sets = new Map<number, StoredPermissionSet>();
  /** What they come to, made once: asked for each device of each list. */
  readonly #users = new Map<number, User>();
  /**
   * What is written and what is known of it change as one, and a reload reads in between: what it read before a write would be known after
   * it. Slow hashes stay outside.
   */
  readonly #turns = new InTurn();

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
    if (!right || !stored) return undefined;
    // Checking is slow: it may have been given another one meanwhile, and what it had is worth nothing then.
    return this.#stored.get(stored.id)?.password === stored.password ? this.byId(stored.id) : undefined;
  }

  async add({ passwordHash, ...user }: NewUser, by: string = COMMAND_LINE): Promise<User> {
    this.#assertRoomFor(user.name);
    assertNotEmpty(passwordHash);
    const password = await this.#kit.keeper.keep(passwordHash);
    return this.#turns.run(async () => {
      this.#assertRoomFor(user.name);
      const now = this.#kit.clock.now();
      const version = { updatedMs: Math.floor(now / SECOND_MS) * SECOND_MS, updatedBy: by };
      const stored = { ...NEW_ACCOUNT, ...user, ...version, rights: encodeRights(user.rights), password };
      const id = await this.#kit.store.insert(stored, now);
      this.#stored.set(id, { ...stored, id });
      return this.#toUser({ ...stored, id });
    });
  }

  signedIn(userId: number): Promise<void> {
    return this.#turns.run(async () => {
      const signedInMs = this.#kit.clock.now();
      await this.#kit.store.setSignedIn(userId, signedInMs);
      const [stored, user] = [this.#stored.get(userId), this.#users.get(userId)];
      if (stored) this.#stored.set(userId, { ...stored, signedInMs });
      if (user) this.#users.set(userId, { ...user, signedInMs }); // its rights stay the same object, by which callers know them
    });
  }

  async setPassword(userId: number, passwordHash: string): Promise<void> {
    assertNotEmpty(passwordHash);
    const password = await this.#kit.keeper.keep(passwordHash);
    await this.#turns.run(async () => {
      await this.#kit.store.setPassword(userId, password);
      this.#put({ ...this.#must(userId), password });
      this.#tellEnded(this.#must(userId));
    });
  }

  async changePassword(userId: number, { current, next, expiry, kept = null, tell }: OwnPassword): Promise<boolean> {
    assertNotEmpty(next);
    const { store, keeper } = this.#kit;
    const proven = await this.#read(userId);
    if (!(await keeper.check(current, proven.password))) return false;
    const password = await keeper.keep(next);
    // Both are slow: what an administrator did meanwhile to the password or the expiry counts.
    return this.#turns.run(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const found = await this.#read(userId);
        if (found.password !== proven.password) return false;
        const expiresMs = expiry(found.expiresMs);
        if (!(await store.replacePassword(userId, found, { password, expiresMs }, kept))) continue;
        this.#put({ ...this.#must(userId), password, expiresMs });
        tell(() => this.#tellEnded(found));
        return true;
      }
      throw new Error('An account changes faster than its password can be changed.');
    });
  }

  async change(userId: number, change: UserChange, edit: UserEdit = { by: COMMAND_LINE }): Promise<Version> {
    if (change.passwordHash !== undefined) assertNotEmpty(change.passwordHash);
    this.#must(userId);
    const { keeper } = this.#kit;
    const secret = change.passwordHash === undefined ? {} : { password: await keeper.keep(change.passwordHash) };
    return this.#turns.run(async () => {
      const before = this.#toUser(this.#must(userId));
      const { stored, version } = await this.#update(userId, { ...columnsOf(change), ...secret }, edit);
      this.#put(stored);
      if (change.passwordHash === undefined) this.#tellChanged(before);
      else this.#tellEnded(before);
      return version;
    });
  }

  remove(userId: number): Promise<void> {
    return this.#turns.run(async () => {
      const stored = this.#must(userId);
      await this.#kit.store.remove(userId);
      this.#stored.delete(userId);
      this.#users.delete(userId);
      this.#tellEnded(stored);
    });
  }

  permissionSets(): PermissionSet[] {
    return [...this.#sets.values()]
      .map((set) => ({ ...set, rights: parseRights(set.rights) }))
      .toSorted((a, b) => a.id - b.id);
  }

  setPermissionSet({ id, name, rights: granted }: Parameters<Users['setPermissionSet']>[0]): Promise<void> {
    return this.#turns.run(async () => {
      const before = this.#sets.get(id) ?? NEVER_CHANGED;
      const version = nextVersion(before, COMMAND_LINE, this.#kit.clock.now());
      await this.#writeSets([{ id, name, rights: formatRights(granted), ...version }]);
    });
  }

  changePermissionSets(edits: readonly PermissionEdit[], by: string): Promise<void> {
    return this.#turns.run(async () => {
      const stored = new Map((await this.#kit.sets.readAll()).map((set) => [set.id, set]));
      const changed = edits.map((edit) => changedSet(stored, edit, { by, nowMs: this.#kit.clock.now() }));
      for (const set of changed) stored.set(set.id, set);
      for (const { id } of edits) assertOwnName(stored, id);
      await this.#writeSets(changed);
    });
  }

  copyPermissionSet(id: number, name: string, by: string): Promise<number> {
    return this.#turns.run(async () => {
      const stored = new Map((await this.#kit.sets.readAll()).map((set) => [set.id, set]));
      const from = mustHave(stored, id);
      if (stored.size >= MAX_PERMISSION_SETS)
        throw new AppError('limit_reached', `At most ${MAX_PERMISSION_SETS} permission sets.`);
      const used = [...stored.keys(), ...[...this.#stored.values()].map(({ level }) => level)];
      const copyId = Math.max(LAST_FIXED_SET, ...used) + 1;
      const copy = { ...from, id: copyId, name, ...nextVersion(NEVER_CHANGED, by, this.#kit.clock.now()) };
      stored.set(copyId, copy);
      assertOwnName(stored, copyId);
      await this.#writeSets([copy]);
      return copyId;
    });
  }

  removePermissionSet(id: number): Promise<void> {
    return this.#turns.run(async () => {
      mustHave(this.#sets, id);
      if (id <= LAST_FIXED_SET) throw new AppError('invalid', 'This permission is always there.');
      const count = [...this.#stored.values()].filter(({ level }) => level === id).length;
      if (count > 0) throw new AppError('conflict', `Accounts have this permission: ${count}.`);
      await this.#kit.sets.remove(id);
      this.#sets.delete(id);
    });
  }

  async #writeSets(sets: readonly StoredPermissionSet[]): Promise<void> {
    await this.#kit.sets.write(sets);
    const before = this.list();
    for (const set of sets) this.#sets.set(set.id, set);
    this.#users.clear();
    this.#tellDifferences(before);
  }

  reload(): Promise<void> {
    return this.#turns.run(async () => {
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
    });
  }

  async #update(userId: number, columns: Partial<StoredUser>, edit: UserEdit) {
    let [found, next] = [this.#must(userId), this.#must(userId)];
    const version = await saveVersioned({
      edit,
      nowMs: this.#kit.clock.now(),
      read: async () => {
        found = await this.#read(userId);
        next = { ...found, ...columns };
        return { version: found, present: edit.present?.(this.#toUser(found)) ?? {} };
      },
      write: (made) => this.#kit.store.update({ ...next, ...made }, found),
    });
    return { stored: { ...next, ...version }, version };
  }

  #put(stored: StoredUser): void {
    this.#stored.set(stored.id, stored);
    this.#users.delete(stored.id);
  }

  #toUser(stored: StoredUser): User {
    const { password: _secret, rights: _own, ...rest } = stored;
    const cleared = this.#kit.clearedRights;
    const granted = stored.level === 0 ? ALL_RIGHTS : parseRights(this.#flagsOf(stored));
    return {
      ...rest,
      rights: new Set([...granted].filter((right) => !cleared.has(right))),
      setId: this.#setOf(stored),
    };
  }

  #setOf({ level, rights: own }: StoredUser): number | null {
    if (level === 0) return 0;
    if (own !== OF_PERMISSION_SET) return null;
    return this.#sets.has(level) ? level : Math.min(level, LOWEST_LEVEL);
  }

  #flagsOf(stored: StoredUser): string {
    const setId = this.#setOf(stored);
    return setId === null ? stored.rights : (this.#sets.get(setId)?.rights ?? '');
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

  #assertRoomFor(name: string): void {
    if (this.#find(name)) throw new AppError('conflict', `There is an account named ${name} already.`);
    if (this.#stored.size >= MAX_USERS) throw new AppError('limit_reached', TOO_MANY_USERS);
  }

  #find(name: string): StoredUser | undefined {
    for (const stored of this.#stored.values()) if (stored.name === name) return stored;
    return undefined;
  }

  /** As it is stored now. */
  async #read(userId: number): Promise<StoredUser> {
    return (await this.#kit.store.read(userId)) ?? this.#must(Number.NaN);
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

/** Where the map begins for an account, degrees; undefined for the usual place. */
export const placeOf = ({ mapPlace }: Pick<User, 'mapPlace'>): { lat: number; lng: number } | undefined => {
  const [lat, lng] = mapPlace.split(',').map(Number);
  return mapPlace === '' || lat === undefined || lng === undefined ? undefined : { lat, lng };
};

export const createUsers = async (kit: UsersKit): Promise<Users> => {
  const accounts = new Accounts(kit);
  await accounts.reload();
  return accounts;
};
