// What recorders get wrong in their messages and yet is read: bodies of another edition than the header, a code without IMEI, one
// flag between two frames, parts under one serial. Bytes laid out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromHex, toHex } from './bytes.ts';
import { encodeFrame, FrameSplitter, readFrame } from './frame.ts';
import type { FrameEvent } from './frame.ts';
import type { Header } from './header.ts';
import { registerEdition, t0100Register } from './messages/t0100-register.ts';
import { t0102Authenticate } from './messages/t0102-authenticate.ts';
import { Subpackages } from './subpackages.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(/\s/g, ''));
const z = (count: number): string => '00'.repeat(count);

/** One recorder's register, in the three forms: maker 70111, model MR9804, terminal A1, plate 粤A12345. */
const OF_2011 = '002c 012f 3730313131 4d52393830342020 41310000000000 02 d4c1413132333435';
const OF_2013 = `002c 012f 3730313131 4d5239383034${z(14)} 41310000000000 02 d4c1413132333435`;
const OF_2019 = `002c 012f 3730313131${z(6)} 4d5239383034${z(24)} 4131${z(28)} 02 d4c1413132333435`;
const WHO = {
  province: 44,
  city: 303,
  manufacturer: '70111',
  model: 'MR9804',
  terminalId: 'A1',
  plateColor: 2,
  plate: '粤A12345',
};

test('a register body says its edition itself, whatever the header', () => {
  for (const header of ['2013', '2019'] as const) {
    for (const [edition, body] of [
      ['2011', OF_2011],
      ['2013', OF_2013],
      ['2019', OF_2019],
    ] as const) {
      assert.equal(registerEdition(hex(body), header), edition, `${edition} under a header of ${header}`);
      assert.deepEqual(t0100Register.decode(hex(body), header), WHO, `${edition} under a header of ${header}`);
    }
  }
});

test('a plate padded to a fixed width, a VIN, and fields missing at the end do not change the edition', () => {
  assert.equal(registerEdition(hex(`${OF_2013} ${z(60)}`), '2013'), '2013');
  assert.equal(registerEdition(hex(`${OF_2019} ${z(20)}`), '2013'), '2019');
  const vin = '4c534a41313645383043473030303031 31';
  const of2019 = `0000 0000 3730313131${z(6)} 4d5239383034${z(24)} 4131${z(28)} 00 ${vin}`;
  assert.equal(registerEdition(hex(of2019), '2013'), '2019');
  assert.equal(registerEdition(hex(`0000 0000 3730313131 4d52393830342020 41310000000000 00 ${vin}`), '2019'), '2011');
  assert.equal(registerEdition(hex(`0000 0000 3730313131${z(6)} 4d5239383034`), '2019'), '2019');
});

test('0x0102 of 2019 without IMEI, without software version, and under a short header', () => {
  const code = '3031323334353637383961626364 6566'; // 16 characters
  for (const edition of ['2013', '2019'] as const) {
    assert.equal(t0102Authenticate.decode(hex(`10 ${code}`), edition).authCode, '0123456789abcdef');
    const imei = t0102Authenticate.decode(hex(`10 ${code} 383637353637303431313030373639`), edition);
    assert.deepEqual([imei.authCode, imei.imei], ['0123456789abcdef', '867567041100769']);
    const all = t0102Authenticate.decode(hex(`10 ${code} 383637353637303431313030373639 56312e32${z(16)}`), edition);
    assert.deepEqual([all.authCode, all.imei, all.softwareVersion], ['0123456789abcdef', '867567041100769', 'V1.2']);
    assert.deepEqual(t0102Authenticate.decode(hex(code), edition), { authCode: '0123456789abcdef' });
  }
});

test('a code longer than 31 characters is distinguished from its length by what is there', () => {
  const code = 'A'.repeat(44);
  const long = Uint8Array.from([44, ...Buffer.from(code)]);
  assert.equal(t0102Authenticate.decode(long, '2019').authCode, code);
  assert.equal(t0102Authenticate.decode(Buffer.from('0'.repeat(44)), '2019').authCode, '0'.repeat(44));
});

const HEARTBEAT = '0002000001380013800000';
const frame = (serial: number): string => {
  const content = fromHex(`${HEARTBEAT}${serial.toString(16).padStart(2, '0')}`);
  let sum = 0;
  for (const byte of content) sum ^= byte;
  return toHex(content) + sum.toString(16).padStart(2, '0');
};
const told = (event: FrameEvent): string => (event.kind === 'frame' ? `frame ${event.header.serial}` : event.error);

test('frames that share one flag are all read, in any chunks', () => {
  const shared = fromHex(`7e${frame(1)}7e${frame(2)}7e${frame(3)}7e7e${frame(4)}7e`);
  for (let size = 1; size <= shared.length; size += 1) {
    const splitter = new FrameSplitter();
    const events: FrameEvent[] = [];
    for (let at = 0; at < shared.length; at += size) events.push(...splitter.push(shared.slice(at, at + size)));
    assert.deepEqual(events.map(told), ['frame 1', 'frame 2', 'frame 3', 'frame 4'], `chunks of ${size}`);
    assert.equal(splitter.skippedBytes, 0);
  }
});

