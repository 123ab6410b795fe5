// The tables of the group tree and of the devices in each group.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type StoredGroup = Version & { id: number; parentId: number | null; name: string };
export type GroupStore = {
  readGroups(): Promise<StoredGroup[]>;
  read(groupId: number): Promise<StoredGroup | undefined>;
  readMembers(): Promise<{ deviceKey: number; groupId: number }[]>;
  insert(group: Omit<StoredGroup, 'id'>): Promise<number>;
  /** Writes what is given where the group has the version `beforeMs`; false where it has another one. */
  update(groupId: number, change: Partial<Omit<StoredGroup, 'id'>>, beforeMs: number): Promise<boolean>;
  /**
   * Removes the group; what lies below and who is in it goes with it. `beforeMs`: only where it has that version; false where it has another
   * one.
   */
  remove(groupId: number, beforeMs?: number): Promise<boolean>;
  /** Puts a device into a group; it may be in it. */
  addLink(deviceKey: number, groupId: number): Promise<void>;
  removeLink(deviceKey: number, groupId: number): Promise<void>;
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

type Tables = {
  groups: Row<StoredGroup, object, 'id'>;
  deviceGroups: Row<{ deviceKey: number; groupId: number }>;
};

export const createGroupStore = (database: Database): GroupStore => {
  const db = tables<Tables>(database);
  const groups = db.selectFrom('groups').selectAll();
  return {
    readGroups: () => groups.orderBy('id').execute(),
    read: (groupId) => groups.where('id', '=', groupId).executeTakeFirst(),
    readMembers: () => db.selectFrom('deviceGroups').selectAll().orderBy('deviceKey').orderBy('groupId').execute(),
    async insert(group) {
      const row = await db.insertInto('groups').values(group).returning('id').executeTakeFirstOrThrow();
      return row.id;
    },
    async update(groupId, change, beforeMs) {
      const same = db.updateTable('groups').set(change).where('id', '=', groupId).where('updatedMs', '=', beforeMs);
      return (await same.returning('id').executeTakeFirst()) !== undefined;
    },
    async remove(groupId, beforeMs) {
      const group = db.deleteFrom('groups').where('id', '=', groupId);
      const same = beforeMs === undefined ? group : group.where('updatedMs', '=', beforeMs);
      return (await same.returning('id').executeTakeFirst()) !== undefined;
    },
    async addLink(deviceKey, groupId) {
      const link = db.insertInto('deviceGroups').values({ deviceKey, groupId });
      await link.onConflict((conflict) => conflict.columns(['deviceKey', 'groupId']).doNothing()).execute();
    },
    async removeLink(deviceKey, groupId) {
      const links = db.deleteFrom('deviceGroups').where('deviceKey', '=', deviceKey);
      await links.where('groupId', '=', groupId).execute();
    },
    setDeviceGroups: (deviceKey, groupIds) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('deviceGroups').where('deviceKey', '=', deviceKey).execute();
        for (const groupId of groupIds)
          await transaction.insertInto('deviceGroups').values({ deviceKey, groupId }).execute();
      }),
    async removeDevices(deviceKeys) {
      await db.deleteFrom('deviceGroups').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
