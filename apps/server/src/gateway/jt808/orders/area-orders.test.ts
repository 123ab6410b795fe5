// Areas and routes as they go out in both editions, byte by byte by the tables of section 17, and as they come back in a 0x0608.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type DeviceArea, deviceArea } from '@outrider/contract';
import { FrameSplitter, LinkCodec, t0608AreaReply } from '@outrider/jt808';
import { createManualClock } from '../../../kernel/manual-clock.ts';
import { OrderLanes } from './order-lanes.ts';
import { OrderSender } from './order-sender.ts';

type Edition = '2013' | '2019';
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const setUp = (edition: Edition) => {
  const isNew = edition === '2019';
  const phone = '013800138000'.padStart(isNew ? 20 : 12, '0');
  const codec = new LinkCodec({ layout: edition, versionFlag: isNew, protocolVersion: isNew ? 1 : null, phone });
  const splitter = new FrameSplitter();
  const sent: string[] = [];
  let last = { id: 0, serial: 0 };
  const lanes = new OrderLanes(createManualClock(), (bytes) => {
    for (const event of splitter.push(bytes))
      if (event.kind === 'frame') {
        const { messageId: id, serial } = event.header;
        last = { id, serial };
        sent.push(`${id.toString(16)} ${Buffer.from(event.body).toString('hex')}`);
      }
  });
  const place = {
    mediaAddress: () => '10.0.0.1',
    filesPort: 6809,
    edition: () => codec.edition,
    utcOffsetMinutes: () => 480,
    nextBlock: () => 1,
  };
  const sender = new OrderSender({ lanes, codec, place });
  const reply = async (): Promise<void> => {
    lanes.generalReply(last.serial, last.id, 0);
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  };
  const hear = (hex: string): boolean =>
    lanes.dedicatedReply(t0608AreaReply.id, t0608AreaReply.decode(bytesOf(hex), edition));
  return { sender, sent, reply, hear };
};

/** 1.000000 and 2.000000 degrees. */
const PLACE = '000f4240 001e8480';
const DAILY = '000000083000 000000170000';
const LIMITS = { maxkmh: 60, overspeeds: 10, nightkmh: 50 };
const circle = {
  kind: 'circle' as const,
  id: 7,
  name: '\u6d4b',
  lat: 1,
  lng: 2,
  radiusm: 200,
  start: '08:30:00',
  end: '17:00:00',
  ...LIMITS,
  enter: true,
  leave: true,
};
/** Attributes: limited in time 1, speed 2, tell the platform on entering 8 and leaving 20. */
const CIRCLE = `00000007 002b ${PLACE} 000000c8 ${DAILY} 003c 0a`;
const rectangle = {
  kind: 'rectangle' as const,
  id: 8,
  north: -1,
  west: -2,
  south: -2,
  east: -1,
  driverenter: true,
  driverleave: true,
};
/** South 40, west 80, tell the driver 4 and 10. */
const RECTANGLE = '00000008 00d4 000f4240 001e8480 001e8480 000f4240';
const polygon = {
  kind: 'polygon' as const,
  id: 5,
  start: '2030-12-31 08:30:00',
  end: '2031-01-01 00:00:00',
  ...LIMITS,
  points: [
    { lat: 1, lng: 2 },
    { lat: 2, lng: 2 },
    { lat: 2, lng: 1 },
  ],
};
const POLYGON = `00000005 0003 301231083000 310101000000 003c 0a 0003 ${PLACE} 001e8480 001e8480 001e8480 000f4240`;
const section = { widthm: 50, maxkmh: 80, overspeeds: 5, maxs: 600, mins: 60 };
const route = {
  kind: 'route' as const,
  id: 9,
  leave: true,
  points: [
    { lat: 1, lng: 2, ...section },
    { lat: -1, lng: -2, widthm: 50 },
  ],
};
/** Sections are numbered 9 × 128 + 1 and so on; 3: time and speed, 0c: south and west. */
const FIRST = `00000001 00000481 ${PLACE} 32 03 0258 003c 0050 05`;
const SECOND = `00000002 00000482 ${PLACE} 32 0c`;

