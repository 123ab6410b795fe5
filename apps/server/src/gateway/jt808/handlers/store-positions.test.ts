// Batches of positions of any length: handed on in short pieces and in order, answered when the last one is on disk.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeLocation, GENERAL_RESULT, LinkCodec } from '@outrider/jt808';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import type { Position } from '../../../kernel/topics.ts';
import { openTestConnection } from '../test-connection.ts';

const BATCH = 0x0704;
const REPORT = 0x0200;
const START_MS = Date.UTC(2026, 0, 1);
const identity = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' } as const;

const bodyAt = (second: number): Uint8Array =>
  encodeLocation({
    alarm: 0,
    status: 3,
    latitude: 31,
    longitude: 121,
    altitude: 10,
    speedKmh: 50,
    direction: 90,
    time: START_MS + second * 1000,
    items: [],
  });

const batchOf = (seconds: readonly number[]): Uint8Array => {
  const items = seconds.map((second) => {
    const body = bodyAt(second);
    return [0, body.length, ...body];
  });
  return Uint8Array.from([seconds.length >> 8, seconds.length & 0xff, 1, ...items.flat()]);
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, second) => second);

type Handed = { seconds: number[]; inTurn: number; stored: PromiseWithResolvers<void> };

/** Counts the turns of the event loop from here on. */
const countTurns = (t: TestContext): (() => number) => {
  let [turns, isOver] = [0, false];
  const next = (): void => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  t.after(() => {
    isOver = true;
  });
  return () => turns;
};

const setUp = (t: TestContext, kind: 'tcp' | 'udp' = 'tcp', turns = countTurns(t)) => {
  const unheard: unknown[] = [];
  const note = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const clock = createManualClock(START_MS);
  const handed: Handed[] = [];
  const store = (_key: number, _id: string, positions: readonly Position[]): Promise<void> => {
    clock.advance(positions.length / 50); // reading and judging them took its time
    const seconds = positions.map(({ timeMs }) => ((timeMs ?? 0) - START_MS) / 1000);
    const stored = Promise.withResolvers<void>();
    handed.push({ seconds, inTurn: turns(), stored });
    return stored.promise;
  };
  const { say, sayBytes, frames, isPaused, close } = openTestConnection({ kind, clock, positions: { store } });
  const codec = new LinkCodec(identity);
  /** In parts; gives the serial of the first one. */
  const sendBatch = (seconds: readonly number[]): { serial: number; again: () => void } => {
    const { serial, frames: parts } = codec.encodeBody(BATCH, batchOf(seconds));
    const again = (): void => parts.forEach((part) => sayBytes(part));
    again();
    return { serial, again };
  };
  const handedOn = async (count: number): Promise<void> => {
    for (let i = 0; i < 1000 && handed.length < count; i += 1) await nextTurn(); // oxlint-disable-line no-await-in-loop
    assert.ok(handed.length >= count, `${handed.length} pieces were handed on`);
  };
  /** Answers to the message with this serial. */
  const answersTo = async (serial: number): Promise<number[]> => {
    for (let i = 0; i < 20; i += 1) await nextTurn(); // oxlint-disable-line no-await-in-loop
    return frames().flatMap(({ body }) =>
      ((body[0] ?? 0) << 8) + (body[1] ?? 0) === serial ? [body.at(4) ?? -1] : [],
    );
  };
  const seconds = (): number[] => handed.flatMap((each) => each.seconds);
  return { say, sendBatch, handed, handedOn, seconds, answersTo, isPaused, close, unheard };
};

test('a long batch is handed on in pieces, others have their turn, and it is answered when the last piece is on disk', async (t) => {
  const { sendBatch, handed, handedOn, seconds, answersTo, isPaused } = setUp(t);
  const { serial } = sendBatch(upTo(1000));
  await handedOn(5);
  assert.deepEqual(seconds(), upTo(1000));
  assert.ok(new Set(handed.map(({ inTurn }) => inTurn)).size >= 4, 'not in one turn');
  assert.equal(isPaused(), false, 'five pieces are nothing to wait for');
  const last = handed.pop();
  for (const { stored } of handed) stored.resolve();
  assert.deepEqual(await answersTo(serial), []);
  last?.stored.resolve();
  assert.deepEqual([await answersTo(serial), isPaused()], [[GENERAL_RESULT.done], false]);
});

