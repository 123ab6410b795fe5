// Bodies whose edition the bytes decide: each rule that tells one form from another at its border, and the form that stands when none fits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, toHex } from '../bytes.ts';
import { DecodeError } from '../errors.ts';
import { encodeLocation } from '../location.ts';
import { PERIPHERAL_DESCRIPTION, PERIPHERAL_STATE, readTransparent, encodeTransparent } from '../transparent.ts';
import { registerEdition, t0100Register } from './t0100-register.ts';
import { t0102Authenticate } from './t0102-authenticate.ts';
import { t0107Attributes } from './t0107-attributes.ts';
import { decodeLocationReply, encodeLocationReply } from './t0201-location-reply.ts';
import { t0700RecorderReply } from './t0700-recorder-reply.ts';
import { t0702DriverCard } from './t0702-driver-card.ts';
import { t0801MediaUpload } from './t0801-media-upload.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(' ', ''));
const zeros = (count: number): string => '00'.repeat(count);

/** A location at noon of 2024-02-29; `time` as digits, `tail` behind the fixed part. */
const location = (time = '240229120000', tail = ''): string =>
  `00000000 00000002 01e0a6e0 073a20d0 0064 01f4 005a ${time} ${tail}`.replaceAll(' ', '');

test('0x0201: with a serial unless only the form without one has a time and whole items', () => {
  const read = (body: string) => decodeLocationReply(hex(body)).replySerial;
  assert.equal(read(location()), null, '28 bytes have no room for a serial');
  assert.equal(read(`0007${location()}`), 7);
  assert.equal(read(location('240229120000', '0104000004d2')), null);
  assert.equal(read(`0007${location('240229120000', '0104000004d2')}`), 7);
  assert.equal(read(`0007${location('241399120000')}`), 7, 'no time either way');
  assert.equal(read(`0007${location('240229120000', '01')}`), 7, 'items cut off either way');
  // Two bytes on, the times of this body are a date as well, but its items are not whole.
  const shifted = location('010101010101', '0102');
  assert.equal(read(shifted), 0x0000, 'the serial counts where both times are possible');
  const { location: read29 } = decodeLocationReply(hex(location()));
  assert.equal(toHex(encodeLocationReply({ replySerial: null, location: read29 })), location());
  assert.equal(toHex(encodeLocationReply({ replySerial: 9, location: read29 })), `0009${location()}`);
  assert.equal(toHex(encodeLocation(read29)), location());
  assert.throws(() => decodeLocationReply(hex(location()).subarray(1)), DecodeError);
});

test('0x0700: lengths of 2011 stand in front where they are right and the edition or a block behind them says so', () => {
  const data = (body: string, edition: '2011' | '2013') => toHex(t0700RecorderReply.decode(hex(body), edition).data);
  const block = '557a020000002d';
  for (const edition of ['2011', '2013'] as const) {
    assert.equal(data(`000502 ${block}`, edition), block);
    assert.equal(data(`000502 0007 0007 ${block}`, edition), block);
    assert.equal(data(`000502 0007 0006 ${block}`, edition), `00070006${block}`, 'another length');
  }
  assert.equal(data('000502 0002 0002 5501', '2011'), '5501');
  assert.equal(data('000502 0002 0002 5501', '2013'), '000200025501', 'half a start is none');
  assert.equal(data('000502 0002 0002 017a', '2013'), '00020002017a');
  assert.equal(data('000502 0000 0000', '2011'), '');
  assert.equal(data('000502 0000 00', '2011'), '000000', 'six bytes have no two lengths');
  assert.equal(data('000502 5501', '2011'), '5501');
  const reply = { replySerial: 5, command: 2, data: hex('0102') };
  assert.equal(toHex(t0700RecorderReply.encode(reply, '2011')), '000502000200020102');
  assert.equal(toHex(t0700RecorderReply.encode(reply, '2013')), '0005020102');
});

