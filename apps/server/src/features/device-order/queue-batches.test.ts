// Orders for many devices, orders that ask before they tell, and two settings of which the older was under way.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AppError } from '@outrider/contract';
import { z } from 'zod';
import { deviceOffline } from '../../kernel/errors.ts';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { HOUR_MS, MINUTE_MS, queueScene, resultOf } from './test-queue.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const setScene = (t: TestContext, opened = openSqlite(':memory:', MIGRATIONS)) =>
  queueScene(t, opened, createLocalBus(silentLog));

test('[F-ERR-022] of two settings of which the older was under way as the link broke only the newest is sent, with what only the older said', async (t) => {
  const { desks, asking, settle, arrive, links, told, sent, states, queue } = await setScene(t);
  arrive(1);
  const first = resultOf(desks.set.ask(asking({ speed: 80, beat: 30 })));
  await settle();
  const second = resultOf(desks.set.ask(asking({ speed: 90 })));
  await settle();
  links.delete(1);
  sent[0]?.answer(deviceOffline());
  assert.deepEqual([await first, await second], ['conflict', '2']);
  assert.deepEqual(await states(), [
    ['cancelled', 'replaced', 1],
    ['waiting', '', 0],
  ]);
  arrive(1);
  await settle();
  assert.deepEqual(told().slice(1), ['{"speed":90,"beat":30}'], 'once, as they were set last');
  sent[1]?.answer();
  assert.deepEqual((await states()).at(-1), ['done', 'done', 1]);
  assert.equal(queue.metrics()['device_orders_open'], 0);
});

test('an order that asks first can be cancelled until it tells; what is given for a silent device waits out its pause', async (t) => {
  const scene = await setScene(t);
  const { queue, clock, asking, settle, arrive, links, states } = scene;
  const begins: (() => void)[] = [];
  const answers: (() => void)[] = [];
  const asks = queue.kind<object>({
    name: 'parameters',
    payload: z.object({}),
    keptMs: HOUR_MS,
    again: true,
    asksFirst: true,
    detail: () => '',
    send: (_link, _payload, begin) =>
      new Promise((resolve, reject) => {
        answers.push(() => resolve(''));
        begins.push(() => {
          try {
            begin();
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      }),
  });
  arrive(1);
  const [early, late] = [await asks.put(asking({})), await asks.put(asking({}))];
  await settle();
  assert.equal(begins.length, 1, 'one by one');
  assert.equal(await asks.cancel(early, 'bob'), true, 'it has told nothing yet');
  begins[0]?.();
  await settle();
  begins[1]?.();
  assert.equal(await asks.cancel(late, 'bob'), false, 'it may have told something');
  answers[1]?.();
  assert.deepEqual(await states(), [
    ['cancelled', 'cancelled', 1],
    ['done', 'done', 1],
  ]);
  assert.equal(asks.isSilent(1), false);
  await asks.putForSilent(asking({}));
  await settle();
  assert.deepEqual([asks.isSilent(1), begins.length], [true, 2], 'it is left in peace');
  clock.advance(MINUTE_MS + 10_000);
  await settle();
  assert.deepEqual([links.has(1), begins.length], [true, 3]);
});

test('the newest order of each device in a batch is what counts', async (t) => {
  const { desks, asking, settle, arrive, sent } = await setScene(t);
  arrive(1);
  await desks.text.put({ ...asking({ text: 'a' }), batchId: 4 });
  await desks.text.put({ ...asking({ text: 'b' }, true, 2), batchId: 4 });
  await desks.text.put({ ...asking({ text: 'c' }, true, 3), batchId: 5 });
  await settle();
  sent[0]?.answer(new AppError('device_refused', 'no'));
  await settle();
  const standing = async (): Promise<unknown[]> =>
    (await desks.text.ofBatch(4)).map(({ deviceKey, state }) => [deviceKey, state]);
  assert.deepEqual(await standing(), [
    [1, 'refused'],
    [2, 'waiting'],
  ]);
  await desks.text.put({ ...asking({ text: 'a' }), batchId: 4 });
  await settle();
  sent[1]?.answer();
  await settle();
  assert.deepEqual(await standing(), [
    [1, 'done'],
    [2, 'waiting'],
  ]);
  const counts = await desks.text.countsOfBatches([4, 5]);
  assert.deepEqual(counts.map(({ batchId, state, count }) => `${batchId} ${state} ${count}`).toSorted(), [
    '4 done 1',
    '4 waiting 1',
    '5 waiting 1',
  ]);
});
