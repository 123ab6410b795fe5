// The link codec: serials, the other side's way of writing headers, splitting and resending.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from './bytes.ts';
import { FrameSplitter, readFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { LinkCodec } from './link-codec.ts';
import { p8001GeneralReply } from './messages/p8001-general-reply.ts';
import { Subpackages } from './subpackages.ts';

const SHORT = { layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' } as const;

const frameOf = (raw: Uint8Array | undefined): Frame => {
  const event = raw === undefined ? null : readFrame(raw);
  assert.equal(event?.kind, 'frame');
  return event;
};

const reply = { replySerial: 3, replyId: 0x0200, result: 0 };

test('an answer goes out in the layout, flag and id bytes of what came in', () => {
  const link = new LinkCodec();
  // A short header with the version flag set, as one family of devices writes it.
  link.learn({
    ...SHORT,
    versionFlag: true,
    messageId: 2,
    bodyLength: 0,
    encryption: 0,
    subpackaged: false,
    serial: 9,
  });
  // 8001, length 5 and bit 14, id, serial 0, body, checksum by hand
  assert.equal(
    toHex(link.encode(p8001GeneralReply, reply).frames[0] ?? new Uint8Array(0)),
    '7e80014005013800138000000000030200006f7e',
  );
  link.learn({
    ...frameOf(link.encode(p8001GeneralReply, reply).frames[0]).header,
    layout: '2019',
    protocolVersion: 2,
    phone: '0'.repeat(20),
  });
  const { header } = frameOf(link.encode(p8001GeneralReply, reply).frames[0]);
  assert.deepEqual(
    [header.layout, header.protocolVersion, header.phone, header.serial],
    ['2019', 2, '0'.repeat(20), 2],
  );
});

test('nothing is written while the other side is unknown', () => {
  assert.throws(() => new LinkCodec().encode(p8001GeneralReply, reply), /nothing known/);
});

test('the body edition follows the layout unless it is fixed', () => {
  const link = new LinkCodec(SHORT);
  assert.equal(link.edition, '2013');
  link.useEdition('2011');
  assert.equal(link.edition, '2011');
  link.useEdition(null);
  assert.equal(new LinkCodec({ ...SHORT, layout: '2019', protocolVersion: 1, phone: '0'.repeat(20) }).edition, '2019');
});

test('serials count frames and wrap', () => {
  const link = new LinkCodec(SHORT);
  for (let i = 0; i < 0xffff; i += 1) link.encodeBody(2, new Uint8Array(0));
  assert.deepEqual(
    [link.encodeBody(2, new Uint8Array(0)).serial, link.encodeBody(2, new Uint8Array(0)).serial],
    [0xffff, 0],
  );
});

test('a long body is split at 1000 bytes with consecutive serials and joins again', () => {
  const body = Uint8Array.from({ length: 2001 }, (_, i) => i % 251);
  const link = new LinkCodec(SHORT);
  link.encodeBody(2, new Uint8Array(0));
  const { serial, frames } = link.encodeBody(0x8108, body);
  const headers = frames.map((frame) => frameOf(frame).header);
  assert.equal(serial, 1);
  assert.deepEqual(
    headers.map((header) => [header.serial, header.packageIndex, header.packageTotal, header.bodyLength]),
    [
      [1, 1, 3, 1000],
      [2, 2, 3, 1000],
      [3, 3, 3, 1],
    ],
  );
  const buffers = new Subpackages();
  const splitter = new FrameSplitter();
  const effects = frames
    .flatMap((frame) => splitter.push(frame))
    .flatMap((event) => (event.kind === 'frame' ? buffers.add(event.header, event.body, 0) : []));
  assert.equal(effects[0]?.kind, 'complete');
  assert.deepEqual(effects[0].body, body);
});

test('a body of 1000 bytes stays whole', () => {
  const { frames } = new LinkCodec(SHORT).encodeBody(0x8108, new Uint8Array(1000));
  assert.deepEqual([frames.length, frameOf(frames[0]).header.subpackaged], [1, false]);
  assert.equal(new LinkCodec(SHORT).encodeBody(0x0801, new Uint8Array(1000), 796).frames.length, 2);
});

test('resent packages are the very frames of the first sending', () => {
  const link = new LinkCodec(SHORT);
  const { serial, frames } = link.encodeBody(0x8108, new Uint8Array(2500));
  assert.deepEqual(link.resend(serial, [3, 1, 9, 0]), [frames[2], frames[0]]);
  assert.deepEqual(link.resend(serial + 1, [1]), []);
  link.forget(serial);
  assert.deepEqual(link.resend(serial, [1]), []);
});

test('only the latest split messages are kept', () => {
  const link = new LinkCodec(SHORT);
  const serials = Array.from({ length: 20 }, () => link.encodeBody(0x8108, new Uint8Array(1001)).serial);
  assert.deepEqual(
    serials.map((serial) => link.resend(serial, [1]).length),
    [...Array(4).fill(0), ...Array(16).fill(1)],
  );
  const large = link.encodeBody(0x8108, new Uint8Array(3 << 20));
  assert.equal(link.resend(large.serial, [1]).length, 1, 'the newest is kept however large');
  assert.equal(link.resend(serials[19] ?? 0, [1]).length, 0);
});
