// The database port: Kysely without tables, and how a store adds the tables that it owns. Only the store knows those.
import {
  CamelCasePlugin,
  type ColumnType,
  HandleEmptyInListsPlugin,
  type Kysely,
  type KyselyPlugin,
  replaceWithNoncontingentExpression,
} from 'kysely';
import type { z } from 'zod';

/**
 * The open main database; stores take it through `tables`. One connection: queries wait behind an open transaction, so keep those
 * short. Booleans are bound as 0 and 1; blobs are Uint8Array.
 */
export type Database = Kysely<object>;

export type OpenDatabase = {
  db: Database;
  /**
   * Another number after another program, like one of our commands or another server, has changed something. Cheap. SQLite counts every
   * write; PostgreSQL what people decide and servers hold in memory (migration 0395), and a connection that was lost.
   */
  externalVersion(): number;
  /** From now on every change is refused with AppError `unavailable` and this text; null: no longer. Reading still works. */
  refuseWrites(reason: string | null): void;
  /**
   * Resolves when everything committed until now would outlast a power cut. A commit by itself outlasts only the process: call this
   * before a device gets the answer that something is kept. Waits for the disk off the main thread; callers share one wait.
   */
  synced(): Promise<void>;
  /**
   * Gives some of the room back to the disk that removed rows have left, where much of the file is such room; gives how many pages: 0 for
   * none, or where the database does that by itself. Call it again until then; each time takes a millisecond or two.
   */
  giveBack(): Promise<number>;
  close(): Promise<void>;
};

/** Whether a statement changes nothing, or ends what was begun: such a one is never refused. */
export const changesNothing = (statement: string): boolean =>
  /^\s*(select|pragma|begin|commit|rollback)\b/i.test(statement);

/** A column whose stored value is not the one that the program works with; `write` is for what cannot be bound as it is. */
export type Column<Value, Stored> = { read(stored: Stored): Value; write(value: Value): Stored };
type Columns = Readonly<Record<string, Column<unknown, unknown>>>;

/** 0 and 1. A boolean is bound as it is. */
export const flag = {
  read: (stored: number): boolean => stored !== 0,
  write: (value: boolean): boolean | number => (value ? 1 : 0),
};

/** JSON text, checked by the schema as it is read. */
export const json = <T>(schema: z.ZodType<T>): Column<T, string> => ({
  read: (stored) => schema.parse(JSON.parse(stored)),
  write: (value) => JSON.stringify(value),
});

/** One of some words. Another word, as a newer version may have left, reads as `otherwise`. */
export const oneOf = <T extends string>(words: readonly T[], otherwise: T): Column<T, string> => ({
  read: (stored) => words.find((word) => word === stored) ?? otherwise,
  write: (value) => value,
});

type StoredOf<C, K, Value> = K extends keyof C ? (C[K] extends { write(value: never): infer S } ? S : Value) : Value;

/**
 * The row of a table: a value of the program, with the special columns as they are written. `Made` are columns that the database
 * fills where an insert leaves them out.
 */
export type Row<Value, C = object, Made extends keyof Value = never> = {
  [K in keyof Value]: ColumnType<
    Value[K],
    K extends Made ? StoredOf<C, K, Value[K]> | undefined : StoredOf<C, K, Value[K]>,
    StoredOf<C, K, Value[K]>
  >;
};

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });
/** `in ()` is no SQL outside of SQLite: nothing is in an empty list. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

const readColumns = (columns: Columns): KyselyPlugin => {
  const special = Object.entries(columns);
  const readRow = (row: Record<string, unknown>): void => {
    for (const [name, column] of special) if (name in row) row[name] = column.read(row[name]);
  };
  return {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      result.rows.forEach(readRow); // of CamelCasePlugin, which made them for us
      return Promise.resolve(result);
    },
  };
};

/**
 * The database with the tables that a store owns. Tables and columns have camel-case names here and snake-case ones in the database,
 * so a row is a value of the program; `columns`, by name and for all tables of the store, are read as their `read` says.
 */
export const tables = <Tables extends Record<string, Record<string, unknown>>>(
  database: Database,
  columns: Columns = {},
) => database.withPlugin(emptyLists).withPlugin(camelCase).withPlugin(readColumns(columns)).$extendTables<Tables>();
