// How orders are kept and sent: to a device that is there, away, silent or gone in the middle; merged, cancelled, expired, bounded, and after
// a restart. The device is a port here that does what the test says.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AppError } from '@outrider/contract';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { deviceOffline, NeverSentError } from '../../kernel/errors.ts';
import { MAX_IN_ALL, MAX_OF_DEVICE, OpenOrders } from './open-orders.ts';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { silentLog } from '../../kernel/log.ts';
import type { Asked } from './desk.ts';
import { HOUR_MS, MINUTE_MS, queueScene, resultOf, silent } from './test-queue.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const setScene = (t: TestContext, opened = openSqlite(':memory:', MIGRATIONS)) =>
  queueScene(t, opened, createLocalBus(silentLog));

test('an order to a device that is there is done with its answer, and the next one waits for that', async (t) => {
  const { desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  arrive(1);
  const [first, second] = [
    resultOf(desks.text.ask(asking({ text: 'a' }))),
    resultOf(desks.text.ask(asking({ text: 'b' }))),
  ];
  await settle();
  assert.deepEqual(told(), ['a']);
  assert.deepEqual(await states(), [
    ['sent', '', 1],
    ['waiting', '', 0],
  ]);
  sent[0]?.answer();
  assert.equal(await first, '1');
  await settle();
  assert.deepEqual(told(), ['a', 'b']);
  sent[1]?.answer();
  assert.equal(await second, '1');
  assert.deepEqual(await states(), [
    ['done', 'done', 1],
    ['done', 'done', 1],
  ]);
});

test('what the device says is what the asker hears: no, or that it does not know this', async (t) => {
  const { desks, asking, settle, arrive, sent, states } = await setScene(t);
  arrive(1);
  for (const [i, code] of (['device_refused', 'device_unsupported'] as const).entries()) {
    const asked = resultOf(desks.text.ask(asking({ text: 'a' })));
    await settle();
    sent[i]?.answer(new AppError(code, 'no'));
    assert.equal(await asked, code);
  }
  assert.deepEqual(await states(), [
    ['refused', 'device_refused', 1],
    ['refused', 'device_unsupported', 1],
  ]);
});

test('for a device that is away: refused and not kept, or kept and delivered in order when it is back', async (t) => {
  const { desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'now' }, false))), 'device_offline');
  assert.deepEqual(await states(), []);
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'a' }))), '2');
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'b' }))), '2');
  assert.deepEqual(told(), []);
  arrive(1);
  await settle();
  sent[0]?.answer();
  await settle();
  sent[1]?.answer();
  assert.deepEqual(await states(), [
    ['done', 'done', 1],
    ['done', 'done', 1],
  ]);
  assert.deepEqual(told(), ['a', 'b']);
});

test('silence: the asker hears 408; what is kept is tried again after growing pauses, what is not is over', async (t) => {
  const { clock, desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  arrive(1);
  const unkept = resultOf(desks.text.ask(asking({ text: 'now' }, false)));
  await settle();
  sent[0]?.answer(silent);
  assert.equal(await unkept, '408');
  assert.deepEqual(await states(), [['expired', 'device_timeout', 1]]);
  const kept = resultOf(desks.text.ask(asking({ text: 'later' })));
  await settle();
  sent[1]?.answer(silent);
  assert.equal(await kept, '408');
  await settle();
  clock.advance(MINUTE_MS - 1);
  await settle();
  assert.deepEqual(told(), ['now', 'later']);
  clock.advance(10_000);
  await settle();
  assert.deepEqual(told(), ['now', 'later', 'later']);
  sent[2]?.answer(silent);
  await settle();
  clock.advance(MINUTE_MS + 20_000);
  await settle();
  assert.equal(told().length, 3, 'the second pause is longer');
  clock.advance(MINUTE_MS);
  await settle();
  sent[3]?.answer();
  assert.deepEqual((await states())[1], ['done', 'done', 3]);
});

test('a device that was silent and comes back is asked at once; so is one of which somebody asks something', async (t) => {
  const { clock, desks, asking, settle, arrive, told, sent } = await setScene(t);
  arrive(1);
  const first = resultOf(desks.text.ask(asking({ text: 'a' })));
  await settle();
  sent[0]?.answer(silent);
  assert.equal(await first, '408');
  clock.advance(1000);
  await settle();
  assert.deepEqual(told(), ['a'], 'it is left in peace');
  arrive(1);
  await settle();
  assert.deepEqual(told(), ['a', 'a'], 'a new link has not been silent yet');
  sent[1]?.answer(silent);
  await settle();
  const asked = resultOf(desks.text.ask(asking({ text: 'b' })));
  await settle();
  assert.deepEqual(told(), ['a', 'a', 'a'], 'what waits goes before what was asked');
  sent[2]?.answer();
  await settle();
  sent[3]?.answer();
  assert.equal(await asked, '1');
});

test('a device for which as many wait as may takes one that stands for an older one, and no other', async (t) => {
  const { desks, asking } = await setScene(t);
  await desks.reboot.ask(asking({}));
  for (let i = 1; i < MAX_OF_DEVICE; i += 1) await desks.text.ask(asking({ text: String(i) }));
  assert.equal(await resultOf(desks.reboot.ask(asking({}))), '2');
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'one too many' }))), 'limit_reached');
});

