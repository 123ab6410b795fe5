// The tables of the group tree and of the devices in each group.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type StoredGroup = { id: number; parentId: number | null; name: string };
export type GroupStore = {
  readGroups(): Promise<StoredGroup[]>;
  readMembers(): Promise<{ deviceKey: number; groupId: number }[]>;
  insert(parentId: number, name: string): Promise<number>;
  update(group: StoredGroup): Promise<void>;
  /** Removes the group; what lies below and who is in it goes with it. */
  remove(groupId: number): Promise<void>;
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

type Tables = {
  groups: Row<StoredGroup, object, 'id'>;
  deviceGroups: Row<{ deviceKey: number; groupId: number }>;
};

export const createGroupStore = (database: Database): GroupStore => {
  const db = tables<Tables>(database);
  return {
    readGroups: () => db.selectFrom('groups').selectAll().orderBy('id').execute(),
    readMembers: () => db.selectFrom('deviceGroups').selectAll().orderBy('deviceKey').orderBy('groupId').execute(),
    async insert(parentId, name) {
      const row = await db.insertInto('groups').values({ parentId, name }).returning('id').executeTakeFirstOrThrow();
      return row.id;
    },
    async update({ id, parentId, name }) {
      await db.updateTable('groups').set({ parentId, name }).where('id', '=', id).execute();
    },
    async remove(groupId) {
      await db.deleteFrom('groups').where('id', '=', groupId).execute();
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