test('what a link reports behind a long batch is handed on behind it', async (t) => {
  const { say, sendBatch, handed, handedOn, seconds, answersTo } = setUp(t);
  sendBatch(upTo(500));
  say(REPORT, bodyAt(600), 900);
  say(BATCH, batchOf([700, 701]), 901);
  await handedOn(5);
  assert.deepEqual(seconds(), [...upTo(500), 600, 700, 701]);
  for (const { stored } of handed) stored.resolve();
  assert.deepEqual([await answersTo(900), await answersTo(901)], [[GENERAL_RESULT.done], [GENERAL_RESULT.done]]);
  say(REPORT, Uint8Array.of(1), 902);
  assert.deepEqual(await answersTo(902), [GENERAL_RESULT.malformed], 'what cannot be read is said at once');
});

test('a long batch of which a piece cannot be stored is not answered, the rest of it is left, and it counts when it comes again', async (t) => {
  const { sendBatch, handed, handedOn, answersTo, isPaused, unheard } = setUp(t);
  const { serial, again } = sendBatch(upTo(2000));
  await handedOn(1);
  handed[0]?.stored.reject(new Error('disk full'));
  assert.deepEqual([await answersTo(serial), unheard, isPaused()], [[], [], false]);
  const before = handed.length;
  assert.ok(before < 10, `${before} pieces were handed on`);
  again();
  await handedOn(before + 10);
  for (const { stored } of handed) stored.resolve();
  assert.deepEqual(await answersTo(serial), [GENERAL_RESULT.done]);
});

test('a link that ends in the middle of a long batch: what came whole is stored, in order', async (t) => {
  const { say, sendBatch, handed, handedOn, seconds, answersTo, close, unheard } = setUp(t);
  const { serial } = sendBatch(upTo(1000));
  say(REPORT, bodyAt(1000), 900);
  close();
  await handedOn(6);
  assert.deepEqual(seconds(), upTo(1001));
  handed.pop()?.stored.reject(new Error('disk full'));
  for (const { stored } of handed) stored.resolve();
  assert.deepEqual([await answersTo(serial), await answersTo(900), unheard], [[], [], []]);
});

test('pieces of two links that bring a backlog at once take turns', async (t) => {
  const turns = countTurns(t);
  const [one, other] = [setUp(t, 'tcp', turns), setUp(t, 'tcp', turns)];
  one.sendBatch(upTo(1000));
  other.sendBatch(upTo(1000));
  await Promise.all([one.handedOn(5), other.handedOn(5)]);
  assert.deepEqual([one.seconds(), other.seconds()], [upTo(1000), upTo(1000)]);
  const behind = [...one.handed.slice(1), ...other.handed.slice(1)];
  assert.equal(new Set(behind.map(({ inTurn }) => inTurn)).size, behind.length, 'one in a turn');
});

test('a batch of more positions than its head can count is refused, also when it comes again', async (t) => {
  const { sendBatch, handed, answersTo } = setUp(t);
  const { serial, again } = sendBatch(upTo(65_536));
  assert.deepEqual(await answersTo(serial), [GENERAL_RESULT.notSupported]);
  again();
  assert.deepEqual(await answersTo(serial), [GENERAL_RESULT.notSupported, GENERAL_RESULT.notSupported]);
  assert.equal(handed.length, 0);
});

test('over UDP a batch counts by its pieces: what comes while it waits for the disk is taken too', async (t) => {
  const { say, sendBatch, handed, handedOn, answersTo } = setUp(t, 'udp');
  const { serial } = sendBatch(upTo(300));
  await handedOn(2);
  say(REPORT, bodyAt(600), 900);
  await handedOn(3);
  for (const { stored } of handed) stored.resolve();
  assert.deepEqual([await answersTo(serial), await answersTo(900)], [[GENERAL_RESULT.done], [GENERAL_RESULT.done]]);
});
