// The table relay_codes. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

/** By which a device authenticates at another platform; `target` is its host and port. */
export type RelayCode = { deviceKey: number; target: string; authCode: string };

export type RelayCodeStore = {
  /** '' for none. */
  read(deviceKey: number, target: string): Promise<string>;
  /** An empty one is none. */
  save(code: RelayCode): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const createRelayCodeStore = (database: Database): RelayCodeStore => {
  const db = tables<{ relayCodes: Row<RelayCode> }>(database);
  return {
    async read(deviceKey, target) {
      const found = await db
        .selectFrom('relayCodes')
        .select('authCode')
        .where('deviceKey', '=', deviceKey)
        .where('target', '=', target)
        .executeTakeFirst();
      return found?.authCode ?? '';
    },
    async save(code) {
      const { authCode } = code;
      await db
        .insertInto('relayCodes')
        .values(code)
        .onConflict((conflict) => conflict.columns(['deviceKey', 'target']).doUpdateSet({ authCode }))
        .execute();
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('relayCodes').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