test('0x0900: lengths of 2011 are read where they are right', () => {
  const content = (body: string, edition: '2011' | '2019') => toHex(readTransparent(hex(body), edition).content);
  assert.equal(content('f0 00000002 0002 0102', '2011'), '0102');
  assert.equal(content('f0 00000002 0003 0102', '2011'), '0000000200030102');
  assert.equal(content('f0 00000002 0002 0102', '2019'), '0000000200020102');
  assert.equal(content('f0 00000000 0000', '2011'), '');
  assert.equal(content('f0 00000000 00', '2011'), '0000000000');
  assert.equal(toHex(encodeTransparent({ type: 0xf0, content: hex('0102') }, '2011')), 'f00000000200020102');
  assert.equal(toHex(encodeTransparent({ type: 0xf0, content: hex('0102') }, '2013')), 'f00102');
  assert.deepEqual([PERIPHERAL_STATE, PERIPHERAL_DESCRIPTION], [0xf7, 0xf8]);
});

test('0x0801: a bare picture, numbers of 2011, or a location', () => {
  const picture = 'ffd8ffe000';
  const head = '00000007 00 00 01 02';
  const read = (body: string, edition: '2011' | '2013') => t0801MediaUpload.decode(hex(body), edition);
  assert.deepEqual(read(picture, '2013'), {
    mediaId: null,
    type: 0,
    format: 0,
    event: 0,
    channel: 0,
    data: hex(picture),
  });
  const old = read(`${head} 00000003 00000002 ${picture}`, '2011');
  assert.partialDeepStrictEqual(old, {
    mediaId: 7,
    event: 1,
    channel: 2,
    packetTotal: 3,
    packetIndex: 2,
    data: hex(picture),
  });
  const later = read(`${head} ${location()} ${picture}`, '2011');
  assert.deepEqual([later.packetTotal, later.location?.speedKmh, toHex(later.data)], [undefined, 50, picture]);
  assert.equal(read(`${head} ${location()} 0102`, '2013').location?.speedKmh, 50);
  // A picture in both places: what the edition says counts.
  const both = read(`${head} 00000001 00000001 ${picture}${zeros(15)}${picture}`, '2011');
  assert.deepEqual([both.packetTotal, both.location], [1, undefined]);
  const bare = { mediaId: 7, type: 0, format: 0, event: 1, channel: 2, data: hex('0102') };
  assert.equal(toHex(t0801MediaUpload.encode(bare, '2011')), '00000007000001020000000100000001 0102'.replace(' ', ''));
});

test('0x0702: a card of 2013, one of 2011, an identity number where exactly its bytes remain', () => {
  const certificate = `43${zeros(19)}`;
  const identity = `3132${zeros(18)}`;
  const holder = `01 41 ${certificate} 01 42 20300102`;
  const read = (body: string, edition: '2011' | '2013' | '2019') => t0702DriverCard.decode(hex(body), edition);
  const card = `01 240229120000 00 ${holder}`;
  assert.partialDeepStrictEqual(read(card, '2013'), {
    status: 1,
    cardResult: 0,
    name: 'A',
    certificate: 'C',
    issuer: 'B',
    validUntil: '20300102',
  });
  for (const edition of ['2013', '2019'] as const) {
    assert.equal(read(card, edition).idCard, undefined);
    assert.equal(read(`${card} ${identity}`, edition).idCard, '12');
    assert.equal(read(`${card} ${identity.slice(2)}`, edition).idCard, undefined);
    assert.equal(read(`${card} ${identity} 00`, edition).idCard, edition === '2019' ? '12' : undefined);
  }
  assert.deepEqual(read('02 240229120000', '2013'), { status: 2, time: Date.UTC(2024, 1, 29, 4) });
  assert.deepEqual(read('02 240229120000 03', '2013'), { status: 2, time: Date.UTC(2024, 1, 29, 4), cardResult: 3 });
  assert.throws(() => read('01 240229120000', '2013'), DecodeError, 'a card put in has a result');
  for (const status of ['00', '03'])
    assert.throws(() => read(`${status} 240229120000 00 ${holder}`, '2013'), DecodeError);
  const older = `03 414243 ${identity} 44${zeros(39)} 02 4546`;
  assert.deepEqual(read(older, '2013'), { name: 'ABC', idCard: '12', certificate: 'D', issuer: 'EF' });
  for (const wrong of [`${older}00`, older.slice(0, -2)]) assert.throws(() => read(wrong, '2013'), DecodeError);
  assert.equal(
    toHex(t0702DriverCard.encode({ name: 'ABC', idCard: '12', certificate: 'D', issuer: 'EF' }, '2011')),
    toHex(hex(older)),
  );
  assert.equal(toHex(t0702DriverCard.encode({ status: 2, time: null }, '2013')), '02000000000000');
  assert.equal(toHex(t0702DriverCard.encode({ time: null, cardResult: 1 }, '2013')), '0100000000000001');
  const blank = `0100000000000000 00${zeros(20)}00${zeros(4)}`.replace(' ', '');
  assert.equal(toHex(t0702DriverCard.encode({ time: null }, '2013')), blank);
  assert.equal(toHex(t0702DriverCard.encode({ time: null }, '2019')), blank + zeros(20));
  assert.equal(toHex(t0702DriverCard.encode({ time: null, idCard: '12' }, '2013')), blank + identity);
});

