// What administrators change of accounts, with every rule of it: who may make and see administrators, and that none of them locks everybody
// out. Storing is service.ts, the wire is calls.ts.
import { FIRST_ADMIN } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { byName } from '../../kernel/by-name.ts';
import { AppError } from '../../kernel/errors.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { Version } from '../../kernel/storage/version.ts';
import type { NewUser, User, UserChange, UserEdit, Users } from './service.ts';

export type AccountKit = {
  users: Users;
  groups: { list(): readonly { id: number }[] };
  clock: Clock;
  options: {
    /** Administrators that are not named admin make others, too. */
    extraAdmins: boolean;
    /** Nobody is removed. */
    keepsAccounts: boolean;
  };
};

/** Of administrators: those not named admin see no administrator but themselves. */
export const seenBy =
  (caller: Caller) =>
  ({ name, level }: Pick<User, 'name' | 'level'>): boolean =>
    caller.userName === FIRST_ADMIN || level > 0 || name === caller.userName;

/** `field`: whose value is refused, '' for none. */
const refuse = (field: string, text: string): never => {
  throw new AppError('invalid', field === '' ? text : `${field}: ${text}`);
};

/** Signs in for ever: one of those must stay. */
const isLasting = ({ level, expiresMs }: Pick<User, 'level' | 'expiresMs'>): boolean =>
  level === 0 && expiresMs === null;

export interface AccountEditor {
  /** Those that the caller may know of, by name. */
  list(caller: Caller): User[];
  add(caller: Caller, user: NewUser): Promise<User>;
  /** `what` gives the change for the account as it is. */
  change(caller: Caller, name: string, what: (user: User) => UserChange, edit: Omit<UserEdit, 'by'>): Promise<Version>;
  signedInNow(caller: Caller, name: string): Promise<void>;
  remove(caller: Caller, name: string): Promise<void>;
  /** The account of that name. Throws AppError `not_found`, the same for one that the caller may not know of. */
  find(caller: Caller, name: string): User;
}

/** What must hold of a change, for who asks for it. */
const accountRules = ({ users, groups, clock, options }: AccountKit) => ({
  assertLevel(caller: Caller, level: number): void {
    if (level === 0 && caller.userName !== FIRST_ADMIN && !options.extraAdmins)
      throw new AppError('forbidden', 'Only the account admin makes administrators.');
    if (level !== 0 && !users.permissionSets().some(({ id }) => id === level))
      refuse('editingPermission', 'There is no such permission.');
  },
  assertGroups(groupIds: readonly number[]): void {
    if (groupIds.some((id) => !groups.list().some((group) => group.id === id)))
      refuse('editingGroupid', 'There is no such group.');
  },
  /** `next`: what becomes of the account; undefined when it is removed. */
  assertLastingLeft(user: User, next?: Pick<User, 'level' | 'expiresMs'>): void {
    const last = users.list().filter(isLasting);
    if (last.length === 1 && last[0]?.id === user.id && (next === undefined || !isLasting(next)))
      refuse(next === undefined ? '' : 'expirydate', 'The last administrator without an expiry date stays one.');
  },
  /** Nobody locks himself out. */
  assertStays(caller: Caller, user: User, change: UserChange): void {
    const { level = user.level, expiresMs = user.expiresMs } = change;
    if (user.name === FIRST_ADMIN && level !== 0)
      refuse('editingPermission', 'The account admin stays an administrator.');
    if (user.id === caller.userId && level !== user.level)
      refuse('editingPermission', 'Nobody changes the own permission.');
    if (user.id === caller.userId && expiresMs !== null && expiresMs <= clock.now())
      refuse('expirydate', 'Nobody lets the own account expire.');
  },
});

export const createAccountEditor = (kit: AccountKit): AccountEditor => {
  const { users, options } = kit;
  const rules = accountRules(kit);
  // A rule about all accounts holds only where one change is made after the other.
  const turns = new InTurn();
  const find = (caller: Caller, name: string): User => {
    const user = users.byName(name);
    if (user === undefined || !seenBy(caller)(user))
      throw new AppError('not_found', `There is no account named ${name}.`);
    return user;
  };
  return {
    list: (caller) => users.list().filter(seenBy(caller)).toSorted(byName),
    find,
    add: (caller, user) =>
      turns.run(async () => {
        const same = users.list().find(({ name }) => name.toLowerCase() === user.name.toLowerCase());
        if (same) throw new AppError('conflict', `There is an account named ${same.name} already.`);
        rules.assertLevel(caller, user.level);
        rules.assertGroups(user.groupIds);
        return users.add(user, caller.userName);
      }),
    change: (caller, name, what, edit) =>
      turns.run(async () => {
        const user = find(caller, name);
        const change = what(user);
        if (change.level !== undefined && change.level !== user.level) rules.assertLevel(caller, change.level);
        if (change.groupIds !== undefined) rules.assertGroups(change.groupIds);
        rules.assertStays(caller, user, change);
        rules.assertLastingLeft(user, { ...user, ...change });
        return users.change(user.id, change, { ...edit, by: caller.userName });
      }),
    signedInNow: (caller, name) => users.signedIn(find(caller, name).id),
    remove: (caller, name) =>
      turns.run(async () => {
        const user = find(caller, name);
        if (options.keepsAccounts) throw new AppError('forbidden', 'Accounts are not removed here.');
        if (user.name === FIRST_ADMIN) refuse('', 'The account admin cannot be removed.');
        if (user.id === caller.userId) refuse('', 'Nobody removes the own account.');
        rules.assertLastingLeft(user);
        await users.remove(user.id);
      }),
  };
};
