// Rows reach the thread some at a time; one that is ended, by its limit of memory, by its time or by who asked, leaves no half of a file.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { reportTable } from '@outrider/contract';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
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

/** Begins its file and then hangs, as a decoder does that a picture leads in a circle. */
const hanging = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ args: [, , , file] }) => {
  require('node:fs').writeFileSync(file, 'half');
  for (;;);
});`;

const hung = async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const clock = createManualClock();
  let threads = 0;
  const drawer = new Drawer(silentLog, clock, {}, () => {
    threads += 1;
    if (threads === 1) return new Worker(hanging, { eval: true });
    return new Worker(new URL('worker/pdf.worker.ts', import.meta.url));
  });
  t.after(() => drawer.close());
  const table = reportTable.parse({ title: 'T', columns: [{ title: 'A' }], rows: [['1']] });
  const draw = (name: string, signal?: AbortSignal): Promise<void> =>
    drawer.draw({ ...table, rows: inParts(table.rows) }, '', join(folder, name), signal);
  const first = new AbortController();
  const stuck = draw('first.pdf', first.signal);
  await turnsUntil('the thread hangs', () => readdirSync(folder).length === 1);
  return { folder, clock, drawer, draw, first, stuck };
};

test('a draw that never ends is ended at its time, alone: what waits behind it is drawn by another thread', async (t) => {
  const { folder, clock, draw, stuck } = await hung(t);
  const next = draw('next.pdf');
  const refused = assert.rejects(stuck, { code: 'unavailable', message: /took too long/ });
  await clock.advanceAsync(119_000);
  assert.deepEqual(readdirSync(folder), ['first.pdf']);
  await clock.advanceAsync(1000);
  await refused;
  await next;
  assert.deepEqual(readdirSync(folder), ['next.pdf']);
  await clock.advanceAsync(10_000);
  assert.equal(clock.pending(), 0);
});

test('who asked may give up what hangs, and what waits behind it', async (t) => {
  const { folder, draw, first, stuck } = await hung(t);
  const left = new AbortController();
  const waits = assert.rejects(draw('left.pdf', left.signal), { message: 'not any more' });
  left.abort(new Error('not any more'));
  await waits;
  const gone = assert.rejects(stuck, { message: 'the server stops' });
  first.abort(new Error('the server stops'));
  await gone;
  assert.deepEqual(readdirSync(folder), []);
  await draw('next.pdf');
  assert.deepEqual(readdirSync(folder), ['next.pdf']);
});

test('eight draws may wait; the end does not wait for one that hangs', async (t) => {
  const { folder, drawer, draw, stuck } = await hung(t);
  const all = [stuck, ...Array.from({ length: 7 }, (_, i) => draw(`${i}.pdf`))];
  await assert.rejects(draw('8.pdf'), { code: 'limit_reached' });
  const ended = Promise.allSettled(all);
  await drawer.close();
  for (const each of await ended) assert.equal(each.status === 'rejected' && each.reason.code, 'unavailable');
  assert.deepEqual(readdirSync(folder), []);
  await assert.rejects(draw('late.pdf'), { code: 'unavailable' });
});
