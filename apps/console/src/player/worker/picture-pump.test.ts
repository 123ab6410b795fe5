import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PicturePump } from './picture-pump.ts';
import type { RecordedScreen } from './recorded-screen.ts';

/** Looks again after so long. */
const waitWith = (busy: boolean): number => {
  const waits: number[] = [];
  const screen = { busy, room: 0, nextMs: 1000, show: () => {} } as unknown as RecordedScreen;
  const clock = {
    now: () => 0,
    every: () => () => {},
    after: (delayMs: number) => {
      waits.push(delayMs);
      return () => {};
    },
  };
  const media = { atMs: 1000, mediaMs: 1000, rate: 1 };
  new PicturePump({ clock, steady: () => 1000, screen, media }).pump();
  return waits[0] ?? Number.NaN;
};

test('a picture that is due is looked after at once, but not again and again while the screen takes none: it tells by itself', () => {
  assert.equal(waitWith(false), 2);
  assert.equal(waitWith(true), 100);
});
