// Frames inside a decoder: a picture finds its frame, and those that gave none are forgotten.
import { strictEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FramesInside } from './frames-inside.ts';

const frame = (name: string, replay = false): { readonly name: string; readonly replay: boolean } => ({ name, replay });

describe('frames inside a decoder', () => {
  it('finds the frame of a picture and forgets those before it', () => {
    const inside = new FramesInside<ReturnType<typeof frame>>();
    const first = inside.put(frame('a'));
    const second = inside.put(frame('b'));
    inside.put(frame('c'));
    strictEqual(inside.take(second)?.name, 'b');
    strictEqual(inside.size, 1, 'only c is left');
    strictEqual(inside.take(first), undefined, 'a gave no picture in time');
    strictEqual(inside.size, 1);
  });

  it('counts those that only catch up, as long as they are inside', () => {
    const inside = new FramesInside<ReturnType<typeof frame>>();
    const first = inside.put(frame('a', true));
    inside.put(frame('b', true));
    const last = inside.put(frame('c'));
    strictEqual(inside.replaying, 2);
    inside.take(first);
    strictEqual(inside.replaying, 1);
    inside.take(last);
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
