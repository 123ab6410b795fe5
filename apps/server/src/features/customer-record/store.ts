// The table of customer records. The only file that knows it.
import { type Database, flag, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type StoredCustomer = Version & {
  deviceKey: number;
  dealer: string;
  customer: string;
  salesman: string;
  address: string;
  phone: string;
  mail: string;
  follow: boolean;
  memo: string;
};

export type CustomerStore = {
  readAll(): Promise<StoredCustomer[]>;
  read(deviceKey: number): Promise<StoredCustomer | undefined>;
  /** Writes where the record has the version `beforeMs` (0: or is not there); false where it has another one. */
  write(record: StoredCustomer, beforeMs: number): Promise<boolean>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const createCustomerStore = (database: Database): CustomerStore => {
  const db = tables<{ customerRecords: Row<StoredCustomer> }>(database, { follow: flag });
  const rows = db.selectFrom('customerRecords').selectAll();
  return {
    readAll: () => rows.orderBy('deviceKey').execute(),
    read: (deviceKey) => rows.where('deviceKey', '=', deviceKey).executeTakeFirst(),
    async write({ deviceKey, ...changed }, beforeMs) {
      const written = await db
        .insertInto('customerRecords')
        .values({ deviceKey, ...changed })
        .onConflict((c) => c.column('deviceKey').doUpdateSet(changed).where('customerRecords.updatedMs', '=', beforeMs))
        .returning('deviceKey')
        .executeTakeFirst();
      return written !== undefined;
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('customerRecords').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
