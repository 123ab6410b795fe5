// Frames inside a decoder: a picture finds its frame, and those that gave none are forgotten.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FramesInside } from './frames-inside.ts';

const frame = (name: string, replay = false): { readonly name: string; readonly replay: boolean } => ({ name, replay });

describe('frames inside a decoder', () => {
  it('finds the frame of each picture, also where one is shown before another that it was coded behind', () => {
    const inside = new FramesInside<ReturnType<typeof frame>>();
    const [key, next, between] = ['I', 'P', 'B'].map((name) => inside.put(frame(name)));
    const shown = [key, between, next].map((number) => inside.take(number ?? 0)?.name);
    deepStrictEqual(shown, ['I', 'B', 'P']);
    strictEqual(inside.size, 0);
    strictEqual(inside.take(next ?? 0), undefined, 'each gives one picture');
  });

  it('forgets a frame that gave no picture when no decoder holds it any more', () => {
    const inside = new FramesInside<ReturnType<typeof frame>>();
    const lost = inside.put(frame('lost', true));
    const held = inside.put(frame('held', true));
    const numbers = Array.from({ length: 16 }, () => inside.put(frame('next')));
    const last = numbers.at(-1) ?? 0;
    for (const number of numbers.slice(0, -1)) inside.take(number);
    deepStrictEqual([inside.size, inside.replaying], [3, 2], 'both may still come');
    inside.take(last);
    deepStrictEqual([inside.size, inside.replaying], [1, 1]);
    strictEqual(inside.take(lost), undefined);
    strictEqual(inside.take(held)?.name, 'held');
    strictEqual(inside.size + inside.replaying, 0);
  });

  it('counts those that only catch up, as long as they are inside', () => {
    const inside = new FramesInside<ReturnType<typeof frame>>();
    const first = inside.put(frame('a', true));
    const second = inside.put(frame('b', true));
    const last = inside.put(frame('c'));
    strictEqual(inside.replaying, 2);
    inside.take(first);
    strictEqual(inside.replaying, 1);
    inside.take(last);
    strictEqual(inside.replaying, 1);
    inside.take(second);
    strictEqual(inside.replaying, 0);
  });

  it('is empty after a stop, and never gives a number twice', () => {
    const inside = new FramesInside<ReturnType<typeof frame>>();
    const before = inside.put(frame('a', true));
    inside.clear();
    strictEqual(inside.size + inside.replaying, 0);
    const after = inside.put(frame('b'));
    strictEqual(inside.take(before), undefined, 'a picture of the former decoder belongs to no frame');
    strictEqual(inside.take(after)?.name, 'b');
  });
});
