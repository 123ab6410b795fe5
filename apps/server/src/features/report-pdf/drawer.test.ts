// Rows reach the thread some at a time; one that is ended by its limit of memory leaves no half of a file.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { reportTable } from '@outrider/contract';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { drawTable } from './draw-table.ts';
import { Drawer, inParts } from './drawer.ts';

const pagesIn = (pdf: Uint8Array): number =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Type \/Page\b(?!s)/g),
  ].length;

test('the rows of a table are taken some at a time, each part in a turn of its own, and all of them are drawn', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const drawer = new Drawer(silentLog, createManualClock());
  t.after(() => drawer.close());
  const table = reportTable.parse({
    title: 'Long',
    columns: [{ title: 'A' }, { title: 'B' }],
    rows: Array.from({ length: 1000 }, (_, i) => [`a lone half \uD83D of row ${i}`, '車']),
  });
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  t.after(() => clearImmediate(next));
  const taken: [turn: number, rows: number][] = [];
  const rows = (function* () {
    for (const some of inParts(table.rows)) {
      taken.push([turn, some.length]);
      yield some;
    }
    clearImmediate(next);
  })();
  await drawer.draw({ ...table, rows }, '', join(folder, 'a.pdf'));
  assert.deepEqual(
    taken.map(([, count]) => count),
    [200, 200, 200, 200, 200],
  );
  assert.equal(new Set(taken.map(([at]) => at)).size, taken.length);
  const direct: Uint8Array[] = [];
  await drawTable(table, '', (chunk) => void direct.push(chunk));
  const pages = pagesIn(readFileSync(join(folder, 'a.pdf')));
  assert.ok(pages > 15, `${pages} pages`);
  assert.equal(pages, pagesIn(Buffer.concat(direct)));
});

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
  const drawn = drawer.draw({ ...table, rows: inParts(table.rows) }, '', join(folder, 'a.pdf'));
  let seen = false;
  const look = setInterval(() => (seen ||= readdirSync(folder).length > 0), 1);
  t.after(() => clearInterval(look));
  await assert.rejects(drawn, { code: 'unavailable' });
  assert.ok(seen, 'the thread ended before it wrote');
  assert.deepEqual(readdirSync(folder), []);
});
