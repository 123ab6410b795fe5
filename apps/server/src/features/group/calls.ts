// What every signed-in user asks about groups. Editing comes with its screens, until then by command line.
import { type UserGroup, getUserGroups, postGroupDevices } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Group } from './reach.ts';

export type GroupCallsKit = {
  groups: {
    list(): readonly Group[];
    reach(groupIds: readonly number[]): ReadonlySet<number>;
    covers(groupIds: readonly number[], deviceKey: number): boolean;
  };
  /** The own groups of an account. */
  groupsOfUser: (userId: number) => readonly number[];
  /** The registered devices a caller may see. */
  devices: (caller: Caller) => readonly { key: number; id: string }[];
};

export const groupCalls = ({ groups, groupsOfUser, devices }: GroupCallsKit): CallHandler[] => {
  const reached = (caller: Caller): Group[] => {
    const reach = groups.reach(groupsOfUser(caller.userId));
    return groups.list().filter(({ id }) => caller.level === 0 || reach.has(id));
  };
  return [
    handle(getUserGroups, (caller): UserGroup[] => {
      const own = reached(caller);
      const parentOf = ({ parentId }: Group): string => (own.some(({ id }) => id === parentId) ? String(parentId) : '');
      return own.map((group) => ({ groupid: String(group.id), parentid: parentOf(group), name: group.name }));
    }),
    handle(postGroupDevices, (caller, { groupid }) => {
      if (!reached(caller).some(({ id }) => id === groupid)) throw new AppError('not_found', 'There is no such group.');
      return devices(caller).flatMap(({ key, id }) => (groups.covers([groupid], key) ? [id] : []));
    }),
  ];
};
