// Areas and routes that devices have confirmed. The only file that knows this table.
import { type AreaKind, type DeviceArea, areaKinds, deviceArea } from '@outrider/contract';
import type { Kysely } from 'kysely';
import { type Database, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';

/** `setBy` '': the device said by itself that it has it. */
export type HeldArea = {
  deviceKey: number;
  kind: AreaKind;
  areaId: number;
  area: DeviceArea;
  setMs: number;
  setBy: string;
};

const columns = { kind: oneOf(areaKinds, 'circle'), area: json(deviceArea) };

type Tables = { deviceAreas: Row<HeldArea, typeof columns> };

const insert = async (db: Kysely<Tables>, areas: readonly HeldArea[]): Promise<void> => {
  if (areas.length === 0) return;
  await db
    .insertInto('deviceAreas')
    .values(areas.map((row) => ({ ...row, area: JSON.stringify(row.area) })))
    .onConflict((conflict) =>
      conflict.columns(['deviceKey', 'kind', 'areaId']).doUpdateSet((e) => ({
        area: e.ref('excluded.area'),
        setMs: e.ref('excluded.setMs'),
        setBy: e.ref('excluded.setBy'),
      })),
    )
    .execute();
};

const remove = async (db: Kysely<Tables>, deviceKey: number, kind: AreaKind, ids: readonly number[]): Promise<void> => {
  const rows = db.deleteFrom('deviceAreas').where('deviceKey', '=', deviceKey).where('kind', '=', kind);
  await (ids.length === 0 ? rows : rows.where('areaId', 'in', ids)).execute();
};

export type DeviceAreaStore = ReturnType<typeof createDeviceAreaStore>;

export const createDeviceAreaStore = (database: Database) => {
  const db = tables<Tables>(database, columns);
  return {
    of: (deviceKey: number): Promise<HeldArea[]> =>
      db
        .selectFrom('deviceAreas')
        .selectAll()
        .where('deviceKey', '=', deviceKey)
        .orderBy('kind')
        .orderBy('areaId')
        .execute(),
    save: (areas: readonly HeldArea[]): Promise<void> => insert(db, areas),
    /** These and no others of the kind. */
    replace: (deviceKey: number, kind: AreaKind, areas: readonly HeldArea[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await remove(transaction, deviceKey, kind, []);
        await insert(transaction, areas);
      }),
    /** Without ids all of the kind. */
    remove: (deviceKey: number, kind: AreaKind, ids: readonly number[]): Promise<void> =>
      remove(db, deviceKey, kind, ids),
    removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
      await db.deleteFrom('deviceAreas').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
