// The tables of the group tree and of the devices in each group.
import type { Generated } from 'kysely';
import type { Database } from '../../kernel/db.ts';

type GroupTables = {
  groups: { id: Generated<number>; parent_id: number | null; name: string };
  device_groups: { device_key: number; group_id: number };
};

export type StoredGroup = { id: number; parentId: number | null; name: string };
export type GroupStore = {
  readGroups(): Promise<StoredGroup[]>;
  readMembers(): Promise<{ deviceKey: number; groupId: number }[]>;
  insert(parentId: number, name: string): Promise<number>;
  update(group: StoredGroup): Promise<void>;
  /** Removes the group; what lies below and who is in it goes with it. */
  remove(groupId: number): Promise<void>;
  setDeviceGroups(deviceKey: number, groupIds: readonly number[]): Promise<void>;
};

export const createGroupStore = (database: Database): GroupStore => {
  const db = database.$extendTables<GroupTables>();
  return {
    async readGroups() {
      const rows = await db.selectFrom('groups').selectAll().orderBy('id').execute();
      return rows.map((row) => ({ id: row.id, parentId: row.parent_id, name: row.name }));
    },
    async readMembers() {
      const rows = await db.selectFrom('device_groups').selectAll().execute();
      return rows.map((row) => ({ deviceKey: row.device_key, groupId: row.group_id }));
    },
    async insert(parentId, name) {
      const row = await db
        .insertInto('groups')
        .values({ parent_id: parentId, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async update({ id, parentId, name }) {
      await db.updateTable('groups').set({ parent_id: parentId, name }).where('id', '=', id).execute();
    },
    async remove(groupId) {
      await db.deleteFrom('groups').where('id', '=', groupId).execute();
    },
    setDeviceGroups: (deviceKey, groupIds) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('device_groups').where('device_key', '=', deviceKey).execute();
        for (const groupId of groupIds)
          await transaction.insertInto('device_groups').values({ device_key: deviceKey, group_id: groupId }).execute();
      }),
  };
};
