// The table last_positions. The only file that knows it; tracks have a file of their own (store/tracks-file.ts).
import { type Database, flag, type Row, tables } from '../../kernel/storage/db.ts';
import type { Position } from '../../kernel/topics.ts';

export type LastPosition = { deviceKey: number; position: Position; impossible: boolean };

/** Items are evidence and stand in the track; the last position is for showing. */
const position = {
  read(stored: string): Position {
    const shown: Omit<Position, 'items'> = JSON.parse(stored); // written by this alone
    return { ...shown, items: new Uint8Array(0) };
  },
  write: (value: Position): string => JSON.stringify({ ...value, items: undefined }),
};
const columns = { impossible: flag, position };
type Tables = { lastPositions: Row<LastPosition, typeof columns> };

const ROWS_PER_TRANSACTION = 250;

export interface LastPositionStore {
  load(): Promise<LastPosition[]>;
  save(positions: readonly LastPosition[]): Promise<void>;
  remove(deviceKeys: readonly number[]): Promise<void>;
}

export const createLastPositionStore = (database: Database): LastPositionStore => {
  const db = tables<Tables>(database, columns);
  return {
    load: () => db.selectFrom('lastPositions').selectAll().execute(),
    save: async (positions) => {
      for (let i = 0; i < positions.length; i += ROWS_PER_TRANSACTION) {
        const rows = positions
          .slice(i, i + ROWS_PER_TRANSACTION)
          .map((row) => ({ ...row, position: position.write(row.position) }));
        await db
          .insertInto('lastPositions')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('deviceKey').doUpdateSet((eb) => ({
              impossible: eb.ref('excluded.impossible'),
              position: eb.ref('excluded.position'),
            })),
          )
          .execute();
      }
    },
    remove: async (deviceKeys) => {
      await db.deleteFrom('lastPositions').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
