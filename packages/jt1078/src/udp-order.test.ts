// Packets of a UDP port in the order they were sent, with what the network does to them. The clock is a number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaPacket } from './packet.ts';
import { UdpOrder } from './udp-order.ts';

const packetOf = (sequence: number, channel = 1): MediaPacket => ({
  simDigits: '013900000042',
  channel,
  dataType: 3,
  subpackage: 0,
  payloadType: 6,
  marker: true,
  sequence: sequence & 0xffff,
  timestampMs: 0n,
  lastIFrameIntervalMs: null,
  lastFrameIntervalMs: null,
  body: new Uint8Array(1),
});

const sequences = (packets: readonly MediaPacket[]): number[] => packets.map((packet) => packet.sequence);

/** Pushes in the given order of arrival, 1 ms apart; what came out. */
const run = (order: UdpOrder, arrivals: readonly number[], startMs = 0): number[] =>
  arrivals.flatMap((sequence, index) => sequences(order.push(packetOf(sequence), startMs + index)));

test('packets in order pass at once', () => {
  const order = new UdpOrder();
  assert.deepEqual(run(order, [5, 6, 7]), [5, 6, 7]);
  assert.equal(order.nextDueMs(), null);
});

test('packets out of order are sorted, also where the number wraps', () => {
  assert.deepEqual(run(new UdpOrder(), [10, 12, 13, 11, 14]), [10, 11, 12, 13, 14]);
  assert.deepEqual(run(new UdpOrder(), [65534, 0, 65535, 1]), [65534, 65535, 0, 1]);
});

test('a missing packet is given up after 200 ms', () => {
  const order = new UdpOrder();
  assert.deepEqual(run(order, [1, 3, 4]), [1]);
  assert.equal(order.nextDueMs(), 201);
  assert.deepEqual(sequences(order.due(200)), []);
  assert.deepEqual(sequences(order.due(201)), [3, 4]);
  assert.equal(order.counters.missingPackets, 1);
  assert.deepEqual(run(order, [2, 5], 300), [5]);
  assert.equal(order.counters.latePackets, 1);
});

test('a missing packet is given up when 64 wait', () => {
  const order = new UdpOrder();
  run(order, [0]);
  const waiting = Array.from({ length: 63 }, (_, index) => index + 2);
  assert.deepEqual(run(order, waiting), []);
  assert.deepEqual(run(order, [65]), [...waiting, 65]);
});

test('a packet that came twice passes once', () => {
  const order = new UdpOrder();
  assert.deepEqual(run(order, [1, 1, 3, 3, 2]), [1, 2, 3]);
  assert.deepEqual(order.counters, { latePackets: 1, duplicatePackets: 1, missingPackets: 0 });
});

test('channels are sorted by themselves', () => {
  const order = new UdpOrder();
  order.push(packetOf(1, 1), 0);
  assert.deepEqual(sequences(order.push(packetOf(3, 1), 0)), []);
  assert.deepEqual(sequences(order.push(packetOf(900, 2), 0)), [900]);
});

test('a device that counts again is followed, forwards at once, backwards after a few packets', () => {
  const forwards = new UdpOrder();
  assert.deepEqual(run(forwards, [1, 2, 4, 9000, 9001]), [1, 2, 4, 9000, 9001]);
  const backwards = new UdpOrder();
  const restarted = Array.from({ length: 10 }, (_, index) => index);
  assert.deepEqual(run(backwards, [500, ...restarted]), [500, 7, 8, 9]);
});

test('of channels without end 64 are followed: the memory does not grow, and nothing held is lost', () => {
  const order = new UdpOrder();
  const of = (sim: number, sequence: number): MediaPacket => ({
    ...packetOf(sequence),
    simDigits: String(sim).padStart(12, '0'),
  });
  order.push(of(0, 1), 0);
  order.push(of(0, 3), 0);
  let out = 0;
  for (let sim = 1; sim < 64; sim += 1) out += order.push(of(sim, 1), 0).length;
  assert.deepEqual([out, order.nextDueMs()], [63, 200], 'the first one is still held');
  assert.deepEqual(sequences(order.push(of(64, 1), 0)), [3, 1], 'it was given up for one more');
  assert.equal(order.nextDueMs(), null);
  assert.deepEqual(sequences(order.push(of(0, 9), 0)), [9], 'and is followed from where it is now');
});

test('only what is held back falls due, each once', () => {
  const order = new UdpOrder();
  order.push(packetOf(1, 1), 0);
  for (const sequence of [1, 3]) order.push(packetOf(sequence, 2), 0);
  for (const sequence of [1, 3]) order.push(packetOf(sequence, 3), 50);
  order.push(packetOf(2, 3), 60);
  assert.equal(order.nextDueMs(), 200);
  assert.deepEqual(sequences(order.due(300)), [3]);
  assert.deepEqual([order.due(900), order.nextDueMs()], [[], null]);
});
