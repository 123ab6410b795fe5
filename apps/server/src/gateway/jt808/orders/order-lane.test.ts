// Orders to a device with a driven clock: one at a time, repeats, matching of answers as real devices send them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode } from '@outrider/contract';
import { createManualClock, type ManualClock } from '../../../kernel/manual-clock.ts';
import { OrderLane } from './order-lane.ts';

const encode =
  (serial: number, parts = 1) =>
  (): { serial: number; frames: Uint8Array[] } => ({
    serial,
    frames: Array.from({ length: parts }, (_, i) => Uint8Array.of(serial + i)),
  });

const setUp = (): { clock: ManualClock; queue: OrderLane; sent: string[] } => {
  const clock = createManualClock();
  const sent: string[] = [];
  const queue = new OrderLane(clock, (frame) => void sent.push(Buffer.from(frame).toString('hex')));
  return { clock, queue, sent };
};
const code = (expected: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === expected;

test('a command is repeated after 10, 20 and 30 seconds in all, then times out', async () => {
  const { clock, queue, sent } = setUp();
  const failed = assert.rejects(queue.send(0x9101, encode(1)), code('device_timeout'));
  for (const [ms, count] of [
    [9_999, 1],
    [1, 2],
    [19_999, 2],
    [1, 3],
    [29_999, 3],
  ] as const) {
    clock.advance(ms);
    assert.equal(sent.length, count);
  }
  clock.advance(1);
  await failed;
  assert.deepEqual(sent, ['01', '01', '01']);
  assert.equal(clock.pending(), 0);
});

test('the second command waits for the answer to the first', async () => {
  const { queue, sent } = setUp();
  const first = queue.send(0x9101, encode(1));
  const second = queue.send(0x9101, encode(2));
  assert.deepEqual(sent, ['01']);
  queue.generalReply(1, 0x9101, 0);
  await first;
  assert.deepEqual(sent, ['01', '02']);
  queue.generalReply(2, 0x9101, 0);
  await second;
});

test('a result other than 0 refuses with its reason', async () => {
  const { queue } = setUp();
  const refused = assert.rejects(
    queue.send(0x9101, encode(1)),
    (error: unknown) =>
      error instanceof AppError && error.code === 'device_refused' && /not supported/.test(error.message),
  );
  queue.generalReply(1, 0x9101, 3);
  await refused;
});

test('an answer with a serial of nobody settles the only command of its kind, one to another command does not', async () => {
  const { queue } = setUp();
  const done = queue.send(0x9101, encode(1));
  queue.generalReply(1, 0x8103, 1);
  queue.generalReply(0x9101, 0x9101, 0);
  await done;
});

test('a device that answers one command twice does not confirm the next one with it', async () => {
  const { clock, queue } = setUp();
  const first = queue.send(0x9101, encode(1));
  queue.generalReply(1, 0x9101, 0);
  await first;
  const second = assert.rejects(queue.send(0x9101, encode(2), { repeats: 0 }), code('device_timeout'));
  queue.generalReply(1, 0x9101, 0);
  clock.advance(10_000);
  await second;
});

test('a split message is done when its last part is answered, and refused when any part is', async () => {
  const { queue } = setUp();
  let settled = false;
  const done = queue.send(0x8103, encode(5, 3)).then(() => (settled = true));
  queue.generalReply(5, 0x8103, 0);
  await Promise.resolve();
  assert.equal(settled, false);
  queue.generalReply(7, 0x8103, 0);
  await done;
  const refused = assert.rejects(queue.send(0x8103, encode(8, 3)), code('device_refused'));
  queue.generalReply(9, 0x8103, 1);
  await refused;
});

test('a split message that is answered once, with the serial of a part before the last, is done when nothing more comes', async () => {
  const { clock, queue, sent } = setUp();
  let settled = false;
  const done = queue.send(0x8103, encode(5, 3)).then(() => (settled = true));
  queue.generalReply(5, 0x8103, 0);
  await clock.advanceAsync(9_999);
  assert.equal(settled, false, 'a part may still be refused');
  clock.advance(1);
  await done;
  assert.deepEqual(sent, ['05', '06', '07'], 'nothing was sent again');
  assert.equal(clock.pending(), 0);
});

test('a split message of which a device answers each part is sent again where the last one is not answered', async () => {
  const { clock, queue, sent } = setUp();
  let settled = false;
  const done = queue.send(0x8103, encode(5, 3)).then(() => (settled = true));
  await clock.advanceAsync(9000);
  queue.generalReply(5, 0x8103, 0);
  await clock.advanceAsync(9000);
  queue.generalReply(6, 0x8103, 0);
  await clock.advanceAsync(9999);
  assert.deepEqual([settled, sent.length], [false, 3], 'each answer begins the wait again');
  clock.advance(1);
  assert.deepEqual(sent, ['05', '06', '07', '05', '06', '07']);
  queue.generalReply(7, 0x8103, 0);
  await done;
  assert.equal(clock.pending(), 0);
});

test('a part that is refused after another was done refuses the split message', async () => {
  const { clock, queue } = setUp();
  const refused = assert.rejects(queue.send(0x8103, encode(5, 3)), code('device_refused'));
  queue.generalReply(5, 0x8103, 0);
  clock.advance(9_999);
  queue.generalReply(6, 0x8103, 1);
  await refused;
  assert.equal(clock.pending(), 0);
});

test('a part that was received does not answer a question in parts', async () => {
  const { clock, queue } = setUp();
  const asked = { expected: { kind: 'dedicated', id: 0x0104 }, repeats: 0 } as const;
  const unanswered = assert.rejects(queue.send(0x8106, encode(5, 3), asked), code('device_timeout'));
  queue.generalReply(5, 0x8106, 0);
  clock.advance(10_000);
  await unanswered;
});

test('a dedicated answer settles the command, a general one before it only says received', async () => {
  const { queue } = setUp();
  const asked = queue.send(0x8104, encode(1), { expected: { kind: 'dedicated', id: 0x0104 } });
  queue.generalReply(1, 0x8104, 0);
  assert.equal(queue.dedicatedReply(0x0107, {}), false);
  assert.equal(queue.dedicatedReply(0x0104, { params: [] }), true);
  assert.deepEqual(await asked, { params: [] });
});

test('a closed link fails what waits and what comes', async () => {
  const { clock, queue } = setUp();
  const all = [queue.send(0x9101, encode(1)), queue.send(0x9101, encode(2))].map((each) =>
    assert.rejects(each, code('device_offline')),
  );
  queue.close();
  await Promise.all(all);
  await assert.rejects(queue.send(0x9101, encode(3)), code('device_offline'));
  assert.equal(clock.pending(), 0);
});

test('a value that fits no field fails that command only', async () => {
  const { queue } = setUp();
  await assert.rejects(
    queue.send(0x9101, () => {
      throw new RangeError('channel 999 does not fit');
    }),
    code('invalid'),
  );
  const next = queue.send(0x9101, encode(2));
  queue.generalReply(2, 0x9101, 0);
  await next;
});

test('the queue of a silent device is bounded', async () => {
  const { queue } = setUp();
  const waiting = Array.from({ length: 65 }, (_, i) =>
    assert.rejects(queue.send(0x9101, encode(i)), code('device_offline')),
  );
  await assert.rejects(queue.send(0x9101, encode(99)), code('limit_reached'));
  queue.close();
  await Promise.all(waiting);
});

test('a request to play is settled by whichever answer comes first, and the other one settles nothing else', async () => {
  const { queue } = setUp();
  const either = { expected: { kind: 'either', id: 0x1205 } } as const;
  const first = queue.send(0x9201, encode(5), either);
  queue.generalReply(5, 0x9201, 0);
  assert.equal(await first, undefined);
  const second = queue.send(0x9201, encode(6), either);
  assert.equal(queue.dedicatedReply(0x1205, 'of the first', 5), false, 'the late list of the request before');
  assert.equal(queue.dedicatedReply(0x1205, 'list', 6), true);
  assert.equal(await second, 'list');
  assert.equal(queue.remembers(6), true);
  assert.equal(queue.remembers(7), false);
});

test('each part of a long answer begins the wait again', async () => {
  const { clock, queue, sent } = setUp();
  const asked = queue.send(0x9205, encode(5), {
    timeoutMs: 1000,
    repeats: 1,
    expected: { kind: 'dedicated', id: 0x1205 },
  });
  for (let part = 0; part < 10; part += 1) {
    clock.advance(900);
    queue.partCame(0x1205);
  }
  queue.partCame(0x0801);
  assert.equal(sent.length, 1, 'nothing was repeated');
  queue.dedicatedReply(0x1205, 'whole');
  assert.equal(await asked, 'whole');
  assert.equal(clock.pending(), 0);
});

/** Whole at the third answer. */
const gathering = (bodies: unknown[]) => ({
  expected: { kind: 'dedicated', id: 0x1205 } as const,
  timeoutMs: 20_000,
  gather: { add: (body: unknown) => bodies.push(body) === 3, quietMs: 5_000, limitMs: 60_000 },
});

test('an answer in several messages is whole with the last one; one more belongs to nobody', async () => {
  const { clock, queue } = setUp();
  const bodies: unknown[] = [];
  const answered = queue.send(0x9205, encode(1), gathering(bodies));
  for (const body of ['a', 'b']) {
    assert.equal(queue.dedicatedReply(0x1205, body, 1), true);
    clock.advance(4_999);
  }
  queue.dedicatedReply(0x1205, 'c', 1);
  await answered;
  assert.equal(queue.dedicatedReply(0x1205, 'd', 1), false);
  assert.deepEqual(bodies, ['a', 'b', 'c']);
  assert.equal(clock.pending(), 0);
});

test('an answer that never becomes whole is waited for a few seconds after its last piece, a minute in all, and not asked for again', async () => {
  const { clock, queue, sent } = setUp();
  const short = queue.send(0x9205, encode(1), gathering([]));
  queue.dedicatedReply(0x1205, 'a', 1);
  clock.advance(5_000);
  await short;
  const endless = queue.send(0x9205, encode(2), {
    ...gathering([]),
    gather: { add: () => false, quietMs: 5_000, limitMs: 60_000 },
  });
  let over = false;
  void endless.then(() => {
    over = true;
  });
  for (let second = 0; second < 60; second += 1) {
    assert.equal(queue.dedicatedReply(0x1205, second, 2), true);
    queue.partCame(0x1205);
    clock.advance(1_000);
  }
  await Promise.resolve();
  assert.equal(over, true);
  assert.deepEqual(sent, ['01', '02']);
});
