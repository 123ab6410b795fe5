// A thread that is ended by its limit of memory leaves no half of a file.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportTable } from '@outrider/contract';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Drawer } from './drawer.ts';

test('a report that takes too much memory is refused, and nothing is left of its file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const drawer = new Drawer(silentLog, createManualClock(), {
    maxOldGenerationSizeMb: 32,
    maxYoungGenerationSizeMb: 4,
  });
  t.after(() => drawer.close());
  const row = Array.from({ length: 10 }, (_, i) => `a text that is long enough to take some room ${i}`);
  const table = reportTable.parse({
    title: 'Long',
    columns: row.map((_, i) => ({ title: `Column ${i}` })),
    rows: Array.from({ length: 10_000 }, () => row),
  });
  const drawn = drawer.draw(table, '', join(folder, 'a.pdf'));
  let seen = false;
  const look = setInterval(() => (seen ||= readdirSync(folder).length > 0), 1);
  t.after(() => clearInterval(look));
  await assert.rejects(drawn, { code: 'unavailable' });
  assert.ok(seen, 'the thread ended before it wrote');
  assert.deepEqual(readdirSync(folder), []);
});
