// The table allowed_terminals: permissions to register a number that other hardware has. The only file that knows it.
import { type Database, type Row, tables } from '../../../kernel/storage/db.ts';
import type { AllowedTerminal } from '../readmission.ts';

export interface AllowedTerminalStore {
  /** Those that have not expired, the one that tried last comes last. */
  load(nowMs: number): Promise<AllowedTerminal[]>;
  /** Once more for the same terminal: the newer permission holds. */
  save(allowed: AllowedTerminal): Promise<void>;
  remove(id: number): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}

type Tables = { allowedTerminals: Row<AllowedTerminal> };

export const createAllowedTerminalStore = (database: Database): AllowedTerminalStore => {
  const db = tables<Tables>(database);
  return {
    load: (nowMs) =>
      db.selectFrom('allowedTerminals').selectAll().where('allowedUntilMs', '>', nowMs).orderBy('lastMs').execute(),
    save: async (allowed) => {
      const { id: _same, ...changes } = allowed;
      await db
        .insertInto('allowedTerminals')
        .values(allowed)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute();
    },
    removeExpired: async (nowMs) => {
      await db.deleteFrom('allowedTerminals').where('allowedUntilMs', '<=', nowMs).execute();
    },
    remove: async (id) => {
      await db.deleteFrom('allowedTerminals').where('id', '=', id).execute();
    },
  };
};
