// The door of the group feature: the tree of groups and the devices in them, in memory and on disk.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { groupEdits } from './edits.ts';
import type { Groups } from './groups.ts';
import type { Scope } from './sight.ts';
import { createGroupStore } from './store.ts';
import { GroupTree } from './tree.ts';

export { groupCalls } from './calls.ts';
export type { Groups } from './groups.ts';
export { ROOT_GROUP_ID } from './reach.ts';

export type GroupKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  /** Who must be told when other devices are shown to them, and who keeps a group from being removed. */
  accounts?: () => Iterable<Scope & { name: string }>;
};

export const groupFeature = async ({ db, bus, clock, accounts = () => [] }: GroupKit): Promise<Groups> => {
  const store = createGroupStore(db);
  const links = await store.readMembers();
  const tree = new GroupTree({ bus, accounts }, await store.readGroups(), links);
  const edits = new InTurn();
  return {
    list: () => tree.groups,
    one: (groupId) => tree.must(groupId),
    reach: (groupIds) => tree.reach(groupIds),
    covers: (groupIds, deviceKey) => tree.covers(groupIds, deviceKey),
    groupsOf: (deviceKey) => tree.groupsOf(deviceKey),
    ...groupEdits({ store, tree, clock, edits, accounts }),
    forgetDevices: (deviceKeys) =>
      edits.run(async () => {
        await store.removeDevices(deviceKeys);
        tree.forget(deviceKeys);
      }),
    reload: () =>
      edits.run(async () => {
        const now = await store.readMembers();
        tree.replace(await store.readGroups(), now);
      }),
  };
};
