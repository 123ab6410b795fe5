// Lines from the contract to the groups: what a caller reaches of them, what an administrator changes, and who reaches what.
import {
  type GroupReach,
  type UserGroup,
  deleteGroupLink,
  deleteUserGroup,
  getGroupLinks,
  getGroupLinksOf,
  getUserGroups,
  getUserGroupsOf,
  postFindSetting,
  postGroupDevices,
  postGroupLink,
  postUserGroup,
  putUserGroup,
} from '@outrider/contract';
import { type Caller, type SeenDevice, unknownDevice } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import { seenBy } from '../user/index.ts';
import { waysTo } from './find-setting.ts';
import type { Groups } from './groups.ts';
import { ROOT_GROUP_ID } from './reach.ts';
import type { StoredGroup } from './store.ts';

type Account = { id: number; name: string; level: number; groupIds: readonly number[]; expiresMs: number | null };
type Device = { key: number; id: string };

export type GroupCallsKit = {
  groups: Groups;
  accounts: {
    list(): readonly Account[];
    byId(userId: number): Account | undefined;
    byName(name: string): Account | undefined;
  };
  devices: {
    /** The registered devices a caller may see. */
    visible(caller: Caller): readonly Device[];
    registered(): readonly Device[];
    /** Throws the one 'Unknown device'. */
    seen(caller: Caller, id: string): SeenDevice;
  };
  nowMs: () => number;
};

export const groupCalls = (kit: GroupCallsKit): CallHandler[] => [
  ...readingCalls(kit),
  ...treeCalls(kit),
  ...linkCalls(kit),
  handle(postFindSetting, (caller, asked) => findSetting(kit, caller, asked)),
];

const reachOfAccount = ({ groups }: GroupCallsKit, account: Account | undefined): readonly StoredGroup[] => {
  if (account === undefined) return [];
  const reach = groups.reach(account.groupIds);
  return account.level === 0 ? groups.list() : groups.list().filter(({ id }) => reach.has(id));
};

const rowsOf = (reached: readonly StoredGroup[]): UserGroup[] => {
  const ids = new Set(reached.map(({ id }) => id));
  return reached.map(({ id, parentId, name, updatedMs }) => ({
    groupid: String(id),
    parentid: parentId !== null && ids.has(parentId) ? String(parentId) : null,
    name,
    updatetime: updatedMs,
  }));
};

/** The links of these devices to these groups, as JSON: there may be many. */
const linksJson = ({ groups }: GroupCallsKit, devices: readonly Device[], reached: readonly StoredGroup[]): string => {
  const ids = new Set(reached.map(({ id }) => id));
  const rows: string[] = [];
  for (const { key, id } of devices)
    for (const groupId of groups.groupsOf(key))
      if (ids.has(groupId)) rows.push(`{"groupid":"${groupId}","deviceid":${JSON.stringify(id)}}`);
  return `[${rows.join(',')}]`;
};

/** An account by name, as far as the caller may know of it. */
const accountNamed = ({ accounts }: GroupCallsKit, caller: Caller, name: string): Account => {
  const account = name === caller.userName || caller.level === 0 ? accounts.byName(name) : undefined;
  if (account === undefined || !seenBy(caller)(account)) throw new AppError('not_found', 'There is no such account.');
  return account;
};

/** The registered devices that an account reaches. */
const devicesOf = ({ devices, groups }: GroupCallsKit, { level, groupIds }: Account): readonly Device[] =>
  level === 0 ? devices.registered() : devices.registered().filter(({ key }) => groups.covers(groupIds, key));

