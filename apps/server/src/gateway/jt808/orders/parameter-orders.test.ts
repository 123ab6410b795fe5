// Parameters as they go out and come back, byte by byte from the tables of the standards, and what a device answers that is not in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, HIDDEN_VALUE, isStandardRow, parameterTable, type ParameterValues } from '@outrider/contract';
import { FrameSplitter, fromHex, LinkCodec, parameterRow, t0104Parameters, type Frame } from '@outrider/jt808';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import type { HeldParameter } from '../../orders.ts';
import { OrderLanes } from './order-lanes.ts';
import { OrderSender } from './order-sender.ts';
import { parameterItems, readParameters } from './parameter-codec.ts';

const setUp = () => {
  const clock = createManualClock();
  const frames: Frame[] = [];
  const splitter = new FrameSplitter();
  const codec = new LinkCodec({ layout: '2013', versionFlag: false, protocolVersion: null, phone: '013800138000' });
  const lanes = new OrderLanes(clock, (bytes) => {
    for (const event of splitter.push(bytes)) if (event.kind === 'frame') frames.push(event);
  });
  const place = {
    mediaAddress: () => '10.0.0.1',
    filesPort: 6809,
    edition: () => '2013' as const,
    utcOffsetMinutes: () => 480,
    nextBlock: () => 1,
  };
  const sender = new OrderSender({ lanes, codec, place });
  const sent = (): string[] =>
    frames.map(({ header, body }) => `${header.messageId.toString(16)} ${Buffer.from(body).toString('hex')}`.trimEnd());
  const done = async (): Promise<void> => {
    const header = frames.at(-1)?.header;
    assert.ok(header);
    lanes.generalReply(header.serial, header.messageId, 0);
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  };
  return { clock, lanes, sender, sent, done };
};

const bytes = (hex: string): Uint8Array => fromHex(hex.replaceAll(' ', ''));
/** What a 0x0104 with these items says; each 'id value' in hex. */
const answered = (...items: readonly string[]) => {
  const body = items.map((item) => {
    const [id = '', value = ''] = item.split(' ');
    return `${id.padStart(8, '0')}${(value.length / 2).toString(16).padStart(2, '0')}${value}`;
  });
  const count = items.length.toString(16).padStart(2, '0');
  return readParameters(t0104Parameters.decode(bytes(`0001${count}${body.join('')}`), '2013'));
};
/** Each parameter of the 0x8103 messages, as 'id value' in hex. */
const written = (values: ParameterValues, ...held: readonly string[]): string[] => {
  const heldParameters = held.map((item): HeldParameter => {
    const [id = '', hex = ''] = item.split(' ');
    return { id: Number(`0x${id}`), hex };
  });
  return parameterItems({ values, held: heldParameters }).flatMap(({ params }) =>
    params.map(({ id, raw }) => `${id.toString(16)} ${Buffer.from(raw).toString('hex')}`),
  );
};

// 0x0075, JT/T 1078 4.3: live CBR CIF 25 frames 15/s 200 kbit/s, stored VBR D1 50 25/s 1000 kbit/s, overlay date and plate, sound on.
const AV = `0001 0019 0f 000000c8 0103 0032 19 000003e8 0003 01`.replaceAll(' ', '');
const ADAS = `${'11'.repeat(11)}00010fff00000003${'22'.repeat(37)}`;

test('every row of the table has the type that the standard gives its id', () => {
  const rows = parameterTable.filter(isStandardRow);
  for (const { key, place } of rows) {
    const type = parameterRow(place.id)?.type;
    if (place.at === undefined) assert.equal(place.wire, type, key);
    else if (type !== undefined) assert.deepEqual([type, place.wire], ['PERIOD', 'HM'], key);
  }
  const keys = parameterTable.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  const bits = rows.map(({ place: { id, at, bit } }) => `${id} ${at} ${bit}`);
  assert.equal(new Set(bits).size, bits.length, 'no two rows are about the same bytes');
});

test('the questions for all and for some, and their answer over the wire', async () => {
  const { lanes, sender, sent } = setUp();
  const all = sender.order('parameters', {});
  assert.deepEqual(sent(), ['8104']);
  lanes.dedicatedReply(0x0104, t0104Parameters.decode(bytes('0000 01 00000001 04 0000001e'), '2013'), 0);
  assert.deepEqual(await all, {
    values: { net_hbsec: 30 },
    held: [{ id: 1, hex: '0000001e' }],
    wrong: [],
    cut: false,
  });
  const some = sender.order('someParameters', { ids: [0x0001, 0xf364] });
  assert.equal(sent()[1], '8106 02000000010000f364');
  lanes.dedicatedReply(0x0104, t0104Parameters.decode(bytes('0001 00'), '2013'), 1);
  assert.deepEqual((await some).values, {});
});

