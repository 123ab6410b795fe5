// Parameter values by type and edition, what is refused, and hostile lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteWriter, fromHex, toHex } from './bytes.ts';
import {
  decodeParameter,
  decodeParameters,
  makeParameter,
  parameterRow,
  PARAMETERS,
  writeParameters,
} from './parameters.ts';

test('values are read and written by type', () => {
  const cases = [
    [0x0001, '0000003c', 60],
    [0x0031, '01f4', 500],
    [0x0084, '02', 2],
    [0x0083, 'd4c14131', '粤A1'],
    [0x0032, '16320a1e', { startHour: 22, startMinute: 50, endHour: 10, endMinute: 30 }],
  ] as const;
  for (const [id, hex, value] of cases) {
    assert.deepEqual(decodeParameter(id, fromHex(hex)), value);
    assert.equal(toHex(makeParameter(id, value).raw), hex);
  }
});

test('2011 has wider provinces, cities and colours', () => {
  assert.equal(decodeParameter(0x81, fromHex('0000002c')), 44);
  assert.equal(toHex(makeParameter(0x81, 44, '2011').raw), '0000002c');
  assert.equal(toHex(makeParameter(0x81, 44).raw), '002c');
});

test('text ends at its padding, another length stays raw', () => {
  assert.equal(decodeParameter(0x13, fromHex('612e6200000000')), 'a.b');
  assert.equal(decodeParameter(0x01, fromHex('003c')), undefined);
  assert.equal(decodeParameter(0x31, fromHex('000001f4')), undefined);
  assert.equal(decodeParameter(0x0110, new Uint8Array(8)), undefined);
  assert.equal(decodeParameter(0xe123, new Uint8Array(4)), undefined);
});

test('what does not fit is not written', () => {
  assert.throws(() => makeParameter(0x01, 'text'), RangeError);
  assert.throws(() => makeParameter(0x13, 1), RangeError);
  assert.throws(() => makeParameter(0x31, 0x10000), RangeError);
  assert.throws(() => makeParameter(0x13, 'a'.repeat(256)), RangeError);
  assert.throws(() => makeParameter(0x77, 1), RangeError);
});

test('the table is in order, without a repeat', () => {
  const ids = PARAMETERS.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((one, other) => one - other),
  );
  assert.equal(new Set(PARAMETERS.map(({ name }) => name)).size, ids.length);
  assert.equal(parameterRow(0x01ff)?.type, 'B8');
  assert.equal(parameterRow(0x0200), undefined);
});

test('100,000 lists of any bytes: read parameters and the leftover are the whole input', () => {
  const item = fc
    .tuple(
      fc.constantFrom(...PARAMETERS.map(({ id }) => id), 0xf364, 0xf366, 0xf370, 0),
      fc.uint8Array({ maxLength: 8 }),
    )
    .map(([id, raw]) => [...new ByteWriter().u32(id).u8(raw.length).raw(raw).finish()]);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    fc.tuple(fc.array(item, { maxLength: 4 }), fc.nat(12)).map(([items, cut]) => {
      const all = items.flat();
      return Uint8Array.from(all.slice(0, Math.max(0, all.length - cut)));
    }),
  );
  fc.assert(
    fc.property(bytes, (input) => {
      const { params, paramsError } = decodeParameters(input);
      const writer = writeParameters(new ByteWriter(), params).raw(paramsError?.leftover ?? new Uint8Array(0));
      assert.equal(toHex(writer.finish()), toHex(input));
    }),
    { numRuns: 100_000 },
  );
});
