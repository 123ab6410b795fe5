// The messages of sections 6, 7 and 10 to 13 against bodies laid out by hand, and what their encoders refuse.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { corePairs } from '../../testdata/core-pairs.ts';
import { fromHex, toHex } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { findMessage, messages } from './index.ts';
import { registerEdition } from './t0100-register.ts';
import { t0104Parameters } from './t0104-parameters.ts';
import { splitLocationBatch } from './t0704-location-batch.ts';

const bytes = (body: string): Uint8Array => fromHex(body.replaceAll(' ', ''));

describe('golden pairs', () => {
  for (const { name, id, edition, body, message, readOnly } of corePairs) {
    test(`0x${id.toString(16).padStart(4, '0')} ${name}`, () => {
      const codec = findMessage(id);
      assert.ok(codec, 'the message is in the table');
      assert.deepEqual(codec.decode(bytes(body), edition), message);
      if (readOnly === true) return;
      // The pair's message is of the type its codec encodes; the table does not carry the type.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      assert.equal(toHex(codec.encode(message as never, edition)), toHex(bytes(body)));
    });
  }
});

test('the table is in the order of ids, without a repeat, and every code agrees with its direction', () => {
  const ids = messages.map((codec) => codec.id);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((one, other) => one - other),
  );
  for (const { id, direction } of messages)
    assert.equal(direction, (id & 0x8000) === 0 ? 'up' : 'down', id.toString(16));
});

test('register bodies of 2011 under a short header are told apart by length and colour', () => {
  for (const { id, edition, body } of corePairs) {
    if (id === 0x0100 && edition !== '2019') {
      const expected = body.length < 40 ? '2011' : edition; // the pair that ends early looks like 2011
      assert.equal(registerEdition(bytes(body), '2013'), expected, body);
    }
  }
});

test('bodies shorter than their table are refused', () => {
  const shortest: [number, number][] = [
    [0x0001, 5],
    [0x0005, 3],
    [0x0104, 3],
    [0x0108, 2],
    [0x0200, 28],
    [0x0201, 28],
    [0x0500, 28],
    [0x0704, 3],
    [0x8001, 5],
    [0x8003, 3],
    [0x8004, 6],
    [0x8100, 3],
    [0x8103, 1],
    [0x8105, 1],
    [0x8106, 1],
    [0x8108, 11],
    [0x8202, 2],
    [0x8203, 6],
  ];
  for (const [id, length] of shortest) {
    const codec = findMessage(id);
    assert.ok(codec);
    assert.doesNotThrow(() => codec.decode(new Uint8Array(length), '2013'), id.toString(16));
    assert.throws(() => codec.decode(new Uint8Array(length - 1), '2013'), DecodeError, id.toString(16));
  }
});

test('a batch is cut into its bodies without reading them', () => {
  const body = bytes(corePairs.find(({ name }) => name === 'batch of two from a blind area')?.body ?? '');
  const { bodies } = splitLocationBatch(body);
  assert.deepEqual(
    bodies.map((one) => one.length),
    [28, 34],
  );
  assert.equal(toHex(bodies[1]?.subarray(28) ?? body), '0104000004d2');
});

test('of a batch with more items than were asked for only those are cut, short ones counted', () => {
  const item = [0, 28, ...new Uint8Array(28)];
  const body = Uint8Array.from([0, 4, 1, ...item, 0, 0, ...item, ...item]);
  const most = (items: number) => {
    const { bodies, more = false, skipped = 0 } = splitLocationBatch(body, items);
    return [bodies.length, skipped, more];
  };
  assert.deepEqual(
    [most(4), most(3), most(1)],
    [
      [3, 1, false],
      [2, 1, true],
      [1, 0, true],
    ],
  );
});

test('a count that does not fit a byte is written as 255', () => {
  const params = Array.from({ length: 300 }, () => ({ id: 0xf001, raw: new Uint8Array(0) }));
  const body = t0104Parameters.encode({ replySerial: 1, params }, '2013');
  assert.equal(body[2], 255);
  assert.equal(t0104Parameters.decode(body, '2013').params.length, 300);
});
