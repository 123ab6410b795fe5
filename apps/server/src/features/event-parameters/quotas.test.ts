// What goes when it is more than its room: the oldest of all sources, until the rest fits, and no more.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { Quotas, type RoomSource } from './quotas.ts';

type Thing = { bytes: number; sinceMs: number; stuck?: boolean };

/** Things that may go, without those that are protected. */
const sourceOf = (things: Thing[], protectedBytes = 0): RoomSource => ({
  usedBytes: async () => things.reduce((sum, { bytes }) => sum + bytes, protectedBytes),
  oldest: async (limit) =>
    things.slice(0, limit).map((thing) => ({
      sinceMs: thing.sinceMs,
      remove: async () => {
        if (thing.stuck === true) return 0;
        things.splice(things.indexOf(thing), 1);
        return thing.bytes;
      },
    })),
});

const opened = (t: TestContext, maxBytes: number, ...sources: RoomSource[]) => {
  const clock = createManualClock();
  const scene = { maxBytes };
  const quotas = new Quotas({
    clock,
    log: silentLog,
    quotas: [{ what: 'test', sources, maxBytes: () => scene.maxBytes }],
  });
  t.after(() => quotas.close());
  return { clock, scene, quotas };
};

test('the oldest of both sources goes, each minute, until the rest fits', async (t) => {
  const footage = [1, 3, 5].map((sinceMs) => ({ bytes: 100, sinceMs }));
  const clips = [2, 4].map((sinceMs) => ({ bytes: 10, sinceMs }));
  const { clock, quotas } = opened(t, 120, sourceOf(footage), sourceOf(clips));
  assert.equal(quotas.removedBytes, 0);
  clock.advance(60_000);
  await turnsUntil('it fits', () => quotas.removedBytes === 210);
  assert.deepEqual(
    [...footage, ...clips].map(({ sinceMs }) => sinceMs),
    [5, 4],
  );
});

test('without a limit nothing goes; what is protected or stuck ends the look', async (t) => {
  const many = Array.from({ length: 120 }, (_, sinceMs) => ({ bytes: 1, sinceMs }));
  const { scene, quotas } = opened(t, 0, sourceOf(many, 50));
  quotas.look();
  await quotas.close();
  assert.equal(many.length, 120);
  scene.maxBytes = 10;
  const again = opened(t, 10, sourceOf(many, 50));
  again.quotas.look();
  await turnsUntil('all that may go is gone, in several batches', () => many.length === 0);
  const stuck = [{ bytes: 100, sinceMs: 1, stuck: true }];
  const third = opened(t, 10, sourceOf(stuck));
  third.quotas.look();
  await third.quotas.close();
  assert.deepEqual([third.quotas.removedBytes, stuck.length], [0, 1]);
});