test('a question that nobody answers is asked twice in a minute, and does not hold the prompt lane', async () => {
  const { clock, sender, sent } = setUp();
  const failed = assert.rejects(
    sender.order('parameters', {}),
    (error: unknown) => error instanceof AppError && error.code === 'device_timeout',
  );
  const steered = assert.rejects(sender.order('stopCamera', { channel: 1 }));
  assert.deepEqual(sent(), ['8104', '9301 010000']);
  clock.advance(60_000);
  await failed;
  await steered;
  assert.equal(sent().filter((message) => message === '8104').length, 2);
});

test('what is set goes in messages of eight, the next when the one before was answered', async () => {
  const { sender, sent, done } = setUp();
  const raw = Array.from({ length: 9 }, (_, i) => ({ id: 0x100 + i, hex: '00000001' }));
  const held = [{ id: 0x0055, hex: '00000055' }];
  const set = sender.order('setParameters', { values: { sys_spdlimit: 90 }, held, raw });
  assert.equal(sent().length, 1);
  assert.ok(
    sent()[0]?.startsWith(
      '8103 08 00000055 04 0000005a 00000100 04 00000001'.replace(' ', '\0').replaceAll(' ', '').replace('\0', ' '),
    ),
  );
  await done();
  assert.equal(sent()[1], '8103 02000001070400000001000001080400000001');
  await done();
  await set;
});

test('values of every kind are read from their bytes', () => {
  const { values, wrong } = answered(
    '0001 0000000f',
    `0013 ${Buffer.from('10.1.2.3\0').toString('hex')}`,
    '0083 bca6413132333435',
    `0075 ${AV}`,
    '0032 16320a1e',
    '007c 02071f01 0630 2200 0000 0000 0000 0000 0000 0000'.replace(' ', '\0').replaceAll(' ', '').replace('\0', ' '),
    '0084 02',
    `f364 ${ADAS}`,
  );
  assert.deepEqual(wrong, []);
  const { net_hbsec, net_server, preosd_plate, sys_forbidst, sys_forbided, general_platecolor } = values;
  assert.deepEqual(
    { net_hbsec, net_server, preosd_plate, sys_forbidst, sys_forbided, general_platecolor },
    {
      net_hbsec: 15,
      net_server: '10.1.2.3',
      preosd_plate: '鸡A12345',
      sys_forbidst: '22:50',
      sys_forbided: '10:30',
      general_platecolor: 2,
    },
  );
  const { enc_sres, enc_sfps, enc_sbit, enc_size, enc_fps, enc_bit, enc_key, enc_reca, preosd_pl_en, preosd_speed } =
    values;
  assert.deepEqual(
    { enc_sres, enc_sfps, enc_sbit, enc_size, enc_fps, enc_bit, enc_key, enc_reca, preosd_pl_en, preosd_speed },
    {
      enc_sres: 1,
      enc_sfps: 15,
      enc_sbit: 200,
      enc_size: 3,
      enc_fps: 25,
      enc_bit: 1000,
      enc_key: 50,
      enc_reca: 1,
      preosd_pl_en: 1,
      preosd_speed: 0,
    },
  );
  assert.deepEqual([values['sleep_wake1'], values['sleep_sleep1'], values['sleep_days']], ['06:30', '22:00', 31]);
  assert.deepEqual([values['event_adasen'], values['adas_speed'], values['adas_fcwtime']], [0x00010fff, 0x11, 0x22]);
});

test('one field changes in the bytes that the device has; of active safety nothing else is said', () => {
  assert.deepEqual(written({ enc_sfps: 12 }, `75 ${AV}`), [`75 ${AV.slice(0, 8)}0c${AV.slice(10)}`]);
  assert.deepEqual(written({ preosd_speed: 1, preosd_pl_en: 0, enc_sbit: 513 }, `75 ${AV}`), [
    `75 ${AV.slice(0, 10)}00000201${AV.slice(18, 36)}002101`,
  ]);
  assert.deepEqual(written({ adas_fcwtime: 20 }, `f364 ${ADAS}`), [`f364 ${'ff'.repeat(35)}14${'ff'.repeat(20)}`]);
  assert.deepEqual(written({ event_dsmen: 3 }, `f365 ${'00'.repeat(66)}`), [
    `f365 ${'ff'.repeat(11)}00000003${'ff'.repeat(51)}`,
  ]);
  assert.deepEqual(written({ sys_forbided: '05:07' }, '32 16320a1e'), ['32 16320507']);
  assert.deepEqual(written({ sleep_wake1: '23:59' }, `7c ${'00'.repeat(20)}`), [
    `7c ${'00'.repeat(4)}2359${'00'.repeat(14)}`,
  ]);
});

