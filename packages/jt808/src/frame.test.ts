// Frames on a stream: verdicts, escapes, any chunking, hostile bytes. Real devices' frames are in vectors.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromHex, toHex } from './bytes.ts';
import { encodeFrame, FrameSplitter, readFrame, unescape, wrap } from './frame.ts';
import type { FrameEvent } from './frame.ts';

// Laid out by hand, checksums by hand: short and long heartbeat, an answer whose body holds 7D, checksums 7D and 7E.
const HEARTBEAT = '7e000200000138001380000007af7e';
const LONG_HEARTBEAT = '7e000240000100000000013800138000007d02977e';
const CHECKSUM_7D = '7e0002000001380013800000d57d017e';
const CHECKSUM_7E = '7e0002000001380013800000d67d027e';
const GOOD = [HEARTBEAT, LONG_HEARTBEAT, CHECKSUM_7D, CHECKSUM_7E].map((hex) => fromHex(hex));

const concat = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** What an event says, in a form to compare. */
const told = (event: FrameEvent): string =>
  event.kind === 'frame' ? `frame ${toHex(event.raw)}` : `${event.error} ${toHex(event.raw)}`;

const errorOf = (hex: string): string => {
  const event = readFrame(fromHex(hex));
  return event.kind === 'rejected' ? event.error : event.kind;
};

test('frames laid out by hand are read and built again', () => {
  for (const raw of GOOD) {
    const event = readFrame(raw);
    assert.equal(event.kind, 'frame');
    assert.equal(event.header.messageId, 2);
    assert.deepEqual(event.tolerated, []);
    assert.equal(toHex(encodeFrame(event.header, event.body)), toHex(raw));
  }
});

test('a lone 7D before the closing flag is the checksum', () => {
  const event = readFrame(fromHex('7e0002000001380013800000d57d7e'));
  assert.equal(event.kind, 'frame');
  assert.deepEqual(event.tolerated, ['bareEscape']);
});

test('bytes behind the declared body are ignored and told', () => {
  const event = readFrame(wrap(fromHex('0002000001380013800000070102')));
  assert.equal(event.kind, 'frame');
  assert.deepEqual(event.tolerated, ['extraBytes']);
  assert.equal(event.body.length, 0);
});

test('verdicts come in the order escape, short, checksum, length', () => {
  assert.equal(errorOf('7e7d037e'), 'escape');
  assert.equal(errorOf('7e00027e'), 'short');
  assert.equal(errorOf('7e000200000138001380000007ae7e'), 'checksum');
  assert.equal(errorOf('7e000200010138001380000007af7e'), 'checksum'); // too short for its length as well
  assert.equal(errorOf('7e000200010138001380000007ae7e'), 'length');
  assert.equal(errorOf('7e00024000010000000001380013807e'), 'short'); // a long header does not fit
});

test('escaping is undone by unescape, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0x7d, 0x7e, 0x01, 0x02, 0x30), { maxLength: 20 }), (values) => {
      const content = Uint8Array.from(values);
      const wire = wrap(content);
      assert.equal(wire.subarray(1, -1).indexOf(0x7e), -1);
      assert.deepEqual(unescape(wire.subarray(1, -1))?.bytes.subarray(0, -1), content);
    }),
    { numRuns: 2_000 },
  );
});

test('an escape byte needs 01 or 02 behind it', () => {
  assert.equal(unescape(fromHex('7d00')), null);
  assert.equal(unescape(fromHex('7d7d')), null);
});

test('a bad frame does not take the next one with it: one flag between them is enough', () => {
  const bad = fromHex('7e0102');
  const events = new FrameSplitter().push(concat(bad, fromHex(HEARTBEAT)));
  assert.deepEqual(events.map(told), [`short 7e01027e`, `frame ${HEARTBEAT}`]);
});

test('good frames may share no flag and be surrounded by spare ones', () => {
  const events = new FrameSplitter().push(fromHex(`7e7e${HEARTBEAT}7e7e7e${LONG_HEARTBEAT}7e`));
  assert.deepEqual(events.map(told), [`frame ${HEARTBEAT}`, `frame ${LONG_HEARTBEAT}`]);
});

