// Reassembly of sub-packages: order, duplicates, gaps, odd serials, bounds; and the two real cases of the vectors.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fromHex } from './bytes.ts';
import { FrameSplitter } from './frame.ts';
import type { Header } from './header.ts';
import { findMessage } from './messages/index.ts';
import { Subpackages } from './subpackages.ts';
import type { SubpackageEffect } from './subpackages.ts';
import { expectedForm, plainForm } from '../testdata/vector-form.ts';
import { skipVectors, vectors } from '../testdata/vectors.ts';

const header = (serial: number, packageIndex: number, packageTotal: number, messageId = 0x0801): Header => ({
  layout: '2013',
  messageId,
  bodyLength: 1,
  encryption: 0,
  subpackaged: true,
  versionFlag: false,
  protocolVersion: null,
  phone: '013800138000',
  serial: serial & 0xffff,
  packageTotal,
  packageIndex,
});

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const kinds = (effects: readonly SubpackageEffect[]): string[] => effects.map((effect) => effect.kind);

const joined = (effects: readonly SubpackageEffect[]): number[] => {
  const complete = effects.find((effect) => effect.kind === 'complete');
  assert.ok(complete, `complete among ${kinds(effects).join()}`);
  return [...complete.body];
};

test('parts in any order and with repeats give one message, named by the serial of package 1', () => {
  const buffers = new Subpackages();
  assert.deepEqual(buffers.add(header(12, 3, 3), bytes(3), 0), []);
  assert.deepEqual(buffers.add(header(10, 1, 3), bytes(1), 0), []);
  assert.deepEqual(kinds(buffers.add(header(10, 1, 3), bytes(1), 0)), ['duplicate']);
  const effects = buffers.add(header(11, 2, 3), bytes(2, 2), 0);
  assert.deepEqual(joined(effects), [1, 2, 2, 3]);
  assert.equal(effects[0]?.kind === 'complete' && effects[0].header.serial, 10);
  assert.equal(buffers.waiting, 0);
});

test('a part repeated after completion is a duplicate, the same content under new serials a new message', () => {
  const buffers = new Subpackages();
  buffers.add(header(1, 1, 2), bytes(1), 0);
  joined(buffers.add(header(2, 2, 2), bytes(2), 0));
  const [late] = buffers.add(header(2, 2, 2), bytes(2), 0);
  assert.deepEqual(late?.kind === 'duplicate' && late.completed, true);
  assert.equal(buffers.waiting, 0);
  buffers.add(header(5, 1, 2), bytes(1), 0);
  assert.deepEqual(joined(buffers.add(header(6, 2, 2), bytes(2), 0)), [1, 2]);
});

test('two interleaved messages of one kind are kept apart by their serials', () => {
  const buffers = new Subpackages();
  buffers.add(header(10, 1, 2), bytes(1), 0);
  buffers.add(header(20, 1, 2), bytes(11), 0);
  assert.deepEqual(joined(buffers.add(header(21, 2, 2), bytes(12), 0)), [11, 12]);
  assert.deepEqual(joined(buffers.add(header(11, 2, 2), bytes(2), 0)), [1, 2]);
});

test('the rest of a lost message does not mix with the next one', () => {
  const buffers = new Subpackages();
  buffers.add(header(11, 2, 2), bytes(2), 0); // package 1 was lost
  assert.deepEqual(buffers.add(header(20, 1, 2), bytes(11), 0), []);
  assert.deepEqual(joined(buffers.add(header(21, 2, 2), bytes(12), 0)), [11, 12]);
});

test('serials may wrap in the middle of a message', () => {
  const buffers = new Subpackages();
  buffers.add(header(0xffff, 1, 3), bytes(1), 0);
  buffers.add(header(0x10001, 3, 3), bytes(3), 0);
  assert.deepEqual(joined(buffers.add(header(0x10000, 2, 3), bytes(2), 0)), [1, 2, 3]);
});

test('one package with the sub-package bit is a whole message', () => {
  assert.deepEqual(joined(new Subpackages().add(header(7, 1, 1), bytes(9), 0)), [9]);
});

test('total 0, index 0 and index above total are refused', () => {
  const buffers = new Subpackages();
  for (const wrong of [header(1, 1, 0), header(1, 0, 2), header(1, 3, 2)]) {
    assert.deepEqual(kinds(buffers.add(wrong, bytes(1), 0)), ['refused']);
  }
  assert.equal(buffers.waiting, 0);
});