test('numbers have the length that the device has; a text is GBK', () => {
  assert.deepEqual(written({ net_hbsec: 20, general_city: 5 }, '1 0000001e', '82 00000003'), [
    '1 00000014',
    '82 00000005',
  ]);
  assert.deepEqual(written({ general_city: 5 }, '82 0003'), ['82 0005']);
  assert.deepEqual(written({ net_apn: '鸡A' }), ['10 bca641']);
});

test('what cannot be written is refused with its name', () => {
  const refused = (key: string) => (error: unknown) =>
    error instanceof AppError && error.code === 'invalid' && error.message.startsWith(`deviceParams.${key}: `);
  assert.throws(() => written({ enc_sfps: 12 }, '75 0001'), refused('enc_sfps'));
  assert.throws(() => written({ net_hbsec: 12 }), refused('net_hbsec'));
  assert.throws(() => written({ net_apn: '😀' }), refused('net_apn'));
  assert.throws(() => written({ net_server: '鸡'.repeat(150) }), refused('net_server'));
});

test('a password is never told, and its mask changes nothing', () => {
  const password = Buffer.from('geheim').toString('hex');
  const { values } = answered(`0012 ${password}`, '0016 ');
  assert.deepEqual([values['net_pass'], values['net_2ndpass']], [HIDDEN_VALUE, '']);
  assert.deepEqual(written({ net_pass: HIDDEN_VALUE }), []);
  assert.deepEqual(written({ net_pass: 'neu' }), [`12 ${Buffer.from('neu').toString('hex')}`]);
});

test('an answer of wrong lengths, repeats and rubbish gives what is there and names the rest', () => {
  const { values, wrong, cut, held } = answered(
    '0001 001e',
    '0055 00000050',
    '0055 0000005a',
    `0075 ${AV.slice(2)}`,
    '0032 18000a1e',
    '0013 ffff',
    'f364 0102',
    'e001 beef',
  );
  assert.deepEqual(values, { sys_spdlimit: 90, sys_forbided: '10:30' });
  assert.deepEqual(wrong, [
    { id: '0x0001', trouble: 'length', bytes: 2 },
    { id: '0x0055', trouble: 'twice', bytes: 4 },
    { id: '0x0075', trouble: 'length', bytes: 20 },
    { id: '0x0032', trouble: 'value', bytes: 4 },
    { id: '0x0013', trouble: 'text', bytes: 2 },
    { id: '0xF364', trouble: 'length', bytes: 2 },
  ]);
  assert.equal(held.find(({ id }) => id === 0xe001)?.hex, 'beef', 'what no table knows is in the raw list');
  assert.equal(cut, false);
});

test('an answer that ends in the middle is cut; one that is filled up with zeros is not', () => {
  const read = (hex: string) => readParameters(t0104Parameters.decode(bytes(hex), '2013'));
  const cut = read('0001 02 00000001 04 0000001e 00000055 09 000001');
  assert.deepEqual([cut.values, cut.cut], [{ net_hbsec: 30 }, true]);
  const padded = read('0001 02 00000001 04 0000001e 0000000000000000');
  assert.deepEqual([padded.values, padded.cut], [{ net_hbsec: 30 }, false]);
});

test('no answer of random bytes throws', () => {
  let state = 7;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % 256;
  for (let round = 0; round < 2000; round += 1) {
    const body = Uint8Array.from({ length: round % 97 }, random);
    const head = Uint8Array.of(
      0,
      1,
      3,
      0,
      0,
      round % 2 === 0 ? 0 : 0xf3,
      [0x01, 0x75, 0x32, 0x7c, 0x64][round % 5] ?? 0,
    );
    const { values } = readParameters(t0104Parameters.decode(Uint8Array.of(...head, body.length, ...body), '2013'));
    for (const value of Object.values(values)) assert.ok(['number', 'string'].includes(typeof value));
  }
});