test('what stands between two whole frames and is no frame is skipped without a word, and bounded', () => {
  const splitter = new FrameSplitter();
  const events = splitter.push(fromHex(`7e${frame(1)}7e 0d0a 7e${frame(2)}7e`.replaceAll(' ', '')));
  assert.deepEqual(events.map(told), ['frame 1', 'frame 2']);
  assert.equal(splitter.skippedBytes, 2);
  assert.deepEqual(splitter.push(new Uint8Array(100_000).fill(0x30)), []);
  assert.equal(splitter.pendingBytes, 0);
  assert.deepEqual(splitter.push(fromHex(`7e${frame(5)}7e`)).map(told), ['frame 5']);
  assert.equal(splitter.skippedBytes, 100_002);
});

test('a good frame among any bytes is found, shared flags or not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(fromHex(`${frame(9)}7e`)), fc.uint8Array({ maxLength: 40 })), { maxLength: 12 }),
      fc.integer({ min: 1, max: 64 }),
      (parts, size) => {
        const bytes = Uint8Array.from([...parts.flatMap((part) => [...part]), 0x7e, ...fromHex(`${frame(7)}7e`)]);
        const splitter = new FrameSplitter();
        const events: FrameEvent[] = [];
        for (let at = 0; at < bytes.length; at += size) events.push(...splitter.push(bytes.slice(at, at + size)));
        assert.equal(events.filter((event) => told(event) === 'frame 7').length, 1);
        assert.ok(splitter.pendingBytes <= 4097);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a frame that says more than it brings tells what it is and how much came', () => {
  const event = readFrame(fromHex('7e000200010138001380000007ae7e'.replace('0138', '0138')));
  assert.ok(event.kind === 'rejected');
  assert.equal(event.error, 'length');
  assert.deepEqual(
    [event.short?.header.messageId, event.short?.header.bodyLength, event.short?.presentBytes],
    [2, 1, 0],
  );
});

const part = (serial: number, packageIndex: number, packageTotal: number): Header => ({
  layout: '2013',
  messageId: 0x0801,
  bodyLength: 1,
  encryption: 0,
  subpackaged: true,
  versionFlag: false,
  protocolVersion: null,
  phone: '013800138000',
  serial,
  packageTotal,
  packageIndex,
});

test('parts that all bear one serial make one message, in any order, and are asked for by that serial', () => {
  for (const order of [
    [1, 2, 3],
    [3, 1, 2],
  ]) {
    const buffers = new Subpackages();
    const effects = order.map((index) => buffers.add(part(77, index, 3), Uint8Array.of(index), 0));
    const last = effects.at(-1)?.[0];
    assert.ok(last?.kind === 'complete', order.join());
    assert.deepEqual([...last.body], [1, 2, 3]);
    assert.equal(last.header.serial, 77);
    assert.equal(buffers.waiting, 0);
  }
  const buffers = new Subpackages();
  for (const index of [2, 4]) buffers.add(part(77, index, 4), Uint8Array.of(index), 0);
  const [request] = buffers.due(60_000);
  assert.ok(request?.kind === 'resend');
  assert.deepEqual([request.firstSerial, request.packages], [77, [1, 3]]);
});

test('two messages one after the other, each under one serial, stay two', () => {
  const buffers = new Subpackages();
  const bodies = [5, 6].flatMap((serial) =>
    [1, 2].flatMap((index) => buffers.add(part(serial, index, 2), Uint8Array.of(serial, index), 0)),
  );
  assert.deepEqual(
    bodies.map((effect) => (effect.kind === 'complete' ? [...effect.body] : effect.kind)),
    [
      [5, 1, 5, 2],
      [6, 1, 6, 2],
    ],
  );
});

test('a frame built with any register of any edition gives back who registers', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('2011', '2013', '2019' as const),
      fc.constantFrom('2013', '2019' as const),
      fc.constantFrom('粤A12345', 'ABC1234', '', '京BX88888'),
      fc.constantFrom(1, 2, 9),
      (edition, layout, plate, plateColor) => {
        if (edition === '2011' && plate === '' && layout === '2019') return; // 25 bytes: nothing tells it from a cut one
        const body = t0100Register.encode({ ...WHO, plate, plateColor }, edition);
        const read = t0100Register.decode(body, layout);
        assert.deepEqual([read.plate, read.terminalId], [plate, 'A1']);
        const long = layout === '2019';
        const fields = { layout, versionFlag: long, protocolVersion: long ? 1 : null, messageId: 0x0100, serial: 1 };
        assert.equal(
          readFrame(encodeFrame({ ...fields, phone: (long ? '00000000' : '') + '013800138000' }, body)).kind,
          'frame',
        );
      },
    ),
  );
});
