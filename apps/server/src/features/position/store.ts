// The table last_positions. The only file that knows it; tracks have a file of their own (store/tracks-file.ts).
import type { Database } from '../../kernel/db.ts';
import type { Position } from '../../kernel/topics.ts';

type Row = { device_key: number; impossible: number; position: string };
export type LastPosition = { deviceKey: number; position: Position; impossible: boolean };

const ROWS_PER_TRANSACTION = 250;

export interface LastPositionStore {
  load(): Promise<LastPosition[]>;
  save(positions: readonly LastPosition[]): Promise<void>;
}

export const createLastPositionStore = (database: Database): LastPositionStore => {
  const db = database.$extendTables<{ last_positions: Row }>();
  return {
    load: async () => {
      const rows = await db.selectFrom('last_positions').selectAll().execute();
      return rows.map((row) => ({
        deviceKey: row.device_key,
        impossible: row.impossible === 1,
        position: parse(row.position),
      }));
    },
    save: async (positions) => {
      for (let i = 0; i < positions.length; i += ROWS_PER_TRANSACTION) {
        const rows = positions.slice(i, i + ROWS_PER_TRANSACTION).map(toRow);
        await db
          .insertInto('last_positions')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('device_key').doUpdateSet((eb) => ({
              impossible: eb.ref('excluded.impossible'),
              position: eb.ref('excluded.position'),
            })),
          )
          .execute();
      }
    },
  };
};

/** Items are evidence and stand in the track; the last position is for showing. */
const toRow = ({ deviceKey, position, impossible }: LastPosition): Row => ({
  device_key: deviceKey,
  impossible: impossible ? 1 : 0,
  position: JSON.stringify({ ...position, items: undefined }),
});

const parse = (text: string): Position => {
  const position: Omit<Position, 'items'> = JSON.parse(text); // written by toRow alone
  return { ...position, items: new Uint8Array(0) };
};
