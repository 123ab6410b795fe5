// A playback over recordings and a socket that are stand-ins: what it sends around a gap, and that it never goes in circles.
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { decodeStreamMessage, streamKinds } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { RecordingCursor, StoredFrame } from '../recording/index.ts';
import type { PlaybackSocket } from './playback-channel.ts';
import { Playback } from './playback.ts';

const BEGIN_MS = 1_767_225_600_000;
/** No test needs as many steps without a turn of the event loop: a playback that goes in circles ends there. */
const MOST_STEPS = 2000;
const FULL_BYTES = 3 * 1024 * 1024;

const frameAt = (afterMs: number, pauseMs: number): StoredFrame => ({
  kind: 'video',
  codec: 'h264',
  stream: 'sub',
  key: true,
  discontinuity: false,
  timeMs: BEGIN_MS + afterMs,
  pauseMs,
  body: Uint8Array.of(0, 0, 0, 1, 0x65),
});

/** Frames at these moments after the beginning, given without a turn of the event loop as what is read already. */
class FakeReader {
  steps = 0;
  readonly #afterMs: readonly number[];

  constructor(afterMs: readonly number[]) {
    this.#afterMs = afterMs;
  }

  open(): Promise<RecordingCursor> {
    let at = 0;
    return Promise.resolve({
      next: () => {
        const before = this.#afterMs[at - 1] ?? 0;
        const afterMs = this.#afterMs[at];
        at += 1;
        return Promise.resolve(afterMs === undefined ? undefined : frameAt(afterMs, afterMs - before));
      },
      seek: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  }

  /** Asked once in each step of the one channel. */
  isGrowing(): boolean {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new Error('it goes in circles');
    return false;
  }
}

/** Notes when the pictures are that it was given; full once it has the one at `fullAt`. */
class FakeSocket implements PlaybackSocket {
  readonly sent: number[] = [];
  fullAt = Number.POSITIVE_INFINITY;

  get writableLength(): number {
    return (this.sent.at(-1) ?? 0) >= this.fullAt ? FULL_BYTES : 0;
  }

  write(bytes: Buffer): boolean {
    const message = decodeStreamMessage(bytes.subarray((bytes[1] ?? 0) < 126 ? 2 : 4));
    if (message?.header.kind === streamKinds.video) this.sent.push(message.header.captureMs - BEGIN_MS);
    return true;
  }

  cork(): void {}
  uncork(): void {}
  destroy(): void {}
}

const setUp = (
  t: TestContext,
  afterMs: readonly number[],
  { cover = false, clock = createManualClock() }: { cover?: boolean; clock?: Clock } = {},
) => {
  const reader = new FakeReader(afterMs);
  const socket = new FakeSocket();
  const playback = new Playback(
    { clock, log: silentLog, reader },
    { timeMs: BEGIN_MS, speed: 1, cover },
    () => undefined,
  );
  t.after(() => playback.close());
  const seat = playback.join({ deviceKey: 1, deviceId: 'D1', channel: 1 }, socket, BEGIN_MS);
  /** What was sent until the playback rests. */
  const sent = async (): Promise<number[]> => {
    reader.steps = 0;
    for (let turn = 0; turn < 4; turn += 1) await nextTurn(); // it gives turns itself, where time has passed
    return socket.sent;
  };
  const says = (afterBeginMs: number, speed: number): void => seat.request({ at: BEGIN_MS + afterBeginMs, speed });
  return { socket, says, sent };
};

test('a viewer that is paused before the first picture gets it, as far as that is away', async (t) => {
  const { says, sent } = setUp(t, [60_000, 60_500]);
  says(-4000, 0);
  assert.deepEqual(await sent(), [60_000]);
});

test('where the clock goes back at the edge of a gap nothing is sent before it gets there', async (t) => {
  for (const [at, speed] of [
    [1000, 0],
    [400, 1],
  ] as const) {
    const clock = createManualClock();
    const { socket, says, sent } = setUp(t, [0, 500, 1000, 1500, 2000, 2500, 3000, 60_000], { clock });
    assert.deepEqual(await sent(), [0, 500, 1000, 1500, 2000]);
    socket.fullAt = 3000;
    says(1000, 1);
    assert.equal((await sent()).at(-1), 3000, 'what comes behind the gap waits for the socket');
    says(at, speed);
    socket.fullAt = Number.POSITIVE_INFINITY;
    assert.equal((await sent()).at(-1), 3000);
    says(at, 1);
    clock.advance(1000);
    assert.deepEqual((await sent()).slice(-2), [3000, 60_000]);
  }
});

test('what is read already does not keep the event loop from everything else', async (t) => {
  const manual = createManualClock();
  let elapsedMs = 0;
  const clock: Clock = { ...manual, monotonic: () => (elapsedMs += 0.01) };
  // Each is a step to read it and one to send it.
  const frames = Array.from({ length: MOST_STEPS / 4 }, (_, i) => i);
  const { socket } = setUp(t, frames, { cover: true, clock });
  await nextTurn();
  assert.ok(socket.sent.length < frames.length, 'all of it in one turn');
});
