// The group tree and its devices, in memory and on disk: decides which devices a set of groups covers.
import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../kernel/db.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Group, isReached, reachOf } from './reach.ts';
import { type GroupStore, createGroupStore } from './store.ts';

export { groupCalls } from './calls.ts';
export { type Group, ROOT_GROUP_ID } from './reach.ts';

export interface Groups {
  list(): readonly Group[];
  /** The given groups and all below them. */
  reach(groupIds: readonly number[]): ReadonlySet<number>;
  /** Whether one of the given groups, or one below, covers the device. */
  covers(groupIds: readonly number[], deviceKey: number): boolean;
  /** Makes a group below another; throws AppError `not_found` when that is not there. */
  add(parentId: number, name: string): Promise<number>;
  /** Throws AppError `not_found`, and `invalid` where the group would lie below itself or the root would move. */
  change(groupId: number, change: { parentId?: number; name?: string }): Promise<void>;
  /** Removes a group with all below it; their devices belong to the root group unless they are in another one. */
  remove(groupId: number): Promise<void>;
  /** The groups a device is in itself. */
  groupsOf(deviceKey: number): readonly number[];
  /** Puts a device into exactly these groups; tells 'devices.relisted'. */
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
  /** Takes devices that were dropped out of their groups. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Reads the tree again after another program wrote it; tells 'devices.relisted' when it differs. */
  reload(): Promise<void>;
}

type TreeKit = {
  store: GroupStore;
  load: () => Promise<boolean>;
  mustExist: (groupId: number) => Group;
  reach: Groups['reach'];
  relisted: () => void;
};

/** What changes the tree itself. */
const treeEdits = ({
  store,
  load,
  mustExist,
  reach,
  relisted,
}: TreeKit): Pick<Groups, 'add' | 'change' | 'remove'> => ({
  async add(parentId, name) {
    mustExist(parentId);
    const id = await store.insert(parentId, name);
    await load();
    return id;
  },
  async change(groupId, { parentId, name }) {
    const group = mustExist(groupId);
    if (parentId !== undefined) {
      mustExist(parentId);
      if (group.parentId === null) throw new AppError('invalid', 'The root group has no group above it.');
      if (reach([groupId]).has(parentId)) throw new AppError('invalid', 'A group cannot lie below itself.');
    }
    await store.update({ id: groupId, parentId: parentId ?? group.parentId, name: name ?? group.name });
    await load();
    relisted();
  },
  async remove(groupId) {
    if (mustExist(groupId).parentId === null) throw new AppError('invalid', 'The root group cannot be removed.');
    await store.remove(groupId);
    await load();
    relisted();
  },
});

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
  const mustExist = (groupId: number): Group => {
    const group = groups.find(({ id }) => id === groupId);
    if (!group) throw new AppError('not_found', 'There is no such group.');
    return group;
  };
  const relisted = (): void => bus.publish('devices.relisted', { reason: 'groups' });
  await load();
  return {
    list: () => groups,
    reach,
    covers: (groupIds, deviceKey) => isReached(reach(groupIds), members.get(deviceKey)),
    ...treeEdits({ store, load, mustExist, reach, relisted }),
    groupsOf: (deviceKey) => members.get(deviceKey) ?? [],
    async setDeviceGroups(deviceKey, groupIds) {
      for (const groupId of groupIds) mustExist(groupId);
      await store.setDeviceGroups(deviceKey, groupIds);
      if (groupIds.length > 0) members.set(deviceKey, [...groupIds]);
      else members.delete(deviceKey);
      relisted();
    },
    async forgetDevices(deviceKeys) {
      await store.removeDevices(deviceKeys);
      for (const deviceKey of deviceKeys) members.delete(deviceKey);
    },
    async reload() {
      if (await load()) relisted();
    },
  };
};
