// Orders while the database takes nothing: what was sent ends once it takes something again, and no order is sent twice because of it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { refuseOnly } from '../../adapters/test-stores.ts';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import { OrderQueue } from './queue.ts';
import { queueScene, silent } from './test-queue.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const LOOK_MS = 10_000;

const setScene = async (t: TestContext) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  const scene = await queueScene(t, opened, createLocalBus(silentLog));
  let free = (): Promise<void> => Promise.resolve();
  const fill = async (): Promise<void> => {
    free = await refuseOnly(opened.db, 'UPDATE ON device_orders');
  };
  /** Lets the next look come. */
  const look = async (): Promise<void> => {
    scene.clock.advance(LOOK_MS);
    await scene.settle();
  };
  return { ...scene, fill, free: () => free(), look };
};

test('the end of an order that could not be written is written later, and then the next one is sent', async (t) => {
  const { desks, asking, settle, arrive, told, sent, states, fill, free, look } = await setScene(t);
  arrive(1);
  await desks.text.put(asking({ text: 'a' }));
  await desks.text.put(asking({ text: 'b' }));
  await settle();
  await fill();
  sent[0]?.answer();
  await settle();
  await look();
  assert.deepEqual(await states(), [
    ['sent', '', 1],
    ['waiting', '', 0],
  ]);
  await free();
  await look();
  assert.deepEqual(told(), ['a', 'b']);
  sent[1]?.answer();
  await settle();
  assert.deepEqual(await states(), [
    ['done', 'done', 1],
    ['done', 'done', 1],
  ]);
});

test('an order that is to wait again and could not be put back does so later', async (t) => {
  const { clock, desks, asking, settle, arrive, told, sent, states, fill, free, look } = await setScene(t);
  arrive(1);
  await desks.text.put(asking({ text: 'a' }));
  await settle();
  await fill();
  sent[0]?.answer(silent);
  await settle();
  await free();
  await look();
  assert.deepEqual(await states(), [['waiting', '', 1]]);
  clock.advance(60_000);
  await settle();
  assert.deepEqual(told(), ['a', 'a']);
});

test('an order that could not be taken is sent when it can be, without another login', async (t) => {
  const { desks, asking, settle, arrive, told, states, fill, free, look } = await setScene(t);
  await desks.text.put(asking({ text: 'a' }));
  await fill();
  arrive(1);
  await settle();
  assert.deepEqual([told(), await states()], [[], [['waiting', '', 0]]]);
  await free();
  await look();
  assert.deepEqual(told(), ['a']);
});

test('a server that ends writes what it could not write before', async (t) => {
  const { desks, asking, settle, arrive, sent, states, fill, free, queue } = await setScene(t);
  arrive(1);
  await desks.text.put(asking({ text: 'a' }));
  await settle();
  await fill();
  sent[0]?.answer();
  await settle();
  await free();
  await queue.close();
  assert.deepEqual(await states(), [['done', 'done', 1]]);
});

test('what a server before left is ended as soon as it can be written', async (t) => {
  const { clock, store, desks, asking, settle, arrive, states, fill, free, look, queue } = await setScene(t);
  arrive(1);
  await desks.reboot.put(asking({}));
  await settle();
  await queue.close();
  const next = await OrderQueue.open({
    store,
    clock,
    log: silentLog,
    bus: createLocalBus(silentLog),
    links: { get: () => undefined, count: () => 0 },
    synced: () => Promise.resolve(),
  });
  await fill();
  await next.resume();
  assert.deepEqual(await states(), [['sent', '', 1]]);
  await free();
  await look();
  assert.deepEqual(await states(), [['expired', 'unknown', 1]]);
  await next.close();
});