test('missing parts are asked for, five times, then given up', () => {
  const buffers = new Subpackages();
  buffers.add(header(100, 2, 4), bytes(2), 0);
  assert.deepEqual(buffers.due(10_399), []);
  const expected = { kind: 'resend', messageId: 0x0801, phone: '013800138000', firstSerial: 99, packages: [1, 3, 4] };
  assert.deepEqual(buffers.due(10_400), [expected]);
  assert.deepEqual(buffers.due(10_401), []);
  for (let request = 2; request <= 5; request += 1) assert.deepEqual(kinds(buffers.due(10_400 * request)), ['resend']);
  assert.deepEqual(kinds(buffers.due(10_400 * 6)), ['dropped']);
  assert.equal(buffers.waiting, 0);
});

test('a new part puts the request off', () => {
  const buffers = new Subpackages();
  buffers.add(header(100, 1, 3), bytes(1), 0);
  buffers.add(header(101, 2, 3), bytes(2), 9_000);
  assert.deepEqual(buffers.due(18_000), []);
  assert.deepEqual(kinds(buffers.due(19_300)), ['resend']);
});

test('a message older than five minutes is dropped even when parts still come', () => {
  const buffers = new Subpackages();
  for (let index = 1; index <= 60; index += 1) buffers.add(header(index, index, 100), bytes(index), index * 5_000);
  assert.deepEqual(kinds(buffers.due(305_000)), ['dropped']);
});

test('the ninth message pushes out the oldest', () => {
  const buffers = new Subpackages();
  for (let id = 1; id <= 8; id += 1) assert.deepEqual(buffers.add(header(id * 10, 1, 2, id), bytes(id), 0), []);
  const effects = buffers.add(header(90, 1, 2, 9), bytes(9), 0);
  assert.deepEqual(
    effects.map((effect) => effect.kind === 'dropped' && [effect.messageId, effect.reason]),
    [[1, 'limit']],
  );
  assert.equal(buffers.waiting, 8);
});

test('a part goes to the message whose serials it continues, not to the newest it would fit', () => {
  const buffers = new Subpackages();
  buffers.add(header(10, 1, 3), bytes(1), 0);
  buffers.add(header(11, 2, 3), bytes(2), 0);
  buffers.add(header(5, 1, 3), bytes(11), 0);
  assert.deepEqual(joined(buffers.add(header(12, 3, 3), bytes(3), 0)), [1, 2, 3]);
});

test('what is kept is a copy: the chunk it came in may be reused', () => {
  const buffers = new Subpackages();
  const first = bytes(1);
  buffers.add(header(1, 1, 2), first, 0);
  first.fill(9);
  assert.deepEqual(joined(buffers.add(header(2, 2, 2), bytes(2), 0)), [1, 2]);
});

/** How many parts of `length` bytes one message may have before it is dropped. */
const partsUntilDropped = (buffers: Subpackages, length: number): number => {
  for (let index = 1; index <= 0xffff; index += 1) {
    const effects = buffers.add(header(index, index, 0xffff, 0x0900), new Uint8Array(length), 0);
    if (kinds(effects).includes('dropped')) return index;
  }
  return Infinity;
};

test('memory stays bounded, by tiny parts too, and is given back by what completes', () => {
  const buffers = new Subpackages();
  for (let serial = 0; serial < 40_000; serial += 2) {
    buffers.add(header(serial, 1, 2), bytes(1), 0);
    assert.deepEqual(kinds(buffers.add(header(serial + 1, 2, 2), bytes(serial % 251), 0)), ['complete']);
  }
  assert.equal(partsUntilDropped(buffers, 1000), 7437); // 8 MiB / (1000 + 128)
  assert.equal(buffers.waiting, 0);
  assert.equal(partsUntilDropped(buffers, 10), 60_788); // 8 MiB / (10 + 128)
});

for (const vector of vectors) {
  if (vector.kind !== 'subpackages') continue;
  test(`vector subpackages: ${vector.name}`, () => {
    const { expect } = vector;
    const buffers = new Subpackages();
    const effects = new FrameSplitter().push(fromHex(vector.hex)).flatMap((event) => {
      assert.equal(event.kind, 'frame');
      return buffers.add(event.header, event.body, 0);
    });
    if (expect['status'] === 'incomplete') {
      assert.deepEqual(effects, []);
      const [request] = buffers.due(60_000);
      assert.equal(request?.kind, 'resend');
      const { firstSerial, packages } = request;
      assert.deepEqual({ message_id: '0x8003', firstSerial, packages }, expect['resendRequest']);
      return;
    }
    const [complete] = effects;
    assert.equal(complete?.kind, 'complete');
    const decoded = findMessage(complete.header.messageId)?.decode(complete.body, '2013');
    const bodySha256 = createHash('sha256').update(complete.body).digest('hex');
    assert.deepEqual(
      { bodyLength: complete.body.length, bodySha256, body: plainForm(decoded) },
      expectedForm(expect['reassembled']),
    );
  });
}

test('both sub-package vectors were tried', { skip: skipVectors }, () => {
  assert.equal(vectors.filter((vector) => vector.kind === 'subpackages').length, 2);
});
