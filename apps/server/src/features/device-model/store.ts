// The table device_models. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

/** What a device said last of itself. */
export type StoredModel = {
  deviceKey: number;
  manufacturer: string;
  model: string;
  firmware: string;
  hardware: string;
  iccid: string;
  terminalType: number;
  toldMs: number;
};

export type DeviceModelStore = {
  read(): Promise<StoredModel[]>;
  save(model: StoredModel): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const createDeviceModelStore = (database: Database): DeviceModelStore => {
  const db = tables<{ deviceModels: Row<StoredModel> }>(database);
  return {
    read: () => db.selectFrom('deviceModels').selectAll().orderBy('deviceKey').execute(),
    async save(model) {
      await db
        .insertInto('deviceModels')
        .values(model)
        .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(model))
        .execute();
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('deviceModels').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