const cases: readonly [string, Edition, (sender: OrderSender) => Promise<unknown>, string][] = [
  ['circle', '2013', (s) => s.order('setCircles', { areas: [circle], known: false }), `8600 01 01 ${CIRCLE}`],
  [
    'circle that it has',
    '2019',
    (s) => s.order('setCircles', { areas: [circle], known: true }),
    `8600 02 01 ${CIRCLE} 0032 0002 b2e2`,
  ],
  [
    'rectangle',
    '2013',
    (s) => s.order('setRectangles', { areas: [rectangle], known: false }),
    `8602 01 01 ${RECTANGLE}`,
  ],
  [
    'rectangle',
    '2019',
    (s) => s.order('setRectangles', { areas: [rectangle], known: false }),
    `8602 01 01 ${RECTANGLE} 0000`,
  ],
  ['polygon', '2013', (s) => s.order('setPolygons', { areas: [polygon] }), `8604 ${POLYGON}`],
  ['polygon', '2019', (s) => s.order('setPolygons', { areas: [polygon] }), `8604 ${POLYGON} 0032 0000`],
  ['route', '2013', (s) => s.order('setRoutes', { areas: [route] }), `8606 00000009 0020 0002 ${FIRST} ${SECOND}`],
  [
    'route',
    '2019',
    (s) => s.order('setRoutes', { areas: [route] }),
    `8606 00000009 0020 0002 ${FIRST} 0050 ${SECOND} 0000`,
  ],
  ['removal', '2013', (s) => s.order('removeCircles', { ids: [7, 9] }), '8601 02 00000007 00000009'],
  ['removal of all', '2013', (s) => s.order('removeRectangles', { ids: [] }), '8603 00'],
  ['removal', '2019', (s) => s.order('removePolygons', { ids: [5] }), '8605 01 00000005'],
  ['removal', '2019', (s) => s.order('removeRoutes', { ids: [0xffffffff] }), '8607 01 ffffffff'],
];
for (const [name, edition, ask, bytes] of cases)
  test(`${name}, ${edition}: its bytes, done with the answer`, async () => {
    const { sender, sent, reply } = setUp(edition);
    const done = ask(sender);
    assert.deepEqual(sent, [bytes.slice(0, 5) + bytes.slice(5).replaceAll(' ', '')]);
    await reply();
    await done;
  });

test('several routes are several messages, each after the answer to the one before', async () => {
  const { sender, sent, reply } = setUp('2013');
  const done = sender.order('setRoutes', { areas: [route, { ...route, id: 10 }] });
  assert.equal(sent.length, 1);
  await reply();
  assert.deepEqual(
    sent.map((message) => message.slice(0, 13)),
    ['8606 00000009', '8606 0000000a'],
  );
  await reply();
  await done;
});

test('what a device has: each kind is asked for by its number, and comes back as it was set', async () => {
  const told: readonly [DeviceArea, string, string][] = [
    [circle, '8608 0100000000', `01 00000001 ${CIRCLE} 0032 0002 b2e2`],
    [rectangle, '8608 0200000000', `02 00000001 ${RECTANGLE} 0000`],
    [polygon, '8608 0300000000', `03 00000001 ${POLYGON} 0032 0000`],
    [route, '8608 0400000000', `04 00000001 00000009 0020 0002 ${FIRST} 0050 ${SECOND} 0000`],
  ];
  for (const [area, question, answer] of told) {
    const { sender, sent, hear } = setUp('2019');
    const asked = sender.order('heldAreas', { kind: area.kind });
    assert.deepEqual(sent, [question]);
    assert.equal(hear(`0${area.kind === 'circle' ? 2 : 1} 00000000`), false, 'another kind is no answer');
    assert.equal(hear(answer), true);
    assert.deepEqual(await asked, [area]);
  }
});

test('a device of 2013 that knows the question answers in its own layout; one that cannot be read is a refusal', async () => {
  const { sender, hear } = setUp('2013');
  const asked = sender.order('heldAreas', { kind: 'circle' });
  hear(`01 00000001 ${CIRCLE}`);
  const { name: _name, nightkmh: _night, ...plain } = circle;
  assert.deepEqual(await asked, [plain]);
  const broken = sender.order('heldAreas', { kind: 'circle' });
  hear('01 00000002 0000');
  await assert.rejects(broken, (error) => error instanceof AppError && error.code === 'device_refused');
});

test('an area that the standard cannot say is refused before it is sent', () => {
  const refused: readonly [string, unknown][] = [
    ['one time', { ...circle, end: undefined }],
    ['times of two forms', { ...circle, end: '2030-12-31 08:30:00' }],
    ['over the equator', { ...rectangle, north: 1 }],
    ['upside down', { ...rectangle, north: -3 }],
    ['two corners', { ...polygon, points: polygon.points.slice(1) }],
    ['one point', { ...route, points: route.points.slice(1) }],
    ['no radius', { ...circle, radiusm: 0 }],
    ['the hour 24', { ...circle, start: '24:00:00' }],
  ];
  for (const [what, area] of refused) assert.equal(deviceArea.safeParse(area).success, false, what);
  for (const area of [circle, rectangle, polygon, route]) assert.equal(deviceArea.safeParse(area).success, true);
});
