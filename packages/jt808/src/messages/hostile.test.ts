// Hostile bodies for every message of the table, each edition: nothing but DecodeError may come out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { corePairs } from '../../testdata/core-pairs.ts';
import { fromHex } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import type { Edition } from '../message.ts';
import { messages } from './index.ts';
import type { AnyMessageCodec } from './index.ts';

const EDITIONS: readonly Edition[] = ['2011', '2013', '2019'];
/** Bodies for each message and edition: over 100,000 for the whole table. */
const RUNS = 1_000;

const decodeSafely = (codec: AnyMessageCodec, body: Uint8Array, edition: Edition): void => {
  try {
    codec.decode(body, edition);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    assert.ok(error.offset >= 0 && error.offset <= body.length + 1024, `offset ${error.offset}`);
  }
};

for (const codec of messages) {
  test(`0x${codec.id.toString(16).padStart(4, '0')} ${codec.name} survives any bytes`, () => {
    const seeds = corePairs.filter(({ id }) => id === codec.id).map(({ body }) => fromHex(body.replaceAll(' ', '')));
    const random = fc.uint8Array({ maxLength: 120 });
    const spliced = fc
      .tuple(fc.constantFrom(new Uint8Array(64), ...seeds), fc.nat(80), fc.uint8Array({ maxLength: 12 }), fc.nat(80))
      .map(([seed, cut, middle, from]) =>
        Uint8Array.from([...seed.subarray(0, cut), ...middle, ...seed.subarray(from)]),
      );
    fc.assert(
      fc.property(fc.oneof(random, spliced), fc.constantFrom(...EDITIONS), (body, edition) =>
        decodeSafely(codec, body, edition),
      ),
      { numRuns: RUNS * EDITIONS.length },
    );
  });
}

test('the table makes over 100,000 hostile bodies', () => {
  assert.ok(messages.length * EDITIONS.length * RUNS > 100_000);
});
