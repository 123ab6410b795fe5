import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type JsonBounds, assertJsonBounds, parseBoundedJson } from './bounded-json.ts';
import { AppError } from '../errors.ts';

const bounds: JsonBounds = { depth: 3, keys: 4, values: 8 };
const refused = (text: string, why: RegExp): void =>
  assert.throws(
    () => parseBoundedJson(text, bounds),
    (error: unknown) => error instanceof AppError && error.code === 'invalid' && why.test(error.message),
  );

test('depth, keys and values are bounded, and what is just within is read', () => {
  assert.deepEqual(parseBoundedJson('[[[1]]]', bounds), [[[1]]]);
  refused('[[[[1]]]]', /3 levels/);
  refused('['.repeat(100_000), /3 levels/);
  assert.deepEqual(parseBoundedJson('{"a":1,"b":2,"c":3,"d":4}', bounds), { a: 1, b: 2, c: 3, d: 4 });
  refused('{"a":1,"b":2,"c":3,"d":4,"e":5}', /4 keys/);
  assert.deepEqual(parseBoundedJson('[1,2,3,4,5,6,7,8]', bounds), [1, 2, 3, 4, 5, 6, 7, 8]);
  refused('[1,2,3,4,5,6,7,8,9]', /8 values/);
});

test('what stands in strings is not counted, whatever quotes and backslashes are in them', () => {
  const text = JSON.stringify({ a: '[{[{,,,,,,,,::::::', 'b"[[[[': '\\', c: '\\"[[[[[\\\\"', d: '"' });
  assert.deepEqual(parseBoundedJson(text, bounds), JSON.parse(text));
  assert.throws(() => parseBoundedJson('{"a":"[[[[[[', bounds), SyntaxError);
});

test('the count is that of the parsed value, for any JSON', () => {
  type Count = { depth: number; keys: number };
  const countOf = (value: unknown): Count => {
    if (typeof value !== 'object' || value === null) return { depth: 0, keys: 0 };
    const inner = Object.values(value).map(countOf);
    const keys = Array.isArray(value) ? 0 : Object.keys(value).length;
    return {
      depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
      keys: keys + inner.reduce((sum, each) => sum + each.keys, 0),
    };
  };
  const fits = (text: string, within: JsonBounds): boolean => {
    try {
      assertJsonBounds(text, within);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const { depth, keys } = countOf(JSON.parse(text));
      const values = text.length;
      assert.equal(fits(text, { depth, keys, values }), true);
      if (depth > 0) assert.equal(fits(text, { depth: depth - 1, keys, values }), false);
      if (keys > 0) assert.equal(fits(text, { depth, keys: keys - 1, values }), false);
    }),
    { seed: 3, numRuns: 500 },
  );
});