/** A register body: as many bytes as the fields in front of the colour have, then colour and plate. */
const registered = (before: number, color: number, plate: string): Uint8Array =>
  hex(`${zeros(before)}${color.toString(16).padStart(2, '0')}${plate}`);

test('0x0100: the edition is where a colour is followed by a plate', () => {
  const plate = '4142313233';
  for (const [before, edition] of [
    [75, '2019'],
    [36, '2013'],
  ] as const)
    for (const header of ['2013', '2019'] as const) {
      for (const color of [1, 9, 91, 94])
        assert.equal(registerEdition(registered(before, color, plate), header), edition);
      for (const color of [10, 90, 95]) assert.equal(registerEdition(registered(before, color, plate), header), header);
      assert.equal(registerEdition(registered(before, 0, plate), header), edition, 'a VIN');
      assert.equal(registerEdition(registered(before, 0, '0020'), header), header, 'nothing behind 0');
      assert.equal(registerEdition(registered(before, 2, '41191f'), header), header, 'no text');
      assert.equal(registerEdition(registered(before, 2, ''), header), edition, 'a colour alone');
    }
  assert.equal(registerEdition(registered(24, 1, plate), '2013'), '2011', 'shorter than any of 2013');
  assert.equal(registerEdition(registered(24, 1, plate), '2019'), '2011');
  assert.equal(
    registerEdition(registered(24, 1, `${plate}${'41'.repeat(12)}`), '2013'),
    '2011',
    'and longer ones by their plate',
  );
  assert.equal(registerEdition(new Uint8Array(36), '2013'), '2011');
  assert.equal(registerEdition(new Uint8Array(37), '2013'), '2013');
  assert.equal(registerEdition(new Uint8Array(10), '2019'), '2019');
});

test('0x0100: fields are as wide as their edition says, padded as it says, and may be missing at the end', () => {
  const register = {
    province: 0x2c,
    city: 0x12f,
    manufacturer: 'M',
    model: 'T',
    terminalId: 'I',
    plateColor: 1,
    plate: 'P1',
  };
  const pad = (text: string, width: number, filler = '00') => text + filler.repeat(width - text.length / 2);
  const bodies = {
    '2011': `002c012f${pad('4d', 5)}${pad('54', 8, '20')}${pad('49', 7)}015031`,
    '2013': `002c012f${pad('4d', 5)}${pad('54', 20)}${pad('49', 7)}015031`,
    '2019': `002c012f${pad('4d', 11)}${pad('54', 30)}${pad('49', 30)}015031`,
  };
  for (const edition of ['2011', '2013', '2019'] as const) {
    assert.equal(toHex(t0100Register.encode(register, edition)), bodies[edition]);
    assert.deepEqual(t0100Register.decode(hex(bodies[edition]), edition), register);
  }
  assert.deepEqual(t0100Register.decode(hex('002c012f4d'), '2013'), {
    ...register,
    model: '',
    terminalId: '',
    plateColor: 0,
    plate: '',
  });
});

