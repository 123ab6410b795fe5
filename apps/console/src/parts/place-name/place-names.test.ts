// How names of places are asked for: once each, a few at a time, the newest request first, given up when nobody looks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ASKED, PlaceNames } from './place-names.ts';
import type { WantedPlace } from './place-names.ts';

const at = (lat: number, digits: 3 | 4 = 4): WantedPlace => ({ lat, lng: 120, digits });
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

/** A server whose answers the test gives. */
const start = () => {
  type Answer = string | { refused: string };
  const asked: { lat: number; signal: AbortSignal; answer: (name: Answer) => void; fail: () => void }[] = [];
  const names = new PlaceNames(
    (lat, _lng, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ lat, signal, answer: resolve, fail: () => reject(new Error('no')) });
      }),
  );
  const told: string[] = [];
  const want = (place: WantedPlace) => names.want(place, (name) => void told.push(name));
  return { asked, names, told, want };
};

test('a place is asked for once, no matter who wants it, and remembered', async () => {
  const { asked, told, want } = start();
  want(at(24.00001));
  want(at(24.00002));
  asked[0]?.answer('Here');
  await settle();
  want(at(24.00003));
  assert.equal(asked.length, 1);
  assert.deepEqual(told, ['Here', 'Here', 'Here']);
});

test('a few are asked for at a time, then the newest request first', async () => {
  const { asked, want } = start();
  for (let n = 0; n < MOST_ASKED + 2; n += 1) want(at(10 + n));
  assert.deepEqual(
    asked.map(({ lat }) => lat),
    [10, 11, 12],
  );
  asked[0]?.answer('A');
  await settle();
  assert.equal(asked.at(-1)?.lat, 14);
});

test('what nobody looks at any more is given up, and its place in the queue is free', () => {
  const { asked, told, want } = start();
  const stops = [1, 2, 3, 4].map((n) => want(at(n)));
  stops[0]?.();
  assert.equal(asked[0]?.signal.aborted, true);
  assert.equal(asked.at(-1)?.lat, 4);
  asked[0]?.answer('late');
  assert.deepEqual(told, []);
});

test('a place that two look at is asked for until both are gone', () => {
  const { asked, want } = start();
  const first = want(at(1));
  const second = want(at(1));
  first();
  assert.equal(asked[0]?.signal.aborted, false);
  second();
  assert.equal(asked[0]?.signal.aborted, true);
});

test('a refusal is told in the place of the name, and not remembered', async () => {
  const { asked, names, told, want } = start();
  want(at(1));
  asked[0]?.answer({ refused: 'Too many places' });
  await settle();
  assert.deepEqual([told, names.known(at(1))], [['Too many places'], undefined]);
  want(at(1));
  asked[1]?.answer('There');
  await settle();
  assert.deepEqual(told, ['Too many places', 'There']);
});

test('a failure is not remembered', async () => {
  const { asked, told, want } = start();
  want(at(1));
  asked[0]?.fail();
  await settle();
  want(at(1));
  asked[1]?.answer('There');
  await settle();
  assert.deepEqual(told, ['There']);
});
