// Reading the stream log page by page: every row of the span once, newest first, also where many have the same time.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { createStreamLogStore, type NewStreamEntry } from './store.ts';

const entry = (updatedMs: number): NewStreamEntry => ({
  userName: 'admin',
  deviceKey: 1,
  deviceId: 'D1',
  channel: 1,
  entrance: 'Web',
  type: 'Liveview end',
  askedMs: 0,
  duringMs: 0,
  updatedMs,
});

test('pages follow each other without a gap or a row twice, and end at the edges of the span', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const store = createStreamLogStore(opened.db);
  // Times come in any order: a clock may have been put back.
  const times = Array.from({ length: 60 }, (_, i) => 1000 + ((i * 7) % 12));
  await store.add([entry(999), ...times.map(entry), entry(1012)]);
  const filters = { type: '', entrance: '', userName: '', deviceId: '' } as const;
  const seen: { id: number; updatedMs: number }[] = [];
  for (let after = { updatedMs: 1012, id: 0 }; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = await store.read({ fromMs: 1000, after, ...filters }, 7);
    seen.push(...page.map(({ id, updatedMs }) => ({ id, updatedMs: updatedMs })));
    const last = seen.at(-1);
    if (last === undefined || page.length < 7) break;
    after = last;
  }
  assert.equal(new Set(seen.map(({ id }) => id)).size, 60);
  assert.deepEqual(
    seen.map(({ updatedMs }) => updatedMs),
    times.toSorted((a, b) => b - a),
  );
});
