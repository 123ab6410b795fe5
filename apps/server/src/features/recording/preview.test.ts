// Which key picture stands for a second, and who has to wait for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, MAX_PREVIEW_BYTES } from '@outrider/contract';
import { Previews } from './preview.ts';
import type { StoredFrame } from './segment-format.ts';

const frameAt = (timeMs: number, more: Partial<StoredFrame> = {}): StoredFrame => ({
  kind: 'video',
  codec: 'h264',
  stream: 'main',
  key: true,
  discontinuity: false,
  timeMs,
  body: Uint8Array.of(1, 2, 3),
  ...more,
});

const setUp = (...frames: StoredFrame[]) => {
  let nowMs = 0;
  let open = 0;
  const reader = {
    open: (_device: number, _channel: number, fromMs: number) => {
      const before = frames.findLastIndex(({ timeMs }) => timeMs <= fromMs);
      let at = Math.max(0, before);
      open += 1;
      return Promise.resolve({
        next: () => Promise.resolve(frames[at++]),
        seek: () => Promise.resolve(),
        close: () => {
          open -= 1;
          return Promise.resolve();
        },
      });
    },
  };
  const previews = new Previews(reader, { monotonic: () => nowMs });
  const timeAt = async (atMs: number, sinceMs = 0, userId = 1): Promise<number | undefined> =>
    (await previews.near(userId, { deviceKey: 1, channel: 1, atMs, sinceMs }))?.timeMs;
  return { previews, timeAt, openNow: () => open, pass: (ms: number) => void (nowMs += ms) };
};

test('the nearest of the key pictures before and after, up to ten seconds away', async () => {
  const { timeAt, openNow } = setUp(frameAt(100_000), frameAt(108_000));
  assert.deepEqual(
    [await timeAt(103_000), await timeAt(105_000), await timeAt(108_000), await timeAt(118_000)],
    [100_000, 108_000, 108_000, 108_000],
  );
  assert.deepEqual(
    [await timeAt(118_001), await timeAt(89_000), await timeAt(91_000)],
    [undefined, undefined, 100_000],
  );
  assert.equal(openNow(), 0, 'every recording was closed');
});

test('no picture: what is sound, what is too large, what lies before the days one may look back', async () => {
  const sound = setUp(frameAt(1000, { kind: 'audio', codec: 'g711a' }));
  assert.equal(await sound.timeAt(1000), undefined);
  const large = setUp(frameAt(1000, { body: new Uint8Array(MAX_PREVIEW_BYTES + 1) }));
  assert.equal(await large.timeAt(1000), undefined);
  const old = setUp(frameAt(1000));
  assert.deepEqual([await old.timeAt(3000, 2000), await old.timeAt(3000, 1000)], [undefined, 1000]);
});

test('twelve a second of one account; another has its own; a second later it goes on', async () => {
  const { previews, timeAt, pass } = setUp(frameAt(1000));
  for (let count = 0; count < 12; count += 1) assert.equal(await timeAt(1000), 1000); // oxlint-disable-line no-await-in-loop -- one after the other
  await assert.rejects(timeAt(1000), (error) => error instanceof AppError && error.code === 'limit_reached');
  assert.equal(await timeAt(1000, 0, 2), 1000);
  pass(1000);
  assert.equal(await timeAt(1000), 1000);
  assert.deepEqual(previews.metrics(), { recording_previews_total: 14, recording_previews_refused_total: 1 });
});

test('four at once of one account, sixteen of all', async () => {
  const { timeAt } = setUp(frameAt(1000));
  const all = await Promise.allSettled(Array.from({ length: 25 }, (_, i) => timeAt(1000, 0, Math.floor(i / 5))));
  const refused = all.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
  assert.deepEqual(refused, [4, 9, 14, 19, 20, 21, 22, 23, 24]);
});

test('a question that was given up is not read', async () => {
  const { previews } = setUp(frameAt(1000));
  const asked = { deviceKey: 1, channel: 1, atMs: 1000, sinceMs: 0 };
  assert.equal(await previews.near(1, asked, AbortSignal.abort()), null);
  assert.equal(previews.metrics()['recording_previews_total'], 0);
});
