// The table of what people changed of the texts. The only file that knows it.
import { z } from 'zod';
import { type Database, type Row, json, tables } from '../../kernel/storage/db.ts';
import { NEVER_CHANGED, type Version } from '../../kernel/storage/version.ts';
import { type Edits, NO_EDITS } from './edits.ts';

type Stored = Version & { id: number } & { -readonly [K in keyof Edits]: Edits[K] };
const ONLY = 1;
const columns = {
  added: json(z.array(z.object({ word: z.string(), after: z.string().nullable() })).readonly()),
  removed: json(z.array(z.string()).readonly()),
  texts: json(z.record(z.string(), z.record(z.string(), z.string().nullable()))),
};

export type EditStore = {
  /** When they were saved last: cheap. */
  version(): Promise<Version>;
  read(): Promise<{ edits: Edits; version: Version }>;
  /** Writes where they have the version `beforeMs` (0: or nobody saved yet); false where they have another one. */
  write(edits: Edits, version: Version, beforeMs: number): Promise<boolean>;
};

export const createEditStore = (database: Database): EditStore => {
  const db = tables<{ translationEdits: Row<Stored, typeof columns> }>(database, columns);
  return {
    async version() {
      const found = await db.selectFrom('translationEdits').select(['updatedMs', 'updatedBy']).executeTakeFirst();
      return found ?? NEVER_CHANGED;
    },
    async read() {
      const found = await db.selectFrom('translationEdits').selectAll().executeTakeFirst();
      if (found === undefined) return { edits: NO_EDITS, version: NEVER_CHANGED };
      const { added, removed, texts, updatedMs, updatedBy } = found;
      return { edits: { added, removed, texts }, version: { updatedMs, updatedBy } };
    },
    async write({ added, removed, texts }, version, beforeMs) {
      const row = {
        id: ONLY,
        added: columns.added.write(added),
        removed: columns.removed.write(removed),
        texts: columns.texts.write(texts),
        ...version,
      };
      const written = await db
        .insertInto('translationEdits')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(row).where('translationEdits.updatedMs', '=', beforeMs),
        )
        .returning('id')
        .executeTakeFirst();
      return written !== undefined;
    },
  };
};
