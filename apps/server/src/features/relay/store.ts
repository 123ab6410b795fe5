// The tables relay_codes, relay_cursor and relay_owed. The only file that knows them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { DeviceRow, Owed } from './owed.ts';

/** By which a device authenticates at another platform; `target` is its host and port. */
export type RelayCode = { deviceKey: number; target: string; authCode: string };

export type RelayCodeStore = {
  /** '' for none. */
  read(deviceKey: number, target: string): Promise<string>;
  /** An empty one is none. */
  save(code: RelayCode): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export type RelayOwedStore = {
  /** Null: nothing is known of this target. */
  read(target: string): Promise<Owed | null>;
  /** In the place of what is there: behind this row everything is owed, before it nothing. */
  begin(target: string, journalId: number): Promise<void>;
  owe(rows: readonly DeviceRow[]): Promise<void>;
  moveCursor(target: string, journalId: number): Promise<void>;
  /** They owe nothing that stands before the cursor. */
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
  clear(): Promise<void>;
};

type Tables = {
  relayCodes: Row<RelayCode>;
  relayCursor: Row<{ id: number; target: string; journalId: number }>;
  relayOwed: Row<DeviceRow>;
};

const CURSOR = 1;
/** In one statement: a millisecond. */
const ROWS_AT_ONCE = 200;

/** Runs `action` for some of the rows at a time; between two of them everybody else has a turn. */
const inParts = async <T>(rows: readonly T[], action: (some: readonly T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await action(rows.slice(from, from + ROWS_AT_ONCE));
    await nextTurn();
  }
};

export const createRelayCodeStore = (database: Database): RelayCodeStore => {
  const db = tables<Tables>(database);
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

export const createRelayOwedStore = (database: Database): RelayOwedStore => {
  const db = tables<Tables>(database);
  const remove = async (): Promise<void> => {
    await db.deleteFrom('relayCursor').execute(); // first: without it devices mean nothing
    await db.deleteFrom('relayOwed').execute();
  };
  return {
    async clear() {
      const isThere = await db.selectFrom('relayCursor').select('id').executeTakeFirst();
      if (isThere !== undefined) await remove(); // a server without relays writes nothing
    },
    async read(target) {
      const cursor = await db
        .selectFrom('relayCursor')
        .select('journalId')
        .where('target', '=', target)
        .executeTakeFirst();
      if (cursor === undefined) return null;
      const rows = await db.selectFrom('relayOwed').selectAll().execute();
      return { cursor: cursor.journalId, devices: new Map(rows.map((row) => [row.deviceKey, row.journalId])) };
    },
    async begin(target, journalId) {
      await remove();
      await db.insertInto('relayCursor').values({ id: CURSOR, target, journalId }).execute();
    },
    owe: (rows) =>
      inParts(rows, (some) =>
        db
          .insertInto('relayOwed')
          .values([...some])
          .onConflict((conflict) =>
            conflict.column('deviceKey').doUpdateSet((e) => ({ journalId: e.ref('excluded.journalId') })),
          )
          .execute(),
      ),
    async moveCursor(target, journalId) {
      await db.updateTable('relayCursor').set({ journalId }).where('target', '=', target).execute();
    },
    removeDevices: (deviceKeys) =>
      inParts(deviceKeys, (some) => db.deleteFrom('relayOwed').where('deviceKey', 'in', some).execute()),
  };
};
