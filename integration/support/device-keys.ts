// The keys of registered devices, as the database of a running server has them.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const keyOf = (data: string, id: string): number => {
  const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
  const row = database.prepare('SELECT key FROM devices WHERE id = ?').get(id);
  database.close();
  return Number(row?.['key']);
};
