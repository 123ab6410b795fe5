// How often a device is asked what it has recorded: not again for what cannot have changed, again after some minutes, over another link
// and where somebody wants it fresh.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceRecord, LinkRegistry } from '../../gateway/index.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { RecordLists } from './record-lists.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const FILE_MS = 5 * MINUTE_MS;

const setScene = () => {
  const clock = createManualClock();
  const asked: [fromMs: number, toMs: number][] = [];
  /** Files of five minutes on two channels; the newest is as long as it is by now. */
  const listRecords = async ({ channel, fromMs, toMs }: { channel: number; fromMs: number; toMs: number }) => {
    asked.push([fromMs, toMs]);
    const records: DeviceRecord[] = [];
    for (
      let startMs = Math.floor(fromMs / FILE_MS) * FILE_MS;
      startMs < Math.min(toMs, clock.now());
      startMs += FILE_MS
    )
      for (const each of [1, 2].filter((one) => channel === 0 || channel === one))
        records.push({
          channel: each,
          startMs,
          endMs: Math.min(startMs + FILE_MS, clock.now()),
          alarmFlags: 0n,
          kind: 'av',
          stream: 'main',
          storage: 'main',
          sizeBytes: 0,
        });
    return { records, incomplete: scene.incomplete };
  };
  const scene = { link: { listRecords }, incomplete: false };
  // The part of the registry that is asked; a whole link would say nothing more here.
  const links = { get: () => scene.link } as unknown as LinkRegistry;
  const lists = new RecordLists({ clock, links });
  const ask = async (fromMs: number, toMs: number, more: { channel?: number; fresh?: boolean } = {}) => {
    const before = asked.length;
    const { records, incomplete } = await lists.ask({ deviceKey: 1, channel: 0, fromMs, toMs, ...more });
    return { records, incomplete, asked: asked.slice(before) };
  };
  return { clock, scene, ask, listRecords };
};

test('a span in the past is asked for once in ten minutes, and what lies in it not at all', async () => {
  const { clock, ask } = setScene();
  const dayMs = clock.now() - 24 * HOUR_MS;
  const first = await ask(dayMs, dayMs + 6 * HOUR_MS);
  assert.equal(first.asked.length, 1);
  clock.advance(9 * MINUTE_MS);
  assert.deepEqual(await ask(dayMs, dayMs + 6 * HOUR_MS), { ...first, asked: [] });
  const part = await ask(dayMs + HOUR_MS, dayMs + HOUR_MS + FILE_MS, { channel: 2 });
  assert.deepEqual(
    [part.asked, part.records.map(({ channel, startMs }) => [channel, startMs - dayMs])],
    [[], [[2, HOUR_MS]]],
  );
  assert.equal((await ask(dayMs - HOUR_MS, dayMs + HOUR_MS)).asked.length, 1, 'it begins before what is known');
  clock.advance(2 * MINUTE_MS);
  assert.equal((await ask(dayMs, dayMs + 6 * HOUR_MS, { channel: 1 })).asked.length, 1, 'too long ago');
});

test('of today only the last half hour before the former answer is asked for again; the running file comes as it is now', async () => {
  const { clock, ask, listRecords } = setScene();
  clock.advance(7 * MINUTE_MS);
  const fromMs = clock.now() - 6 * HOUR_MS;
  await ask(fromMs, clock.now());
  const heardMs = clock.now();
  clock.advance(6 * MINUTE_MS);
  const again = await ask(fromMs, clock.now());
  assert.deepEqual(again.asked, [[heardMs - 30 * MINUTE_MS, clock.now()]]);
  assert.deepEqual(again.records, (await listRecords({ channel: 0, fromMs, toMs: clock.now() })).records);
});

test('fresh, and over another link, the device is asked for all of it; so it is after a failure', async () => {
  const { clock, scene, ask, listRecords } = setScene();
  const dayMs = clock.now() - 24 * HOUR_MS;
  const whole = [[dayMs, dayMs + HOUR_MS]];
  await ask(dayMs, dayMs + HOUR_MS);
  clock.advance(2 * MINUTE_MS);
  assert.deepEqual((await ask(dayMs, dayMs + HOUR_MS, { fresh: true })).asked, whole);
  clock.advance(2 * MINUTE_MS);
  scene.link = { listRecords };
  assert.deepEqual((await ask(dayMs, dayMs + HOUR_MS)).asked, whole, 'it was away: the card may be another one');
  scene.link = { listRecords: () => Promise.reject(new Error('no answer')) };
  clock.advance(2 * MINUTE_MS);
  await assert.rejects(ask(dayMs, dayMs + HOUR_MS), /no answer/);
  scene.link = { listRecords };
  assert.deepEqual((await ask(dayMs, dayMs + HOUR_MS)).asked, whole);
});

test('an incomplete list says so while it is remembered, and answers no other question', async () => {
  const { clock, scene, ask } = setScene();
  const dayMs = clock.now() - 24 * HOUR_MS;
  scene.incomplete = true;
  assert.equal((await ask(dayMs, dayMs + HOUR_MS)).incomplete, true);
  const again = await ask(dayMs, dayMs + HOUR_MS);
  assert.deepEqual([again.incomplete, again.asked.length], [true, 0]);
  scene.incomplete = false;
  const part = await ask(dayMs, dayMs + HOUR_MS - FILE_MS);
  assert.deepEqual([part.incomplete, part.asked.length], [false, 1]);
});
