// No body, however wrong, makes a decoder throw anything but DecodeError or take long; what was decoded can be looked at and sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { areaPairs, controlPairs, textPairs } from '../testdata/golden-pairs.ts';
import { mediaPairs, recorderPairs, transparentPairs } from '../testdata/golden-pairs-media.ts';
import { safetyPairs } from '../testdata/golden-pairs-safety.ts';
import { decodeActiveSafetyParameter, encodeActiveSafetyParameter } from './active-safety/parameters.ts';
import { toHex } from './bytes.ts';
import { DecodeError } from './errors.ts';
import type { Edition } from './message.ts';
import { messages } from './messages/index.ts';
import type { AnyMessageCodec } from './messages/index.ts';
import { decodeStoredAreas } from './messages/t0608-area-reply.ts';
import { decodeRecorderBlock } from './recorder-block.ts';

const EDITIONS: readonly Edition[] = ['2011', '2013', '2019'];
const RUNS = 4000;

const tolerate = <T>(expected: typeof DecodeError | typeof RangeError, action: () => T): T | undefined => {
  try {
    return action();
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
};

/** Decodes, and encodes what came out: a value that cannot be written says so by RangeError. */
const tryBody = (codec: AnyMessageCodec, body: Uint8Array): void => {
  for (const edition of EDITIONS) {
    const value = tolerate(DecodeError, () => codec.decode(body, edition));
    // What this codec decoded is of the type it encodes; the table does not carry the type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (value !== undefined) tolerate(RangeError, () => codec.encode(value as never, edition));
  }
};

const families = {
  texts: textPairs,
  controls: controlPairs,
  areas: areaPairs,
  recorder: recorderPairs,
  media: mediaPairs,
  transparent: transparentPairs,
  safety: safetyPairs,
};

/** Random bytes, and good bodies cut, joined at a wrong place or with bytes replaced. */
const hostile = (bodies: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> => {
  const body = fc.constantFrom(...bodies);
  const cut = fc.tuple(body, fc.nat(200)).map(([bytes, at]) => bytes.slice(0, at));
  const spliced = fc
    .tuple(cut, body, fc.nat(100))
    .map(([head, tail, at]) => Uint8Array.from([...head, ...tail.slice(at)]));
  const spots = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(0, 1, 2, 4, 0x7f, 0x80, 0xfe, 0xff)), { maxLength: 4 });
  const altered = fc.tuple(body, spots).map(([bytes, changes]) => {
    const copy = bytes.slice();
    for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
    return copy;
  });
  return fc.oneof(fc.uint8Array({ maxLength: 80 }), cut, spliced, altered);
};

describe('hostile bodies', () => {
  for (const [family, pairs] of Object.entries(families)) {
    const ids = new Set(pairs.map(({ id }) => id));
    const codecs = messages.filter(({ id }) => ids.has(id));
    // Three editions each; at least 100,000 decodings a family.
    const runs = Math.max(RUNS, Math.ceil(100_000 / (codecs.length * EDITIONS.length)));
    test(`${family}: ${codecs.length} messages`, () => {
      assert.equal(codecs.length, ids.size);
      const arbitrary = hostile(pairs.map(({ body }) => body));
      const property = fc.property(arbitrary, (body) => {
        for (const codec of codecs) tryBody(codec, body);
      });
      fc.assert(property, { numRuns: runs });
    });
  }

  test('every good body cut short at any length is decoded or refused', () => {
    for (const { body, id } of Object.values(families).flat()) {
      const codec = messages.find((candidate) => candidate.id === id);
      assert.ok(codec);
      for (let length = 0; length < body.length; length += 1) tryBody(codec, body.subarray(0, length));
    }
  });

  test('a list that announces more than there is ends at once', () => {
    const storedAreas = { type: 1, count: 0xffffffff, data: new Uint8Array(1024) };
    assert.throws(() => decodeStoredAreas(storedAreas), DecodeError);
    const query = messages.find(({ id }) => id === 0x8608);
    assert.throws(() => query?.decode(Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff), '2019'), DecodeError);
  });

  test('stored areas and recorder blocks', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(5), fc.nat(300), (data, type, count) => {
      tolerate(DecodeError, () => decodeStoredAreas({ type, count, data }));
      tolerate(DecodeError, () => decodeRecorderBlock(data));
    });
    fc.assert(property, { numRuns: 20_000 });
  });

  test('active-safety parameters of any length are read and written back, or stay raw', () => {
    const lengths = fc.constantFrom(0, 1, 2, 3, 35, 36, 37, 47, 49, 51, 52, 56, 64, 66, 255);
    const value = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
    const property = fc.property(fc.constantFrom(0xf364, 0xf365, 0xf366, 0xf367, 0xf370, 0xf371), value, (id, raw) => {
      // The tyre type is text: bytes that are none do not come back.
      if (id === 0xf366) raw.fill(0x30, 0, Math.min(12, raw.length));
      const decoded = decodeActiveSafetyParameter(id, raw);
      if (decoded !== undefined) assert.equal(toHex(encodeActiveSafetyParameter(id, decoded)), toHex(raw));
    });
    fc.assert(property, { numRuns: 20_000 });
  });
});
