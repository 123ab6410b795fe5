// The group tree and its devices, in memory and on disk: decides which devices a set of groups covers.
import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../kernel/db.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Group, isReached, reachOf } from './reach.ts';
import { createGroupStore } from './store.ts';

export { type Group, ROOT_GROUP_ID } from './reach.ts';

export interface Groups {
  list(): readonly Group[];
  /** The given groups and all below them. */
  reach(groupIds: readonly number[]): ReadonlySet<number>;
  /** Whether one of the given groups, or one below, covers the device. */
  covers(groupIds: readonly number[], deviceKey: number): boolean;
  /** Makes a group below another; throws AppError `not_found` when that is not there. */
  add(parentId: number, name: string): Promise<number>;
  /** Puts a device into exactly these groups; tells 'devices.relisted'. */
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
  /** Reads the tree again after another program wrote it; tells 'devices.relisted' when it differs. */
  reload(): Promise<void>;
}

export const groupFeature = async ({ db, bus }: { db: Database; bus: Bus }): Promise<Groups> => {
  const store = createGroupStore(db);
  let groups: readonly Group[] = [];
  const members = new Map<number, number[]>();
  // Asked for every device of every list reply: the same few sets of groups again and again.
  const reaches = new Map<string, ReadonlySet<number>>();
  const load = async (): Promise<boolean> => {
    const rows = await store.readMembers();
    const tree = await store.readGroups();
    const before = { groups, members: new Map(members) };
    groups = tree;
    members.clear();
    reaches.clear();
    for (const { deviceKey, groupId } of rows) members.set(deviceKey, [...(members.get(deviceKey) ?? []), groupId]);
    return !isDeepStrictEqual(before, { groups, members });
  };
  const reach = (groupIds: readonly number[]): ReadonlySet<number> => {
    const name = groupIds.join();
    const known = reaches.get(name);
    if (known) return known;
    const found = reachOf(groups, groupIds);
    reaches.set(name, found);
    return found;
  };
  const mustExist = (groupId: number): void => {
    if (!groups.some(({ id }) => id === groupId)) throw new AppError('not_found', 'There is no such group.');
  };
  await load();
  return {
    list: () => groups,
    reach,
    covers: (groupIds, deviceKey) => isReached(reach(groupIds), members.get(deviceKey)),
    async add(parentId, name) {
      mustExist(parentId);
      const id = await store.insert(parentId, name);
      await load();
      return id;
    },
    async setDeviceGroups(deviceKey, groupIds) {
      groupIds.forEach(mustExist);
      await store.setDeviceGroups(deviceKey, groupIds);
      if (groupIds.length > 0) members.set(deviceKey, [...groupIds]);
      else members.delete(deviceKey);
      bus.publish('devices.relisted', { reason: 'groups' });
    },
    async reload() {
      if (await load()) bus.publish('devices.relisted', { reason: 'groups' });
    },
  };
};
