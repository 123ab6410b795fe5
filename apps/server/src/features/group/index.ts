// The group tree and its devices, in memory and on disk: decides which devices a set of groups covers.
import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Group, isReached, reachOf } from './reach.ts';
import { type Scope, seeingOther, type Tree } from './sight.ts';
import { type GroupStore, createGroupStore } from './store.ts';

export { groupCalls } from './calls.ts';
export { type Group, ROOT_GROUP_ID } from './reach.ts';

/** Every change tells 'groups.changed', and 'sight.changed' of the accounts that see other devices then. */
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
  /** Puts a device into exactly these groups. */
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
  /** Takes devices that were dropped out of their groups. */
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Reads the tree again after another program wrote it. */
  reload(): Promise<void>;
}

type TreeKit = {
  store: GroupStore;
  /** Reads the tree again, and tells when it differs. */
  load: () => Promise<void>;
  mustExist: (groupId: number) => Group;
  reach: Groups['reach'];
};

/** What changes the tree itself. */
const treeEdits = ({ store, load, mustExist, reach }: TreeKit): Pick<Groups, 'add' | 'change' | 'remove'> => ({
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
  },
  async remove(groupId) {
    if (mustExist(groupId).parentId === null) throw new AppError('invalid', 'The root group cannot be removed.');
    await store.remove(groupId);
    await load();
  },
});

export type GroupKit = {
  db: Database;
  bus: Bus;
  /** Who must be told when other devices are shown to them. */
  accounts?: () => Iterable<Scope>;
};

const readTree = async (store: GroupStore): Promise<Tree> => {
  const rows = await store.readMembers();
  const groups = await store.readGroups();
  const members = new Map<number, number[]>();
  for (const { deviceKey, groupId } of rows) members.set(deviceKey, [...(members.get(deviceKey) ?? []), groupId]);
  return { groups, members };
};

export const groupFeature = async ({ db, bus, accounts = () => [] }: GroupKit): Promise<Groups> => {
  const store = createGroupStore(db);
  let tree = await readTree(store);
  // Asked for every device of every list reply: the same few sets of groups again and again.
  const reaches = new Map<string, ReadonlySet<number>>();
  const take = (now: Tree): void => {
    const before = tree;
    if (isDeepStrictEqual(before, now)) return;
    tree = now;
    reaches.clear();
    bus.publish('groups.changed', {});
    const userIds = seeingOther(before, now, accounts());
    if (userIds.length > 0) bus.publish('sight.changed', { userIds });
  };
  const load = async (): Promise<void> => take(await readTree(store));
  const reach = (groupIds: readonly number[]): ReadonlySet<number> => {
    const name = groupIds.join();
    const known = reaches.get(name);
    if (known) return known;
    const found = reachOf(tree.groups, groupIds);
    reaches.set(name, found);
    return found;
  };
  const mustExist = (groupId: number): Group => {
    const group = tree.groups.find(({ id }) => id === groupId);
    if (!group) throw new AppError('not_found', 'There is no such group.');
    return group;
  };
  /** The members with those of one device changed. */
  const put = (deviceKey: number, groupIds: readonly number[]): void => {
    const members = new Map(tree.members);
    if (groupIds.length > 0) members.set(deviceKey, groupIds);
    else members.delete(deviceKey);
    take({ ...tree, members });
  };
  return {
    list: () => tree.groups,
    reach,
    covers: (groupIds, deviceKey) => isReached(reach(groupIds), tree.members.get(deviceKey)),
    ...treeEdits({ store, load, mustExist, reach }),
    groupsOf: (deviceKey) => tree.members.get(deviceKey) ?? [],
    async setDeviceGroups(deviceKey, groupIds) {
      for (const groupId of groupIds) mustExist(groupId);
      await store.setDeviceGroups(deviceKey, groupIds);
      put(deviceKey, [...groupIds]);
    },
    async forgetDevices(deviceKeys) {
      await store.removeDevices(deviceKeys);
      const gone = new Set(deviceKeys);
      tree = { ...tree, members: new Map([...tree.members].filter(([key]) => !gone.has(key))) };
    },
    reload: load,
  };
};
