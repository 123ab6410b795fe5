// A firmware in packets: what goes out, how much at a time to which kind of device, what is sent again, and how it ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode } from '@outrider/contract';
import { FrameSplitter, type Frame, LinkCodec } from '@outrider/jt808';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { FirmwareTransfer } from './firmware-transfer.ts';

const code = (expected: ErrorCode) => (error: unknown) => error instanceof AppError && error.code === expected;
/** 1, 4: maker in five bytes, 2: version, then the length in four. */
const HEAD = '00 4f55545244 02 7632 ';

const setUp = (bytes: number) => {
  const clock = createManualClock();
  const image = Uint8Array.from({ length: Math.min(bytes, 1_000_000) }, (_, i) => i % 251);
  const codec = new LinkCodec({ layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' });
  const frames: Frame[] = [];
  let unsent = 0;
  const splitter = new FrameSplitter();
  const write = (frame: Uint8Array): void => {
    for (const event of splitter.push(frame)) if (event.kind === 'frame') frames.push(event);
  };
  const transfer = new FirmwareTransfer(
    { clock, codec, write, unsentBytes: () => unsent },
    {
      bytes,
      manufacturer: 'OUTRDX',
      version: 'v2',
      read: (offset, length) => Promise.resolve(image.subarray(offset, offset + length)),
    },
  );
  transfer.ended.catch(() => undefined);
  const answer = ({ header }: Frame, result = 0): boolean => transfer.answered(header.serial, result);
  return {
    clock,
    image,
    codec,
    frames,
    transfer,
    answer,
    fill: (count: number) => (unsent = count),
    /** Answers what came since the last time, until nothing more comes. */
    answerAll: async (): Promise<void> => {
      let answered = 0;
      for (let turns = 0; turns < 10_000 && !transfer.isOver; turns += 1) {
        for (; answered < frames.length; answered += 1) answer(frames[answered] ?? assert.fail());
        await clock.advanceAsync(50);
      }
    },
  };
};
const indexOf = ({ header }: Frame): number => header.packageIndex ?? 0;

test('its parts are those of the message, with serials one behind the other, whatever is sent between them', async () => {
  const { frames, transfer, image, codec, clock, answerAll } = setUp(2500);
  await clock.advanceAsync(0);
  assert.equal(codec.encodeBody(0x8204, new Uint8Array(0)).serial, 3, 'others have the numbers behind');
  await answerAll();
  await transfer.ended;
  const head = Buffer.from(`${HEAD}000009c4`.replaceAll(' ', ''), 'hex');
  assert.deepEqual(Buffer.concat(frames.map(({ body }) => body)), Buffer.concat([head, image]));
  assert.deepEqual(
    frames.map(({ header, body }) => [
      header.messageId,
      header.serial,
      header.packageTotal,
      indexOf({ header } as Frame),
      body.length,
    ]),
    [
      [0x8108, 0, 3, 1, 1000],
      [0x8108, 1, 3, 2, 1000],
      [0x8108, 2, 3, 3, 513],
    ],
  );
  assert.equal(transfer.percent, 100);
});

test('a device that answers each has 32 under way at most; what it does not answer goes again, and then it is given up', async () => {
  const { frames, transfer, clock, answer } = setUp(100_000);
  await clock.advanceAsync(0);
  assert.equal(frames.length, 32);
  answer(frames[0] ?? assert.fail());
  await transfer.begun;
  await clock.advanceAsync(50);
  assert.equal(frames.length, 33, 'one more for one that was answered');
  await clock.advanceAsync(6000);
  assert.deepEqual(frames.slice(33, 65).map(indexOf), frames.slice(1, 33).map(indexOf), 'the same again');
  assert.deepEqual(frames[33]?.raw, frames[1]?.raw, 'byte for byte');
  await clock.advanceAsync(60_000);
  await assert.rejects(transfer.ended, code('device_timeout'));
  assert.equal(clock.pending(), 0);
});

test('one that answers nothing before it has all gets a hundred in a second, and its one answer ends it', async () => {
  const { frames, transfer, clock, answer } = setUp(400_000);
  await clock.advanceAsync(2050);
  await transfer.begun;
  const before = frames.length;
  await clock.advanceAsync(1000);
  const each = frames.length - before;
  assert.ok(each >= 90 && each <= 110, `${each} in a second`);
  await clock.advanceAsync(10_000);
  assert.equal(frames.length, 401);
  assert.equal(transfer.isOver, false, 'it has not said that it has it');
  answer(frames[0] ?? assert.fail());
  await clock.advanceAsync(100);
  await transfer.ended;
});

test('while the connection has not sent what it was given nothing more is made', async () => {
  const { frames, clock, fill, transfer } = setUp(100_000);
  fill(20_000);
  await clock.advanceAsync(1000);
  assert.equal(frames.length, 0);
  fill(0);
  await clock.advanceAsync(100);
  assert.equal(frames.length, 32);
  transfer.cancel();
  await assert.rejects(transfer.ended, code('conflict'));
});

test('parts that a device asks for go again, byte for byte; those of another message are not its', async () => {
  const { frames, transfer, clock, answer } = setUp(5000);
  await clock.advanceAsync(2050);
  assert.equal(frames.length, 6);
  assert.equal(transfer.asksFor(9, [1]), false);
  assert.equal(transfer.asksFor(0, [2, 5, 99]), true);
  await clock.advanceAsync(100);
  assert.deepEqual(frames.slice(6).map(indexOf), [2, 5]);
  assert.deepEqual(frames[6]?.raw, frames[1]?.raw);
  answer(frames[5] ?? assert.fail());
  await clock.advanceAsync(5000);
  await transfer.ended;
});

test('who asks for all of it at once gets it at the pace of the first time, not before what was sent has gone, and its end after', async () => {
  const { frames, transfer, clock, answer, fill } = setUp(400_000);
  await clock.advanceAsync(14_000);
  assert.equal(frames.length, 401);
  const all = Array.from({ length: 401 }, (_, i) => i + 1);
  assert.equal(transfer.asksFor(0, all), true);
  await clock.advanceAsync(0);
  assert.ok(frames.length <= 401 + 5, `${frames.length - 401} at once`);
  await clock.advanceAsync(1000);
  const second = frames.length - 401;
  assert.ok(second >= 90 && second <= 110, `${second} in a second`);
  for (let i = 0; i < 20; i += 1) {
    transfer.asksFor(0, [401]); // what is heard does not hurry it
    await clock.advanceAsync(0);
  }
  assert.ok(frames.length - 401 - second <= 5, `${frames.length - 401 - second} while it was heard`);
  fill(20_000);
  await clock.advanceAsync(100);
  const before = frames.length;
  await clock.advanceAsync(60_000);
  assert.equal(frames.length, before, 'its connection takes nothing');
  fill(0);
  await clock.advanceAsync(10_000);
  assert.deepEqual(new Set(frames.slice(401).map(indexOf)), new Set(all));
  assert.equal(transfer.isOver, false, 'it has not said that it has it');
  answer(frames[0] ?? assert.fail());
  await clock.advanceAsync(100);
  await transfer.ended;
  assert.equal(clock.pending(), 0);
});

test('a device that left after its yes gets nothing more of what it asked for', async () => {
  const { frames, transfer, clock, answer } = setUp(400_000);
  await clock.advanceAsync(14_000);
  answer(frames[0] ?? assert.fail());
  transfer.asksFor(
    0,
    Array.from({ length: 401 }, (_, i) => i + 1),
  );
  await clock.advanceAsync(100);
  transfer.lost();
  await clock.advanceAsync(100);
  await transfer.ended;
  assert.ok(frames.length < 450, `${frames.length - 401} were sent again`);
});

test('a refusal, an unknown message and a lost link end it as what they are', async () => {
  for (const [result, expected] of [
    [1, 'device_refused'],
    [3, 'device_unsupported'],
  ] as const) {
    const { frames, transfer, clock, answer } = setUp(100_000);
    await clock.advanceAsync(0);
    answer(frames[0] ?? assert.fail(), result);
    await clock.advanceAsync(100);
    await assert.rejects(transfer.begun, code(expected));
    const count = frames.length;
    await clock.advanceAsync(10_000);
    assert.equal(frames.length, count, 'nothing more is sent');
  }
  const { transfer, clock } = setUp(100_000);
  await clock.advanceAsync(3000);
  transfer.lost();
  await clock.advanceAsync(100);
  await assert.rejects(transfer.ended, code('device_offline'));
});

test('what does not fit in the packages of one message is refused before anything is sent', () => {
  assert.throws(() => setUp(70_000_000), code('invalid'));
});

test('of a small file one answer may be to all of it: who restarts then has not lost it; two answers are to each', async () => {
  const { frames, transfer, clock, answer } = setUp(5000);
  await clock.advanceAsync(0);
  assert.equal(frames.length, 6);
  answer(frames[0] ?? assert.fail());
  await clock.advanceAsync(1000);
  assert.equal(transfer.isOver, false, 'others may be answered yet');
  transfer.lost();
  await clock.advanceAsync(100);
  await transfer.ended;

  const each = setUp(5000);
  await each.clock.advanceAsync(0);
  each.answer(each.frames[0] ?? assert.fail());
  each.answer(each.frames[1] ?? assert.fail());
  await each.clock.advanceAsync(1000);
  each.transfer.lost();
  await each.clock.advanceAsync(100);
  await assert.rejects(each.transfer.ended, code('device_offline'));

  const quiet = setUp(5000);
  await quiet.clock.advanceAsync(0);
  quiet.answer(quiet.frames[3] ?? assert.fail());
  await quiet.clock.advanceAsync(6000);
  await quiet.transfer.ended;
});