const readingCalls = (kit: GroupCallsKit): CallHandler[] => {
  const { accounts, devices, groups } = kit;
  const own = (caller: Caller): readonly StoredGroup[] => reachOfAccount(kit, accounts.byId(caller.userId));
  return [
    handle(getUserGroups, (caller) => rowsOf(own(caller))),
    handle(getUserGroupsOf, (caller, { username }) => ({
      data: rowsOf(reachOfAccount(kit, accountNamed(kit, caller, username))),
    })),
    handle(getGroupLinks, (caller) => new EncodedJson(linksJson(kit, devices.visible(caller), own(caller)))),
    handle(getGroupLinksOf, (caller, { username }) => {
      const account = accountNamed(kit, caller, username);
      return new EncodedJson(`{"data":${linksJson(kit, devicesOf(kit, account), reachOfAccount(kit, account))}}`);
    }),
    handle(postGroupDevices, (caller, { groupid }) => {
      if (!own(caller).some(({ id }) => id === groupid)) throw new AppError('not_found', 'There is no such group.');
      return devices.visible(caller).flatMap(({ key, id }) => (groups.covers([groupid], key) ? [id] : []));
    }),
  ];
};

const treeCalls = ({ groups }: GroupCallsKit): CallHandler[] => {
  const changed = (groupId: number) => ({ groupid: String(groupId), updatetime: groups.one(groupId).updatedMs });
  /** For the access log: what stood there. */
  const beforeOf = (groupId: number): Record<string, unknown> => {
    const { name, parentId } = groups.one(groupId);
    return { name, parentid: parentId === null ? null : String(parentId) };
  };
  return [
    handle(postUserGroup, async ({ userName: by }, { parentid, newChildrenName }) =>
      changed(await groups.add(parentid, newChildrenName, { by })),
    ),
    handle(putUserGroup, async (caller, { groupid, newGroupName, newParentid, updatetime }, { note }) => {
      if (newGroupName === undefined && newParentid === undefined)
        throw new AppError('invalid', 'Say newGroupName, newParentid or both.');
      note?.({ before: beforeOf(groupid) });
      const change = {
        ...(newGroupName !== undefined && { name: newGroupName }),
        ...(newParentid !== undefined && { parentId: newParentid }),
      };
      await groups.change(groupid, change, { by: caller.userName, seenMs: updatetime });
      return changed(groupid);
    }),
    handle(deleteUserGroup, async (caller, { groupid, updatetime }, { note }) => {
      note?.({ before: beforeOf(groupid) });
      await groups.removeUnused(groupid, { by: caller.userName, seenMs: updatetime });
      return { groupid: String(groupid) };
    }),
  ];
};

const linkCalls = ({ groups, devices }: GroupCallsKit): CallHandler[] => {
  /** A device that is not registered keeps its groups. */
  const keyOf = (caller: Caller, id: string): number => {
    const { deviceKey, registered } = devices.seen(caller, id);
    if (!registered) throw unknownDevice(id);
    return deviceKey;
  };
  return [
    handle(postGroupLink, async (caller, { groupid, deviceid }) => {
      await groups.link(keyOf(caller, deviceid), groupid);
      return { groupid: String(groupid), deviceid };
    }),
    handle(deleteGroupLink, async (caller, { groupid, deviceid }) => {
      await groups.unlink(keyOf(caller, deviceid), groupid);
      return { groupid: String(groupid), deviceid };
    }),
  ];
};

type Asked = { deviceid: string } | { groupid: number };
const findSetting = (
  { groups, accounts, devices, nowMs }: GroupCallsKit,
  caller: Caller,
  asked: Asked,
): GroupReach[] => {
  const targets = ((): readonly number[] => {
    if ('groupid' in asked) return [groups.one(asked.groupid).id];
    const { deviceKey, registered } = devices.seen(caller, asked.deviceid);
    if (!registered) throw unknownDevice(asked.deviceid);
    const inside = groups.groupsOf(deviceKey);
    return inside.length === 0 ? [ROOT_GROUP_ID] : inside;
  })();
  const told = accounts.list().filter(seenBy(caller));
  const byId = new Map(told.map((account) => [account.id, account]));
  return waysTo(targets, told, (ids) => groups.reach(ids)).flatMap(({ userId, groupId, heldBy }) => {
    const account = byId.get(userId);
    if (account === undefined) return [];
    return {
      username: account.name,
      permission: account.level,
      groupid: groupId === null ? '' : String(groupId),
      heldby: heldBy === null || 'groupid' in asked ? '' : String(heldBy),
      expired: account.expiresMs !== null && account.expiresMs <= nowMs(),
    };
  });
};
