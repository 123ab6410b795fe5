// The table allowed_terminals: permissions to register a number that other hardware has. Using one up is store/admissions.ts.
import type { Kysely } from 'kysely';
import { type Database, type Row, tables } from '../../../kernel/storage/db.ts';
import type { AllowedTerminal } from '../readmission.ts';

export interface AllowedTerminalStore {
  /** Those that have not expired, the one that tried last comes last. */
  load(nowMs: number): Promise<AllowedTerminal[]>;
  /** Once more for the same terminal: the newer permission holds, also over that of another administrator. */
  save(allowed: AllowedTerminal): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}

type Tables = { allowedTerminals: Row<AllowedTerminal> };

export const createAllowedTerminalStore = (database: Database): AllowedTerminalStore => {
  const db = tables<Tables>(database);
  return {
    load: (nowMs) =>
      db.selectFrom('allowedTerminals').selectAll().where('allowedUntilMs', '>', nowMs).orderBy('lastMs').execute(),
    save: (allowed) =>
      db.transaction().execute(async (tx) => {
        const { terminalId, manufacturer, model, hardwareId } = allowed;
        await tx
          .deleteFrom('allowedTerminals')
          .where((eb) => eb.and({ terminalId, manufacturer, model, hardwareId }))
          .execute();
        if (await isInserted(tx, allowed)) return;
        // Another server counts its waiting terminals by itself.
        const { last } = await tx
          .selectFrom('allowedTerminals')
          .select((eb) => eb.fn.max('id').as('last'))
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('allowedTerminals')
          .values({ ...allowed, id: last + 1 })
          .execute();
      }),
    removeExpired: async (nowMs) => {
      await db.deleteFrom('allowedTerminals').where('allowedUntilMs', '<=', nowMs).execute();
    },
  };
};

/** False where the number is taken. */
const isInserted = async (tx: Kysely<Tables>, allowed: AllowedTerminal): Promise<boolean> => {
  const inserting = tx.insertInto('allowedTerminals').values(allowed);
  const row = await inserting
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};
