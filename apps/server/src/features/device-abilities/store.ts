// The table of what devices said last that they can. The only file that knows it.
import { vendorCommandNames } from '@outrider/contract';
import { z } from 'zod';
import { type Database, json, type Row, tables } from '../../kernel/storage/db.ts';

/** What a device can in our vendor block; nothing where it does not know that. */
export type Abilities = { commands: (typeof vendorCommandNames)[number][]; settings: string[] };
type Told = Abilities & { deviceKey: number; toldMs: number };

const columns = { commands: json(z.array(z.enum(vendorCommandNames))), settings: json(z.array(z.string())) };

export type DeviceAbilityStore = ReturnType<typeof createDeviceAbilityStore>;

export const createDeviceAbilityStore = (database: Database) => {
  const db = tables<{ deviceAbilities: Row<Told, typeof columns> }>(database, columns);
  return {
    of: (deviceKey: number): Promise<Abilities | undefined> =>
      db
        .selectFrom('deviceAbilities')
        .select(['commands', 'settings'])
        .where('deviceKey', '=', deviceKey)
        .executeTakeFirst(),
    save: async (deviceKey: number, { commands, settings }: Abilities, toldMs: number): Promise<void> => {
      const told = { commands: JSON.stringify(commands), settings: JSON.stringify(settings), toldMs };
      await db
        .insertInto('deviceAbilities')
        .values({ deviceKey, ...told })
        .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(told))
        .execute();
    },
    removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
      await db.deleteFrom('deviceAbilities').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
