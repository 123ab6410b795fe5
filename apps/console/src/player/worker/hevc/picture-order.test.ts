import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipBytes, clips, codedPictures, openEngine } from './testing.ts';
import { PictureOrder } from './picture-order.ts';

test('without reordering every picture is shown at once', () => {
  const order = new PictureOrder<string>(0);
  assert.deepEqual([order.put(0, 'a', true), order.put(1, 'b', false), order.put(0, 'c', true)], [['a'], ['b'], ['c']]);
  assert.deepEqual(order.rest(), []);
});

test('a picture waits while an earlier one may come, and everything comes before a new beginning', () => {
  const order = new PictureOrder<number>(2);
  const shown = [0, 4, 2, 1, 3].map((poc) => order.put(poc, poc, poc === 0));
  assert.deepEqual(shown, [[], [], [0], [1], [2]]);
  assert.equal(order.size, 2);
  assert.deepEqual(order.put(0, 10, true), [3, 4]);
  assert.deepEqual(order.rest(), [10]);
});

for (const [name, depth] of [
  ['b-frames', 1],
  ['b-pyramid', 2],
  ['open-gop', 2],
] as const)
  test(`${name}: the order of ffmpeg`, async () => {
    const engine = await openEngine();
    const order = new PictureOrder<number>(depth);
    const pictures = codedPictures(clipBytes(name)).flatMap((coded) => engine.decode(coded));
    const shown = pictures.flatMap(({ poc }) => order.put(poc, poc, poc === 0));
    const all = [...shown, ...order.rest()];
    assert.deepEqual(
      all,
      all.toSorted((a, b) => a - b),
    );
    assert.equal(all.length, clips().get(name)?.md5.length);
  });
