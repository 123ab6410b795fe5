// An order that somebody was promised, and a newer one of its kind that nobody keeps: the promise outlasts the other, the link and a server.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { deviceOffline, NeverSentError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { queueScene, resultOf } from './test-queue.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const setScene = (t: TestContext, opened = openSqlite(':memory:', MIGRATIONS)) =>
  queueScene(t, opened, createLocalBus(silentLog));
type Scene = Awaited<ReturnType<typeof setScene>>;

/** The link goes while the device was to answer this one. */
const breakLink = async ({ links, sent, settle }: Scene, at: number, error: Error = deviceOffline()): Promise<void> => {
  links.delete(1);
  sent[at]?.answer(error);
  await settle();
};
const answerFrom = async ({ sent, settle }: Scene, from: number): Promise<void> => {
  for (let i = from; i < sent.length; i += 1) {
    sent[i]?.answer();
    await settle();
  }
};
/** Who asked, what of it waits, and whether it is kept. */
const waiting = async ({ store }: Scene): Promise<unknown[]> =>
  (await store.waitingOf(1)).map(({ userName, payload, kept }) => [userName, payload, kept]);

test('what is kept and was under way as the link broke waits on beside what was not kept, under its own name', async (t) => {
  const scene = await setScene(t);
  const { desks, asking, settle, arrive, told, states } = scene;
  assert.equal(await resultOf(desks.set.ask(asking({ beat: 20 }))), '2');
  arrive(1);
  await settle();
  const template = resultOf(desks.set.ask({ ...asking({ speed: 60 }, false), userName: 'template' }));
  await settle();
  await breakLink(scene, 0);
  assert.equal(await template, 'device_offline', 'it is told that nothing waits');
  assert.deepEqual(await waiting(scene), [['ann', { beat: 20 }, true]]);
  assert.deepEqual(await states(), [
    ['waiting', '', 1],
    ['expired', 'device_offline', 0],
  ]);
  arrive(1);
  await settle();
  await answerFrom(scene, 1);
  assert.deepEqual(told(), ['{"beat":20}', '{"beat":20}']);
  assert.deepEqual((await states())[0], ['done', 'done', 2]);
});

test('what is kept and has not been sent yet goes before what is not kept, and stays where that ends', async (t) => {
  const scene = await setScene(t);
  const { desks, asking, settle, arrive, told, queue } = scene;
  await desks.text.ask(asking({ text: 'first' }));
  await desks.set.ask(asking({ beat: 20, speed: 50 }));
  arrive(1);
  await settle();
  const [one, two] = [
    resultOf(desks.set.ask(asking({ speed: 60 }, false))),
    resultOf(desks.set.ask(asking({ volume: 3 }, false))),
  ];
  await breakLink(scene, 0);
  assert.deepEqual([await one, await two], ['conflict', 'device_offline'], 'those that are not kept are one');
  assert.deepEqual(await waiting(scene), [
    ['ann', { text: 'first' }, true],
    ['ann', { beat: 20, speed: 50 }, true],
  ]);
  arrive(1);
  await settle();
  const again = resultOf(desks.set.ask(asking({ speed: 60 }, false)));
  await settle();
  await answerFrom(scene, 1);
  assert.equal(await again, '1');
  assert.deepEqual(told().slice(1), ['first', '{"beat":20,"speed":50}', '{"speed":60}'], 'the newer value last');
  assert.equal(queue.metrics()['device_orders_open'], 0);
});

test('a kept order takes over what was asked before it and is not kept, so that the older value does not come last', async (t) => {
  const scene = await setScene(t);
  const { desks, asking, settle, arrive, told } = scene;
  arrive(1);
  const text = resultOf(desks.text.ask(asking({ text: 'first' })));
  const unkept = resultOf(desks.set.ask(asking({ speed: 60 }, false)));
  await settle();
  const kept = resultOf(desks.set.ask(asking({ speed: 50 })));
  await settle();
  await answerFrom(scene, 0);
  assert.deepEqual([await text, await unkept, await kept], ['1', 'conflict', '1']);
  assert.deepEqual(told(), ['first', '{"speed":50}']);
});

test('a server that ends: what was kept is sent by the next one, what was not is over', async (t) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  const before = await setScene(t, { ...opened, close: () => Promise.resolve() });
  await before.desks.set.ask(before.asking({ beat: 20 }));
  before.arrive(1);
  await before.settle();
  const unheard = resultOf(before.desks.set.ask(before.asking({ speed: 60 }, false)));
  await before.settle();
  await before.queue.close();
  await unheard;
  const after = await setScene(t, opened);
  await after.queue.resume();
  assert.deepEqual(await waiting(after), [['ann', { beat: 20 }, true]]);
  assert.deepEqual(await after.states(), [
    ['waiting', '', 1],
    ['expired', 'unknown', 0],
  ]);
});

test('where the newer order alone counts it is one order, kept as the older one was, whether that had been sent or not', async (t) => {
  const scene = await setScene(t);
  const { desks, asking, settle, arrive, told, states } = scene;
  await desks.text.ask(asking({ text: 'first' }));
  await desks.reboot.ask(asking({}));
  arrive(1);
  await settle();
  const unsent = resultOf(desks.reboot.ask({ ...asking({}, false), userName: 'bob' }));
  await settle();
  await breakLink(scene, 0);
  assert.equal(await unsent, '2', 'it is told that this waits');
  assert.deepEqual((await waiting(scene)).at(-1), ['bob', {}, true]);
  arrive(1);
  await settle();
  scene.sent[1]?.answer();
  await settle();
  const sent = resultOf(desks.reboot.ask({ ...asking({}, false), userName: 'cat' }));
  await settle();
  await breakLink(scene, 2, new NeverSentError());
  assert.equal(await sent, '2');
  assert.deepEqual(await waiting(scene), [['cat', {}, true]]);
  arrive(1);
  await settle();
  await answerFrom(scene, 3);
  assert.deepEqual(told(), ['first', 'first', 'reboot', 'reboot'], 'the first of those never left the server');
  assert.deepEqual((await states()).slice(1), [
    ['cancelled', 'replaced', 0],
    ['cancelled', 'replaced', 1],
    ['done', 'done', 1],
  ]);
});
