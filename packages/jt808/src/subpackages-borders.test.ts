// Limits of joining sub-packages, each at its border, and by what order a part finds its message. What happens in general is in
// subpackages.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Header } from './header.ts';
import { Subpackages, type SubpackageEffect } from './subpackages.ts';

const PHONE = '013800138000';
const header = (
  serial: number,
  packageIndex: number,
  packageTotal: number,
  messageId = 0x0801,
  phone = PHONE,
): Header => ({
  layout: '2013',
  messageId,
  bodyLength: 1,
  encryption: 0,
  subpackaged: true,
  versionFlag: false,
  protocolVersion: null,
  phone,
  serial: serial & 0xffff,
  packageTotal,
  packageIndex,
});
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const kinds = (effects: readonly SubpackageEffect[]): string[] => effects.map(({ kind }) => kind);
const asked = (effects: readonly SubpackageEffect[]) => {
  const [effect] = effects;
  assert.equal(effect?.kind, 'resend');
  return effect;
};
const body = (effects: readonly SubpackageEffect[]): number[] => {
  const effect = effects.find(({ kind }) => kind === 'complete');
  assert.ok(effect?.kind === 'complete', kinds(effects).join());
  return [...effect.body];
};
/** When the first request comes, of a message of so many packages of which one is there. */
const patience = (total: number): number => {
  for (let nowMs = 0; nowMs <= 100_000; nowMs += 100) {
    const buffers = new Subpackages();
    buffers.add(header(1, 1, total), bytes(1), 0);
    if (nowMs > 0 && buffers.due(nowMs - 1).length === 0 && buffers.due(nowMs).length > 0) return nowMs;
  }
  return Infinity;
};

test('the first request comes after ten seconds and a tenth for each package, a minute at most', () => {
  assert.deepEqual([2, 100, 499, 500, 501, 5000].map(patience), [10_200, 20_000, 59_900, 60_000, 60_000, 60_000]);
});

test('a message ends five minutes after its first part, not a moment before', () => {
  const buffers = new Subpackages();
  buffers.add(header(1, 1, 3), bytes(1), 0);
  buffers.add(header(2, 2, 3), bytes(2), 299_000);
  assert.deepEqual(buffers.due(299_999), []);
  assert.deepEqual(buffers.due(300_000), [
    { kind: 'dropped', messageId: 0x0801, phone: PHONE, reason: 'expired', missing: 1 },
  ]);
});

test('five requests, each with its own wait; then the message is given up as unanswered', () => {
  const buffers = new Subpackages();
  buffers.add(header(1, 1, 3), bytes(1), 0);
  const said: [number, string][] = [];
  for (let nowMs = 0; nowMs < 100_000; nowMs += 100)
    for (const { kind } of buffers.due(nowMs)) said.push([nowMs, kind]);
  assert.deepEqual(said, [
    [10_300, 'resend'],
    [20_600, 'resend'],
    [30_900, 'resend'],
    [41_200, 'resend'],
    [51_500, 'resend'],
    [61_800, 'dropped'],
  ]);
});

test('a request names at most 125 packages, with the first part where that is there', () => {
  const buffers = new Subpackages();
  buffers.add(header(10, 1, 200), bytes(7), 0);
  const first = asked(buffers.due(60_000));
  assert.deepEqual(
    first.packages,
    Array.from({ length: 125 }, (_, i) => i + 2),
  );
  assert.deepEqual([first.firstSerial, first.firstBody], [10, bytes(7)]);
  const others = new Subpackages();
  others.add(header(12, 3, 3), bytes(7), 0);
  const without = asked(others.due(60_000));
  assert.deepEqual([without.firstSerial, without.packages, 'firstBody' in without], [10, [1, 2], false]);
});

test('the serial asked for is that of package 1, reckoned from the lowest part, across the end of the numbers', () => {
  const buffers = new Subpackages();
  buffers.add(header(2, 5, 6), bytes(5), 0);
  buffers.add(header(0xffff, 2, 6), bytes(2), 0);
  assert.equal(asked(buffers.due(60_000)).firstSerial, 0xfffe);
  const same = new Subpackages();
  for (const index of [2, 3]) same.add(header(77, index, 4), bytes(index), 0);
  assert.equal(asked(same.due(60_000)).firstSerial, 77, 'all parts bear one serial');
  const alone = new Subpackages();
  alone.add(header(77, 2, 4), bytes(2), 0);
  assert.equal(asked(alone.due(60_000)).firstSerial, 76, 'of one part nobody knows that');
});

test('parts that all bear one serial are one message', () => {
  const buffers = new Subpackages();
  for (const index of [1, 2]) assert.deepEqual(buffers.add(header(5, index, 3), bytes(index), 0), []);
  assert.deepEqual(body(buffers.add(header(5, 3, 3), bytes(3), 0)), [1, 2, 3]);
});

