// The worker of preview pictures: one that fails or hangs is ended, and only that one. The browser's Worker is the test's own.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DrivenClock } from '../../live/driven-clock.ts';
import type { CodedPreview, FromPreview, ToPreview } from './messages.ts';
import { PreviewDecoding } from './preview-decoding.ts';

const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  ended = false;
  readonly heard: ToPreview[] = [];
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(message: ToPreview): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  /** Answers its newest question. */
  answer(): void {
    const id = this.heard.at(-1)?.id ?? 0;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no ImageBitmap; nothing here looks at the pixels
    const image = { width: id } as ImageBitmap;
    this.dispatchEvent(new MessageEvent<FromPreview>('message', { data: { id, image } }));
  }
}

const ownWorker = globalThis.Worker;
afterEach(() => {
  globalThis.Worker = ownWorker;
  workers.length = 0;
});

const coded: CodedPreview = { timeMs: 1000, codec: 'h264', data: '' };
const setUp = (): { clock: DrivenClock; decoding: PreviewDecoding } => {
  Object.assign(globalThis, { Worker: FakeWorker });
  const clock = new DrivenClock();
  return { clock, decoding: new PreviewDecoding(clock) };
};

test('a worker that fails is ended, and the time that its question had ends no later one', async () => {
  const { clock, decoding } = setUp();
  const failed = decoding.decode(coded);
  workers[0]?.dispatchEvent(new Event('error'));
  assert.equal(await failed, undefined);
  assert.equal(workers[0]?.ended, true);
  await clock.pass(4000);
  const slow = decoding.decode(coded);
  await clock.pass(9000);
  assert.deepEqual([workers.length, workers[1]?.ended], [2, false]);
  workers[1]?.answer();
  assert.deepEqual(await slow, { width: 2 });
  await clock.pass(60_000);
  assert.equal(workers[1]?.ended, false, 'it is kept for the next picture');
});

test('a worker that hangs is ended, and the next picture gets another one', async () => {
  const { clock, decoding } = setUp();
  const hung = decoding.decode(coded);
  await clock.pass(10_000);
  assert.equal(await hung, undefined);
  assert.equal(workers[0]?.ended, true);
  const next = decoding.decode(coded);
  workers[0]?.dispatchEvent(new Event('error')); // said before it was ended
  workers[1]?.answer();
  assert.deepEqual(await next, { width: 2 });
  assert.deepEqual([workers.length, workers[1]?.ended], [2, false]);
});
