// Rows of media slots: where each lay last, and the mark that its folder carries.
import type { Database } from '../../../kernel/storage/db.ts';
import type { KnownSlot } from '../slot-names.ts';
import { slotTables } from './tables.ts';

export type SlotStore = ReturnType<typeof createSlotStore>;

export const createSlotStore = (database: Database) => {
  const db = slotTables(database);
  return {
    slotsOf: (node: string): Promise<KnownSlot[]> =>
      db
        .selectFrom('recordingSlots')
        .select(['name', 'folder', 'mark'])
        .where('node', '=', node)
        .orderBy('name')
        .execute(),

    async moveSlot(node: string, name: string, folder: string): Promise<void> {
      await db
        .updateTable('recordingSlots')
        .set({ folder })
        .where('node', '=', node)
        .where('name', '=', name)
        .execute();
    },

    /** The folder is that of the slot from here on, and carries the mark. */
    async keepSlot(node: string, { name, folder, mark }: KnownSlot): Promise<void> {
      await db
        .insertInto('recordingSlots')
        .values({ node, name, folder, mark })
        .onConflict((conflict) => conflict.columns(['node', 'name']).doUpdateSet({ folder, mark }))
        .execute();
    },

    /** Nodes whose slots are known here, this one or others. */
    async nodes(): Promise<string[]> {
      const rows = await db.selectFrom('recordingSlots').select('node').distinct().orderBy('node').execute();
      return rows.map(({ node }) => node);
    },
  };
};
