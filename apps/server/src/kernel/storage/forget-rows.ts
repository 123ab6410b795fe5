// Removes the oldest rows of a table whose key is two columns, some at a time.
import { type Database, tables } from './db.ts';

export type OldRows = {
  table: string;
  key: readonly [string, string];
  /** The column that says how old a row is, and from where on rows stay. */
  by: string;
  before: string | number;
  /** Only rows that have a value in this column. */
  having?: string;
};

/** At most `limit` rows; gives how many. */
export const forgetRows = async (database: Database, old: OldRows, limit: number): Promise<number> => {
  const {
    table,
    key: [first, second],
    by,
    before,
    having,
  } = old;
  const db = tables<Record<string, Record<string, string | number | null>>>(database);
  const all = db
    .selectFrom(table)
    .select((e) => [e.ref(first).as('first'), e.ref(second).as('second')])
    .where(by, '<', before)
    .orderBy(by)
    .limit(limit);
  const rows = having === undefined ? all : all.where(having, 'is not', null);
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where((e) => e(e.refTuple(first, second), 'in', rows.$asTuple('first', 'second')))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
