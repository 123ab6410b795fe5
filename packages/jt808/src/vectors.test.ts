// Every vector of ../shared/protocols/vectors/jt808.json that a codec of this package covers, decoded and encoded back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, toHex } from './bytes.ts';
import { encodeFrame, readFrame, unescape } from './frame.ts';
import { FrameSplitter } from './frame.ts';
import type { Frame } from './frame.ts';
import { decodeHeader } from './header.ts';
import { decodeItem } from './items.ts';
import { decodeLocation } from './location.ts';
import type { Edition } from './message.ts';
import { findMessage } from './messages/index.ts';
import { expectedForm, plainForm } from '../testdata/vector-form.ts';
import { skipVectors, vectors } from '../testdata/vectors.ts';
import type { Vector } from '../testdata/vectors.ts';

/** Vectors whose bytes another encoder wrote in a way ours does not repeat. */
const NOT_ENCODED_BACK: ReadonlyMap<string, string> = new Map([
  ['8400 call back, number padded to 20', 'the table has no padding'],
  ['0702 real device 2019, full card', 'spaces padding the name are trimmed (section 21.7)'],
]);

const editionOf = (vector: Vector): Edition =>
  vector.version === '2011' || vector.version === '2019' ? vector.version : '2013';

const checkBody = (vector: Vector, id: number, body: Uint8Array, edition: Edition): void => {
  const codec = findMessage(id);
  if (codec === undefined) return;
  const decoded = codec.decode(body, edition);
  assert.deepEqual(plainForm(decoded), expectedForm(vector.expect.body ?? {}));
  if (NOT_ENCODED_BACK.has(vector.name)) return;
  // What this codec decoded is of the type it encodes; the table does not carry the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  assert.equal(toHex(codec.encode(decoded as never, editionOf(vector))), toHex(body), 'encoded back');
};

const headerForm = (frame: { readonly header: Frame['header'] }): object => {
  const { layout: _layout, ...header } = frame.header;
  return header;
};

const checkFrame = (vector: Vector): void => {
  const raw = fromHex(vector.hex);
  const event = readFrame(raw);
  const { status, error } = vector.expect;
  if (status === 'rejected') {
    assert.equal(event.kind, 'rejected');
    assert.equal(event.error, error);
    const ignored = vector.expect['bodyIfChecksumIgnored'];
    if (ignored !== undefined && ignored !== null) {
      const { body } = decodeHeader(unescape(raw.subarray(1, -1))?.bytes.subarray(0, -1) ?? raw);
      assert.deepEqual(plainForm(decodeLocation(body)), expectedForm(ignored));
    }
    return;
  }
  assert.equal(event.kind, 'frame');
  assert.deepEqual([...event.tolerated], vector.expect['tolerated'] ?? []);
  assert.equal(event.header.layout, vector.expect['headerLayout']);
  assert.deepEqual(headerForm(event), vector.expect['header']);
  if (status === 'ok') assert.equal(toHex(encodeFrame(event.header, event.body)), vector.hex, 'frame built again');
  if (event.header.encryption !== 0 || event.header.subpackaged) return;
  checkBody(vector, event.header.messageId, event.body, event.header.layout);
};

const checkStream = (vector: Vector): void => {
  const splitter = new FrameSplitter();
  const { chunks } = vector.expect;
  assert.ok(Array.isArray(chunks));
  const events = chunks.flatMap((chunk) => splitter.push(fromHex(String(chunk))));
  const seen = events.map((event) =>
    event.kind === 'frame'
      ? { status: 'ok', messageId: event.header.messageId, serial: event.header.serial }
      : { status: 'rejected', error: event.error },
  );
  assert.deepEqual(seen, vector.expect['frames']);
  assert.equal(splitter.pendingBytes, vector.expect['pendingBytes']);
};

const checkItem = (vector: Vector): void => {
  const bytes = fromHex(vector.hex);
  const value = decodeItem(bytes[0] ?? 0, bytes.subarray(2));
  const item = { id: bytes[0], raw: bytes.subarray(2), value };
  assert.deepEqual(plainForm(item), expectedForm(vector.expect['item'] ?? null));
};

const check = (vector: Vector): void => {
  if (vector.kind === 'frame') checkFrame(vector);
  else if (vector.kind === 'body') checkBody(vector, Number(vector.message_id), fromHex(vector.hex), editionOf(vector));
  else if (vector.kind === 'stream') checkStream(vector);
  else if (vector.kind === 'item') checkItem(vector);
  else if (vector.kind === 'escape') {
    assert.equal(
      toHex(unescape(fromHex(vector.hex).subarray(1, -1))?.bytes ?? fromHex('')),
      vector.expect['unescaped'],
    );
  }
};

/** Kinds with a test file of their own. */
const ELSEWHERE = ['subpackages', 'filechunk'];

test('the vector file is the whole one', { skip: skipVectors }, () => {
  assert.ok(vectors.length >= 159, `${vectors.length} vectors`);
});

for (const vector of vectors) {
  if (ELSEWHERE.includes(vector.kind)) continue;
  test(`vector ${vector.kind}: ${vector.name} (${vector.version})`, () => check(vector));
}
