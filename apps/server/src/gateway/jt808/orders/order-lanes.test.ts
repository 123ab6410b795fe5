// The lanes of one link: none waits for the other, and each answer settles what it answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import { OrderLanes } from './order-lanes.ts';

const LIST = 0x1205;
const encode = (serial: number) => () => ({ serial, frames: [Uint8Array.of(serial)] });

const QUIET_MS = 20_000;

const setUp = () => {
  const clock = createManualClock();
  const sent: number[] = [];
  const lanes = new OrderLanes(clock, ([serial = 0]) => void sent.push(serial));
  const slow = (serial: number): Promise<unknown> =>
    lanes.lists.send(0x9205, encode(serial), { expected: { kind: 'dedicated', id: LIST }, timeoutMs: 20_000 });
  const play = (serial: number): Promise<unknown> =>
    lanes.prompt.send(0x9201, encode(serial), { expected: { kind: 'either', id: LIST } });
  return { clock, lanes, sent, slow, play };
};

test('what is slow holds up what is slow, and nothing that is prompt', async () => {
  const { lanes, sent, slow } = setUp();
  const [first, second] = [slow(1), slow(2)];
  const moved = lanes.prompt.send(0x9301, encode(3));
  assert.deepEqual(sent, [1, 3]);
  lanes.generalReply(3, 0x9301, 0);
  await moved;
  lanes.dedicatedReply(LIST, 'a list', 1);
  assert.equal(await first, 'a list');
  assert.deepEqual(sent, [1, 3, 2]);
  lanes.dedicatedReply(LIST, 'another', 2);
  assert.equal(await second, 'another');
});

test('an order passes a list and a question that nobody answers', async () => {
  const { clock, lanes, sent, slow } = setUp();
  const lost = [slow(1), lanes.slow.send(0x8104, encode(2), { timeoutMs: QUIET_MS, repeats: 0 })];
  const ended = Promise.allSettled(lost);
  const told = lanes.orders.send(0x8300, encode(3));
  const next = lanes.orders.send(0x8105, encode(4));
  assert.deepEqual(sent, [1, 2, 3], 'orders wait for orders alone');
  lanes.generalReply(3, 0x8300, 0);
  await told;
  assert.deepEqual(sent, [1, 2, 3, 4]);
  lanes.generalReply(4, 0x8105, 0);
  await next;
  lanes.close();
  await ended;
  assert.equal(clock.pending(), 0);
});

test('a refusal reaches the one it names, in either lane', async () => {
  const { lanes, slow, play } = setUp();
  const [asked, played] = [slow(1), play(2)];
  const refused = assert.rejects(asked, /not supported/);
  lanes.generalReply(1, 0x9205, 3);
  await refused;
  const denied = assert.rejects(played, /failed/);
  lanes.generalReply(2, 0x9201, 1);
  await denied;
});

test('an answer that both could have belongs to the one whose serial it names, one of nobody to the question', async () => {
  const { lanes, slow, play } = setUp();
  const [asked, played] = [slow(1), play(2)];
  lanes.dedicatedReply(LIST, 'to the playback', 2);
  assert.equal(await played, 'to the playback');
  lanes.dedicatedReply(LIST, 'to nobody', 99);
  assert.equal(await asked, 'to nobody');
  const again = play(3);
  lanes.dedicatedReply(LIST, 'no question waits', 98);
  assert.equal(await again, 'no question waits');
});

test('parts of a long answer keep the question waiting; the end of the link ends both lanes', async () => {
  const { clock, lanes, sent, slow, play } = setUp();
  const asked = assert.rejects(slow(1), /offline/);
  clock.advance(19_000);
  lanes.partCame(LIST);
  clock.advance(19_000);
  assert.deepEqual(sent, [1], 'not asked again');
  const played = assert.rejects(play(2), /offline/);
  lanes.close();
  await Promise.all([asked, played]);
  assert.equal(clock.pending(), 0);
});

test('what is asked first when the link is gone is told so at once, and is not written', async () => {
  const { clock, lanes, sent, slow, play } = setUp();
  lanes.close();
  await Promise.all([assert.rejects(slow(1), /offline/), assert.rejects(play(2), /offline/)]);
  assert.deepEqual([sent, clock.pending()], [[], 0]);
});

test('one message in two lanes: an answer settles the one whose serial it names', async () => {
  const { lanes } = setUp();
  const server = lanes.orders.send(0x8103, encode(5));
  const saved = lanes.slow.send(0x8103, encode(6));
  const ended: string[] = [];
  void server.then(() => ended.push('server'));
  const refused = assert.rejects(saved, /failed/);
  lanes.generalReply(6, 0x8103, 1);
  await refused;
  assert.deepEqual(ended, []);
  lanes.generalReply(5, 0x8103, 0);
  await server;
});

test('a serial that another lane settled a round ago is that of the order which waits', async () => {
  const { lanes } = setUp();
  const old = lanes.orders.send(0x8300, encode(7));
  lanes.generalReply(7, 0x8300, 0);
  await old;
  const asked = lanes.prompt.send(0x8201, encode(7), { expected: { kind: 'dedicated', id: 0x0201 } });
  assert.equal(lanes.dedicatedReply(0x0201, 'here', 7), true);
  assert.equal(await asked, 'here');
});