test('an answer that takes long is not waited for by the asker: 408, and the order goes on', async (t) => {
  const { clock, desks, asking, settle, arrive, sent, states } = await setScene(t);
  arrive(1);
  const asked = desks.text.ask(asking({ text: 'a' }));
  await settle();
  clock.advance(15_000);
  const { result, order } = await asked;
  assert.deepEqual([result, order.state], ['408', 'sent']);
  sent[0]?.answer();
  assert.deepEqual(await states(), [['done', 'done', 1]]);
});

test('a link that breaks: sent again when that does no harm, never when it might, and done where it is how the device obeys', async (t) => {
  const { links, desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  arrive(1);
  const text = resultOf(desks.text.ask(asking({ text: 'a' })));
  await settle();
  links.delete(1);
  sent[0]?.answer(deviceOffline());
  assert.equal(await text, '2');
  arrive(1);
  await settle();
  sent[1]?.answer();
  const reboot = resultOf(desks.reboot.ask(asking({})));
  await settle();
  links.delete(1);
  sent[2]?.answer(deviceOffline());
  assert.equal(await reboot, '1');
  arrive(1);
  await settle();
  assert.deepEqual(told(), ['a', 'a', 'reboot']);
  assert.deepEqual(await states(), [
    ['done', 'done', 2],
    ['done', 'done', 1],
  ]);
});

test('a restart that was not answered is not sent twice; one that never left the server is not taken for done', async (t) => {
  const { links, desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  arrive(1);
  const quiet = resultOf(desks.reboot.ask(asking({})));
  await settle();
  sent[0]?.answer(silent);
  assert.equal(await quiet, '408');
  const unsent = resultOf(desks.reboot.ask(asking({})));
  await settle();
  links.delete(1);
  sent[1]?.answer(new NeverSentError());
  assert.equal(await unsent, '2');
  assert.deepEqual(await states(), [
    ['expired', 'device_timeout', 1],
    ['waiting', '', 1],
  ]);
  arrive(1);
  await settle();
  sent[2]?.answer();
  assert.deepEqual(await states(), [
    ['expired', 'device_timeout', 1],
    ['done', 'done', 2],
  ]);
  assert.deepEqual(told(), ['reboot', 'reboot', 'reboot']);
});

test('what says the same thing is sent once, last, with all that was said; what is on its way is not touched', async (t) => {
  const { desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  await desks.set.ask(asking({ speed: 80, beat: 30 }));
  await desks.reboot.ask(asking({}));
  await desks.set.ask(asking({ speed: 90 }));
  await desks.reboot.ask(asking({}));
  assert.deepEqual(await desks.set.waiting(1), [{ speed: 90, beat: 30 }]);
  assert.deepEqual(await states(), [
    ['cancelled', 'replaced', 0],
    ['cancelled', 'replaced', 0],
    ['waiting', '', 0],
    ['waiting', '', 0],
  ]);
  arrive(1);
  await settle();
  const late = resultOf(desks.set.ask(asking({ speed: 70 })));
  await settle();
  assert.deepEqual(told(), ['{"speed":90,"beat":30}']);
  for (let i = 0; i < 3; i += 1) {
    sent[i]?.answer();
    await settle();
  }
  assert.equal(await late, '1');
  assert.deepEqual(told(), ['{"speed":90,"beat":30}', 'reboot', '{"speed":70}']);
});

test('a cancelled order is not sent; one that was sent cannot be cancelled', async (t) => {
  const { queue, store, desks, asking, settle, arrive, told, sent, states } = await setScene(t);
  const { order } = await desks.text.ask(asking({ text: 'a' }));
  assert.equal(await queue.cancel(order, 'bob'), true);
  assert.equal(await queue.cancel(order, 'cat'), false);
  const [kept] = await store.read(99_999, 1);
  assert.equal(kept?.message, 'By bob', 'its row says who took it back');
  arrive(1);
  const asked = resultOf(desks.text.ask(asking({ text: 'b' })));
  await settle();
  assert.deepEqual(told(), ['b']);
  assert.equal(await queue.cancel({ ...order, id: order.id + 1 }, 'bob'), false);
  sent[0]?.answer();
  assert.equal(await asked, '1');
  assert.deepEqual(await states(), [
    ['cancelled', 'cancelled', 0],
    ['done', 'done', 1],
  ]);
});

test('an order waits as long as its kind says, whether or not the device comes back after that', async (t) => {
  const { clock, desks, asking, settle, arrive, told, states } = await setScene(t);
  await desks.text.ask(asking({ text: 'a' }));
  clock.advance(HOUR_MS - 10_000);
  await settle();
  assert.deepEqual(await states(), [['waiting', '', 0]]);
  clock.advance(10_000);
  assert.deepEqual(await states(), [['expired', 'too-old', 0]]);
  arrive(1);
  await settle();
  assert.deepEqual(told(), []);
});

test('after a restart: what waits is sent, what is harmless is sent again, and of the rest nobody knows', async (t) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  const before = await setScene(t, { ...opened, close: () => Promise.resolve() });
  for (const key of [1, 2]) before.arrive(key);
  const unheard: Promise<Asked>[] = [];
  const ask = async (asked: Promise<Asked>): Promise<void> => {
    unheard.push(asked);
    await before.settle();
  };
  await ask(before.desks.text.ask(before.asking({ text: 'again' }, true, 1)));
  await ask(before.desks.reboot.ask(before.asking({}, true, 2)));
  await ask(before.desks.text.ask(before.asking({ text: 'unkept' }, false, 1)));
  await ask(before.desks.text.ask(before.asking({ text: 'away' }, true, 3)));
  await before.queue.close();
  await Promise.allSettled(unheard);
  const after = await setScene(t, opened);
  await after.queue.resume();
  for (const key of [1, 2, 3]) after.arrive(key);
  await after.settle();
  assert.deepEqual([after.told(1), after.told(2), after.told(3)], [['again'], [], ['away']]);
  for (const { answer } of after.sent) answer();
  assert.deepEqual(await after.states(), [
    ['done', 'done', 2],
    ['expired', 'unknown', 1],
    ['expired', 'unknown', 0],
    ['done', 'done', 1],
  ]);
});

test('orders of one device and of all are bounded, and what is over makes room', async (t) => {
  const { queue, desks, asking } = await setScene(t);
  const asked = [];
  for (let i = 0; i < MAX_OF_DEVICE; i += 1) asked.push(await desks.text.ask(asking({ text: String(i) })));
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'more' }))), 'limit_reached');
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'other' }, true, 2))), '2');
  const [first] = asked;
  assert.ok(first);
  await queue.cancel(first.order, 'ann');
  assert.equal(await resultOf(desks.text.ask(asking({ text: 'more' }))), '2');
  const { device_orders_open: open, device_orders_too_many_total: tooMany } = queue.metrics();
  assert.deepEqual([open, tooMany], [MAX_OF_DEVICE + 1, 1]);
  const full = new OpenOrders([{ deviceKey: 1, count: MAX_IN_ALL - 1 }]);
  full.check(2, 1);
  full.add(2);
  assert.throws(() => full.check(3, 1), /orders to devices wait already/);
});

test('orders of a dropped device are gone, and make room', async (t) => {
  const { queue, desks, asking, states, arrive, settle, told } = await setScene(t);
  await desks.text.ask(asking({ text: 'a' }));
  await queue.forgetDevices([1]);
  assert.deepEqual(await states(), []);
  assert.equal(queue.metrics()['device_orders_open'], 0);
  arrive(1);
  await settle();
  assert.deepEqual(told(), []);
});
