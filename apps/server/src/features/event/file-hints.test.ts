// Hints of files: gathered for a moment, each event once, bounded, and given up by nobody's failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { FileHints } from './file-hints.ts';

const open = (sockets = 1) => {
  const clock = createManualClock();
  const told: number[][][] = Array.from({ length: sockets }, () => []);
  const listeners = told.map(
    (heard) => (events: readonly { serialno: number }[]) => void heard.push(events.map(({ serialno }) => serialno)),
  );
  const hints = new FileHints({ clock, log: silentLog, sockets: () => listeners });
  return { clock, hints, told };
};

test('what changes within a moment is told together and once; what comes later is told later', async () => {
  const { clock, hints, told } = open();
  for (const serialno of [1, 2, 1, 1]) hints.add({ serialno, deviceKey: 7 });
  await clock.advanceAsync(249);
  assert.deepEqual(told, [[]]);
  await clock.advanceAsync(1);
  assert.deepEqual(told, [[[1, 2]]]);
  await clock.advanceAsync(1000);
  hints.add({ serialno: 1, deviceKey: 7 });
  await clock.advanceAsync(250);
  assert.deepEqual(told, [[[1, 2], [1]]]);
});

test('a storm comes in messages of bounded length, leaves time for others, and its excess is counted and dropped', async () => {
  const { clock, hints, told } = open(100);
  for (let serialno = 1; serialno <= 4100; serialno += 1) hints.add({ serialno, deviceKey: 7 });
  assert.equal(hints.dropped, 100);
  clock.advance(250);
  assert.equal(told.flat().length, 25, 'not all in one turn of the event loop');
  hints.add({ serialno: 9999, deviceKey: 7 }); // while they are being told
  for (let i = 0; i < 200; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- turns of the event loop
    await clock.advanceAsync(10);
  for (const heard of told) {
    assert.equal(new Set(heard.flat()).size, 4001);
    assert.ok(heard.every((events) => events.length <= 200));
  }
});

test('closed, it tells nothing and leaves no timer', async () => {
  const { clock, hints, told } = open();
  hints.add({ serialno: 1, deviceKey: 7 });
  hints.close();
  hints.add({ serialno: 2, deviceKey: 7 });
  await clock.advanceAsync(1000);
  assert.deepEqual([told, clock.pending()], [[[]], 0]);
});