test('0x0102: a length in front up to 31, or under the long header where what follows fits', () => {
  const code = (body: string, edition: '2013' | '2019') => t0102Authenticate.decode(hex(body), edition).authCode;
  for (const edition of ['2013', '2019'] as const) {
    assert.equal(code('03 414243', edition), 'ABC');
    assert.equal(code(`1f ${'41'.repeat(31)}`, edition), 'A'.repeat(31));
    assert.equal(code('03 4142', edition), '\u0003AB', 'fewer bytes than it says');
    assert.equal(code('414243', edition), 'ABC');
    assert.equal(code('', edition), '');
  }
  // 0x20 is a space as well: under the short header it is the first character.
  const long = '41'.repeat(32);
  assert.equal(code(`20 ${long}`, '2019'), 'A'.repeat(32));
  assert.equal(code(`20 ${long}`, '2013'), 'A'.repeat(32), 'the space is padding there');
  assert.equal(code(`21 ${long}`, '2013'), `!${'A'.repeat(32)}`);
  const behind = (count: number) => code(`21 ${'41'.repeat(33)}${'42'.repeat(count)}`, '2019');
  const withLength = [0, 15, 35, 36];
  for (const count of [0, 1, 14, 15, 16, 34, 35, 36])
    assert.equal(
      behind(count),
      withLength.includes(count) ? 'A'.repeat(33) : `!${'A'.repeat(33)}${'B'.repeat(count)}`,
      String(count),
    );
});

test('0x0102: IMEI and software where they are there, as far as they are there', () => {
  const read = (count: number) =>
    t0102Authenticate.decode(
      hex(`01 41 ${'31'.repeat(Math.min(15, count))}${'32'.repeat(Math.max(0, count - 15))}`),
      '2019',
    );
  assert.deepEqual(read(0), { authCode: 'A' });
  assert.deepEqual(read(14), { authCode: 'A' });
  assert.deepEqual(read(15), { authCode: 'A', imei: '1'.repeat(15), softwareVersion: '' });
  assert.deepEqual(read(18), { authCode: 'A', imei: '1'.repeat(15), softwareVersion: '222' });
  assert.deepEqual(read(40), { authCode: 'A', imei: '1'.repeat(15), softwareVersion: '2'.repeat(20) });
  assert.equal(toHex(t0102Authenticate.encode({ authCode: 'A' }, '2019')), `0141${zeros(35)}`);
  assert.equal(
    toHex(t0102Authenticate.encode({ authCode: 'A', imei: '1', softwareVersion: '2' }, '2019')),
    `014131${zeros(14)}32${zeros(19)}`,
  );
  assert.equal(toHex(t0102Authenticate.encode({ authCode: 'A', imei: '1' }, '2013')), '41');
});

test('0x0107: the widths at which both counted texts end at the end, else those of the edition', () => {
  const body = (manufacturer: number, model: number, id: number, tail = '') =>
    `0001${'4d'.repeat(manufacturer)}${'54'.repeat(model)}${'49'.repeat(id)}${'89'.repeat(10)} 02 4831 01 46 03 20 ${tail}`;
  for (const edition of ['2013', '2019'] as const)
    for (const [manufacturer, model, id] of [
      [5, 20, 7],
      [5, 30, 30],
      [11, 30, 30],
    ] as const) {
      const read = t0107Attributes.decode(hex(body(manufacturer, model, id)), edition);
      assert.deepEqual(read, {
        terminalType: 1,
        manufacturer: 'M'.repeat(manufacturer),
        model: 'T'.repeat(model),
        terminalId: 'I'.repeat(id),
        iccid: '89'.repeat(10),
        hardware: 'H1',
        firmware: 'F',
        gnss: 3,
        comm: 0x20,
      });
    }
  const odd = (edition: '2013' | '2019') => t0107Attributes.decode(hex(body(5, 20, 7, '00')), edition).model;
  assert.deepEqual([odd('2013').length === 20, odd('2019').length > 20], [true, true]);
  const short = t0107Attributes.decode(hex('0001 4d'), '2013');
  assert.deepEqual([short.manufacturer, short.hardware, short.gnss, short.comm], ['M', '', 0, 0]);
  const given = {
    terminalType: 1,
    manufacturer: 'M',
    model: 'T',
    terminalId: 'I',
    iccid: '123',
    hardware: 'H',
    firmware: 'F',
    gnss: 1,
    comm: 2,
  };
  const iccid = `${'0'.repeat(17)}123`;
  assert.equal(
    toHex(t0107Attributes.encode(given, '2013')),
    `00014d${zeros(4)}54${zeros(19)}49${zeros(6)}${iccid}0148014601 02`.replace(' ', ''),
  );
  assert.equal(
    toHex(t0107Attributes.encode(given, '2019')),
    `00014d${zeros(4)}54${zeros(29)}49${zeros(29)}${iccid}0148014601 02`.replace(' ', ''),
  );
});
