// The table of a log: rows are added, read newest first within a span, narrowed by filters, and forgotten by age. A log says its name, its
// time and its filters; log-book.ts writes and searches it.
import { inTurns } from './chunks.ts';
import { type Column, type Database, type Row, tables } from './db.ts';

export type Logged<Entry> = Entry & { id: number };

export type LogQuery<Entry, Filter extends string> = {
  /** The span, UTC ms; `toMs` is not part of it. */
  fromMs: number;
  toMs: number;
  /** Rows that are the same in all of these; '' or left out lets all through. */
  filters?: Readonly<Partial<Record<Filter, string>>>;
  /** Where reading goes on: behind this row. */
  after?: Logged<Entry> | undefined;
};

export type LogTable<Entry, Filter extends string> = {
  /** As one change. */
  add(entries: readonly Entry[]): Promise<void>;
  /** Newest first. */
  read(query: LogQuery<Entry, Filter>, limit: number): Promise<Logged<Entry>[]>;
  /** How many are older, counted to `most`. */
  countOlder(beforeMs: number, most: number): Promise<number>;
  /** Removes at most `limit` rows that are older, the oldest first; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
};

type Times<Entry> = { [K in keyof Entry]: Entry[K] extends number ? K : never }[keyof Entry];

export type LogTableParts<Entry, Filter extends string> = {
  /** Its name in camel case: 'accessLog'. */
  table: string;
  /** The column by which it is read and forgotten; it has an index. */
  at: Times<Entry> & string;
  /** Columns of text that a search may name. */
  filters: readonly (Filter & keyof Entry)[];
  /** Columns whose stored form differs. */
  columns?: Readonly<Record<string, Column<unknown, unknown>>>;
};

/** Any log, as far as it is known here. */
type AnyLog = { log: Row<{ id: number; at: number; filter: string }, object, 'id'> };
type Names = { table: 'log'; at: 'at' };

export const logTable = <Entry extends Readonly<Record<string, unknown>>, Filter extends string>(
  database: Database,
  parts: LogTableParts<Entry, Filter>,
): LogTable<Entry, Filter> => {
  const special = parts.columns ?? {};
  const db = tables<AnyLog>(database, special);
  // Names and entries fit each other by the types of `parts`; the builder knows only that it is some log.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { table: log, at } = parts as unknown as Names;
  const stored = (entry: Entry): { at: number; filter: string } =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [name, special[name]?.write(value) ?? value]),
    ) as never;
  return {
    add: (entries) =>
      db
        .transaction()
        .execute((transaction) =>
          inTurns(entries, (some) => transaction.insertInto(log).values(some.map(stored)).execute()),
        ),
    async read({ fromMs, toMs, filters, after }, limit) {
      const place = [Number(after?.[parts.at] ?? toMs), after?.id ?? 0] as const;
      let rows = db
        .selectFrom(log)
        .selectAll()
        .where(at, '>=', fromMs)
        // By time, so that the index leads to the span: by id alone every newer row would be read as well.
        .where((e) => e(e.refTuple(at, 'id'), '<', e.tuple(...place)));
      for (const filter of parts.filters) {
        const text = filters?.[filter];
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        if (text !== undefined && text !== '') rows = rows.where(filter as 'filter', '=', text);
      }
      const found: unknown = await rows.orderBy(at, 'desc').orderBy('id', 'desc').limit(limit).execute();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return found as Logged<Entry>[];
    },
    async countOlder(beforeMs, most) {
      const old = await db.selectFrom(log).select('id').where(at, '<', beforeMs).limit(most).execute();
      return old.length;
    },
    async forget(beforeMs, limit) {
      const old = db.selectFrom(log).select('id').where(at, '<', beforeMs).orderBy(at).limit(limit);
      const { numDeletedRows } = await db.deleteFrom(log).where('id', 'in', old).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
};