test('a part without a serial that fits goes where the order of the serials lets it, in the newest such message', () => {
  const buffers = new Subpackages();
  buffers.add(header(0x04d1, 1, 3), bytes(1), 0);
  buffers.add(header(0x04f0, 3, 3), bytes(3), 0);
  assert.equal(buffers.waiting, 1);
  // Between them it fits; beyond either it is another message.
  buffers.add(header(0x0500, 2, 3), bytes(9), 0);
  assert.equal(buffers.waiting, 2);
  buffers.add(header(0x0400, 2, 3), bytes(8), 0);
  assert.equal(buffers.waiting, 3);
  assert.deepEqual(body(buffers.add(header(0x04e2, 2, 3), bytes(2), 0)), [1, 2, 3]);
});

test('behind the highest and before the lowest part serials go on in order', () => {
  const up = new Subpackages();
  up.add(header(100, 2, 4), bytes(2), 0);
  up.add(header(200, 3, 4), bytes(3), 0);
  up.add(header(150, 4, 4), bytes(4), 0);
  assert.equal(up.waiting, 2, 'a fourth part has to be later than the third');
  up.add(header(150, 1, 4), bytes(1), 0);
  assert.equal(up.waiting, 2, 'a first part at 150 begins the message whose fourth is there, or none');
  const wrapped = new Subpackages();
  wrapped.add(header(0xfff0, 1, 3), bytes(1), 0);
  wrapped.add(header(0x0010, 3, 3), bytes(3), 0);
  assert.deepEqual(body(wrapped.add(header(0x0002, 2, 3), bytes(2), 0)), [1, 2, 3]);
});

test('a serial that another part has already fits no order', () => {
  for (const serial of [10, 20]) {
    const buffers = new Subpackages();
    buffers.add(header(10, 1, 4), bytes(1), 0);
    buffers.add(header(20, 3, 4), bytes(3), 0);
    buffers.add(header(serial, 2, 4), bytes(2), 0);
    assert.equal(buffers.waiting, 2, String(serial));
  }
});

test('phone, message and total belong to a message', () => {
  for (const other of [header(2, 2, 2, 0x0802), header(2, 2, 3), header(2, 2, 2, 0x0801, '013800138001')]) {
    const buffers = new Subpackages();
    buffers.add(header(1, 1, 2), bytes(1), 0);
    assert.deepEqual(buffers.add(other, bytes(2), 0), []);
    assert.equal(buffers.waiting, 2);
  }
});

/** Completes a message of two parts at this serial. */
const complete = (buffers: Subpackages, serial: number): void => {
  buffers.add(header(serial, 1, 2), bytes(serial), 0);
  assert.deepEqual(kinds(buffers.add(header(serial + 1, 2, 2), bytes(serial + 1), 0)), ['complete']);
};

test('the four newest complete messages are remembered, older ones are not', () => {
  const buffers = new Subpackages();
  for (const serial of [10, 20, 30, 40, 50]) complete(buffers, serial);
  for (const serial of [20, 30, 40, 50]) {
    const again = buffers.add(header(serial, 1, 2), bytes(serial), 0);
    assert.deepEqual(again, [{ kind: 'duplicate', header: header(serial, 1, 2), completed: true }]);
  }
  assert.deepEqual(buffers.add(header(10, 1, 2), bytes(10), 0), []);
});

test('a repeat is one by its serial and every byte', () => {
  const buffers = new Subpackages();
  buffers.add(header(1, 1, 2), bytes(1, 2, 3), 0);
  buffers.add(header(2, 2, 2), bytes(4), 0);
  assert.deepEqual(kinds(buffers.add(header(1, 1, 2), bytes(1, 2, 3), 0)), ['duplicate']);
  assert.deepEqual(buffers.add(header(1, 1, 2), bytes(1, 2, 4), 0), [], 'another byte');
  assert.deepEqual(buffers.add(header(7, 1, 2), bytes(1, 2, 3), 0), [], 'another serial');
  assert.deepEqual(buffers.add(header(9, 1, 2), bytes(1, 2), 0), [], 'fewer bytes');
});

test('a message that is forgotten is put together again; of several the newest is forgotten', () => {
  const buffers = new Subpackages();
  complete(buffers, 10);
  complete(buffers, 20);
  buffers.forget(header(20, 1, 2));
  assert.deepEqual(buffers.add(header(20, 1, 2), bytes(20), 0), []);
  assert.deepEqual(kinds(buffers.add(header(10, 1, 2), bytes(10), 0)), ['duplicate']);
  buffers.forget(header(1, 1, 2, 0x0900));
  assert.deepEqual(kinds(buffers.add(header(10, 1, 2), bytes(10), 0)), ['duplicate'], 'nothing else is forgotten');
});

test('8 MiB are kept: the oldest message goes, the one that grows last', () => {
  const buffers = new Subpackages();
  const half = 4 * 1024 * 1024;
  buffers.add(header(1, 1, 3, 1), new Uint8Array(half - 128), 0);
  assert.deepEqual(buffers.add(header(2, 1, 3, 2), new Uint8Array(half - 128), 0), []);
  const [gone] = buffers.add(header(3, 1, 3, 3), new Uint8Array(0), 0);
  assert.deepEqual(gone, { kind: 'dropped', messageId: 1, phone: PHONE, reason: 'limit', missing: 2 });
  assert.equal(buffers.waiting, 2);
});