test('what never closes is dropped past 4 KiB, and the frame after it is found', () => {
  for (const size of [1, 100, 4096, 5000, 70_000]) {
    const splitter = new FrameSplitter();
    const endless = concat(fromHex('7e'), new Uint8Array(69_999).fill(0x31), fromHex(HEARTBEAT));
    const events: FrameEvent[] = [];
    for (let at = 0; at < endless.length; at += size) events.push(...splitter.push(endless.subarray(at, at + size)));
    assert.deepEqual(
      events.map((event) => (event.kind === 'rejected' ? [event.error, event.raw.length] : 'frame')),
      [['oversized', 4097], 'frame'],
      `chunks of ${size}`,
    );
    assert.equal(splitter.pendingBytes, 0);
  }
});

test('the largest frame passes: 1023 bytes, all escaped', () => {
  const header = { layout: '2019', messageId: 0x7e7e, versionFlag: true, protocolVersion: 1 } as const;
  const raw = encodeFrame({ ...header, phone: '7e'.repeat(10), serial: 0x7e7e }, new Uint8Array(1023).fill(0x7e));
  const [event] = new FrameSplitter().push(raw);
  assert.equal(event?.kind, 'frame');
  assert.equal(event.body.length, 1023);
});

test('bytes before the first flag are counted and forgotten, those behind a frame once a flag shows that they are none', () => {
  const splitter = new FrameSplitter();
  assert.equal(splitter.push(concat(fromHex('2424'), fromHex(HEARTBEAT), fromHex('2424'))).length, 1);
  assert.equal(splitter.skippedBytes, 2);
  assert.equal(splitter.pendingBytes, 2);
  assert.equal(splitter.push(fromHex(HEARTBEAT)).length, 1);
  assert.equal(splitter.skippedBytes, 4);
  assert.equal(splitter.pendingBytes, 0);
});

test('a frame that lies in one chunk is a view of it, one that spans chunks is a copy', () => {
  const chunk = fromHex(HEARTBEAT);
  const [inside] = new FrameSplitter().push(chunk);
  assert.equal(inside?.raw.buffer, chunk.buffer);
  const splitter = new FrameSplitter();
  splitter.push(chunk.subarray(0, 5));
  const [first] = splitter.push(chunk.subarray(5));
  splitter.push(fromHex('7e999999'));
  assert.equal(first && told(first), `frame ${HEARTBEAT}`, 'not overwritten by what came later');
});

/** Pieces of a stream: good frames, broken ones, flags, garbage. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...GOOD) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  fc.constantFrom(...['7e', '7e7e', '7d', '7e7d', '7d02', '7e0002', '485454502f312e31'].map((hex) => fromHex(hex))),
  fc.tuple(fc.constantFrom(...GOOD), fc.nat(14)).map(([frame, cut]) => frame.subarray(0, cut)),
);

test('any chunking of any stream gives the same events', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (parts, sizes) => {
        const stream = concat(...parts);
        const whole = new FrameSplitter();
        const cut = new FrameSplitter();
        const expected = whole.push(stream).map(told);
        const seen: string[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          // A copy each time, overwritten after: nothing may lean on a chunk once the next one is asked for.
          const chunk = stream.slice(at, at + size);
          seen.push(...cut.push(chunk).map(told));
          chunk.fill(0x7e);
          at += size;
        }
        assert.deepEqual(seen, expected);
        assert.equal(cut.pendingBytes, whole.pendingBytes);
        assert.equal(cut.skippedBytes, whole.skippedBytes);
      },
    ),
    { numRuns: 20_000 },
  );
});

test('whatever came before, of two frames in a row at least the second is found, and every frame after it', () => {
  const [heartbeat = new Uint8Array(0)] = GOOD;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (garbage) => {
      const splitter = new FrameSplitter();
      splitter.push(concat(...garbage));
      const events = splitter.push(concat(heartbeat, heartbeat, heartbeat)).map(told);
      assert.deepEqual(events.slice(-2), [`frame ${HEARTBEAT}`, `frame ${HEARTBEAT}`]);
    }),
    { numRuns: 20_000 },
  );
});

test('the splitter survives 100,000 streams of any bytes without holding more than one frame back', () => {
  const splitter = new FrameSplitter();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      splitter.push(bytes);
      assert.ok(splitter.pendingBytes <= 4097);
    }),
    { numRuns: 100_000 },
  );
});
