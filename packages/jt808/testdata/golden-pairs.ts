// Bodies laid out by hand from the tables of the protocol reference, beside what they say. Never written by our own encoder: a
// mistake would agree with itself. Texts, questions, phone, vehicle control, areas and routes.
import {
  p8300Text,
  p8301EventList,
  p8302Question,
  p8303NewsMenu,
  p8304News,
  p8400CallBack,
  p8401PhoneBook,
  p8500VehicleControl,
  p8600SetCircles,
  p8601DeleteCircles,
  p8602SetRectangles,
  p8603DeleteRectangles,
  p8604SetPolygon,
  p8605DeletePolygons,
  p8606SetRoute,
  p8607DeleteRoutes,
  p8608QueryAreas,
  t0301EventReport,
  t0302Answer,
  t0303NewsOrder,
  t0608AreaReply,
  t1300TextReply,
  t6006TextReport,
} from '../src/index.ts';
import { both, decodeOnly, hex } from './pair.ts';
import type { Pair } from './pair.ts';

const circle2013 = { id: 7, attr: 3, latRaw: 31_500_000, lonRaw: 121_250_000, radiusM: 500 };
const circleHex = '00000007 0003 01e0a6e0 073a20d0 000001f4';
const span = { start: '000000080000', end: '000000183000' };
const spanHex = '000000080000 000000183000';
const speed = { maxSpeedKmh: 80, overspeedS: 10 };
const speedHex = '0050 0a';
const rectangle = {
  id: 8,
  attr: 0,
  latTopLeftRaw: 1,
  lonTopLeftRaw: 2,
  latBottomRightRaw: 3,
  lonBottomRightRaw: 4,
};
const rectangleHex = '00000008 0000 00000001 00000002 00000003 00000004';
const point = { segmentId: 3, latRaw: 4, lonRaw: 5, widthM: 20 };
const pointHex = '00000003 00000004 00000005 14';

export const textPairs: readonly Pair[] = [
  both('text, 2013', p8300Text, '2013', '0d b2e2cad4 6f6b', { flags: 13, text: '测试ok' }),
  both('text, 2019', p8300Text, '2019', '0d 02 b2e2', { flags: 13, textType: 2, text: '测' }),
  decodeOnly('text with a terminator, 2011', p8300Text, '2011', '00 6869 00', { flags: 0, text: 'hi' }),
  both('text reply in UTF-16', t1300TextReply, '2013', '0009 0041 6d4b', { replySerial: 9, text: 'A测' }),
  decodeOnly('text reply, odd byte', t1300TextReply, '2013', '0009 0041 0000 00', { replySerial: 9, text: 'A' }),
  both('text report', t6006TextReport, '2013', '01 4f4b', { encoding: 1, text: 'OK' }),
  both('no events', p8301EventList, '2013', '00', { action: 0, events: [] }),
  both('events', p8301EventList, '2013', '01 02 05 02 4849 06 00', {
    action: 1,
    events: [
      { id: 5, text: 'HI' },
      { id: 6, text: '' },
    ],
  }),
  both('events, 2011', p8301EventList, '2011', '01 01 01 05 02 4849', { action: 1, events: [{ id: 5, text: 'HI' }] }),
  both('events to delete', p8301EventList, '2013', '04 02 05 06', { action: 4, events: [{ id: 5 }, { id: 6 }] }),
  decodeOnly('events to delete, zero lengths', p8301EventList, '2013', '04 02 05 00 06 00', {
    action: 4,
    events: [{ id: 5 }, { id: 6 }],
  }),
  decodeOnly('events of 2011 under a 2013 link', p8301EventList, '2013', '01 01 01 05 02 4849', {
    action: 1,
    events: [{ id: 5, text: 'HI' }],
  }),
  both('event report', t0301EventReport, '2013', '05', { eventId: 5 }),
  both('question', p8302Question, '2013', '09 02 4849 01 0001 41 02 0000', {
    flags: 9,
    question: 'HI',
    answers: [
      { id: 1, text: 'A' },
      { id: 2, text: '' },
    ],
  }),
  both('answer', t0302Answer, '2013', '0102 03', { replySerial: 258, answerId: 3 }),
  both('news menu', p8303NewsMenu, '2013', '01 01 07 0002 4849', { action: 1, entries: [{ type: 7, name: 'HI' }] }),
  both('news menu, 2011', p8303NewsMenu, '2011', '01 01 01 07 0002 4849', {
    action: 1,
    entries: [{ type: 7, name: 'HI' }],
  }),
  both('news menu deleted', p8303NewsMenu, '2011', '00', { action: 0, entries: [] }),
  both('news order', t0303NewsOrder, '2013', '07 01', { type: 7, action: 1 }),
  both('news', p8304News, '2013', '07 0002 4849', { type: 7, text: 'HI' }),
  both('news, 2011', p8304News, '2011', '07 0002 0002 4849', { type: 7, text: 'HI' }),
  both('call back', p8400CallBack, '2013', '01 3130303836', { mode: 1, phone: '10086' }),
  both('phone book', p8401PhoneBook, '2013', '02 01 03 03 313130 02 4849', {
    action: 2,
    contacts: [{ flags: 3, phone: '110', name: 'HI' }],
  }),
  both('phone book, 2011', p8401PhoneBook, '2011', '02 01 01 03 03 313130 02 4849', {
    action: 2,
    contacts: [{ flags: 3, phone: '110', name: 'HI' }],
  }),
  both('phone book deleted', p8401PhoneBook, '2013', '00', { action: 0, contacts: [] }),
];

export const controlPairs: readonly Pair[] = [
  both('doors, 2013', p8500VehicleControl, '2013', '01', { flags: 1 }),
  both('doors, 2019', p8500VehicleControl, '2019', '0001 0001 01', { count: 1, controls: [{ id: 1, param: 1 }] }),
  decodeOnly('controls without a count', p8500VehicleControl, '2019', '0001 00 f001 01', {
    controls: [
      { id: 1, param: 0 },
      { id: 0xf001, param: 1 },
    ],
  }),
  decodeOnly('a flag byte under a long header', p8500VehicleControl, '2019', '01', { flags: 1 }),
];

const route2011 = { id: 9, attr: 0, points: [{ ...point, attr: 3, maxSeconds: 60, ...speed }] };
const routePoint2013 = { pointId: 2, ...point, attr: 3, maxSeconds: 60, minSeconds: 30, ...speed };
const route2013 = { id: 9, attr: 1, ...span, points: [routePoint2013, { pointId: 3, ...point, attr: 0 }] };
const route2019 = {
  id: 9,
  attr: 0,
  points: [{ pointId: 2, ...point, attr: 2, ...speed, nightMaxSpeedKmh: 60 }],
  name: 'R1',
};

export const areaPairs: readonly Pair[] = [
  both('circle, 2013', p8600SetCircles, '2013', `01 01 ${circleHex} ${spanHex} ${speedHex}`, {
    action: 1,
    areas: [{ ...circle2013, ...span, ...speed }],
  }),
  both('circle, 2011', p8600SetCircles, '2011', `01 01 01 ${circleHex} ${spanHex} ${speedHex}`, {
    action: 1,
    areas: [{ ...circle2013, ...span, ...speed }],
  }),
  both('circle, 2019', p8600SetCircles, '2019', `02 01 ${circleHex} ${spanHex} ${speedHex} 003c 0002 b2e2`, {
    action: 2,
    areas: [{ ...circle2013, ...span, ...speed, nightMaxSpeedKmh: 60, name: '测' }],
  }),
  decodeOnly(
    'circle of 2013 under a long header',
    p8600SetCircles,
    '2019',
    `01 01 ${circleHex} ${spanHex} ${speedHex}`,
    {
      action: 1,
      areas: [{ ...circle2013, ...span, ...speed }],
    },
  ),
  both('rectangle without limits', p8602SetRectangles, '2013', `00 01 ${rectangleHex}`, {
    action: 0,
    areas: [rectangle],
  }),
  both('rectangle, 2011', p8602SetRectangles, '2011', `00 01 01 ${rectangleHex}`, { action: 0, areas: [rectangle] }),
  both('rectangle, 2019', p8602SetRectangles, '2019', `00 01 ${rectangleHex} 0000`, {
    action: 0,
    areas: [{ ...rectangle, name: '' }],
  }),
  both('polygon, 2013', p8604SetPolygon, '2013', `00000001 0002 ${speedHex} 0001 00000005 00000006`, {
    id: 1,
    attr: 2,
    ...speed,
    points: [{ latRaw: 5, lonRaw: 6 }],
  }),
  both('polygon, 2011', p8604SetPolygon, '2011', `00000001 0000 0001 0001 00000005 00000006`, {
    id: 1,
    attr: 0,
    points: [{ latRaw: 5, lonRaw: 6 }],
  }),
  both('polygon, 2019', p8604SetPolygon, '2019', `00000001 0002 ${speedHex} 0001 00000005 00000006 003c 0001 41`, {
    id: 1,
    attr: 2,
    ...speed,
    points: [{ latRaw: 5, lonRaw: 6 }],
    nightMaxSpeedKmh: 60,
    name: 'A',
  }),
  both(
    'route, 2013',
    p8606SetRoute,
    '2013',
    `00000009 0001 ${spanHex} 0002 00000002 ${pointHex} 03 003c 001e ${speedHex} 00000003 ${pointHex} 00`,
    route2013,
  ),
  both('route, 2011', p8606SetRoute, '2011', `00000009 0000 0001 0001 ${pointHex} 03 003c ${speedHex}`, route2011),
  both(
    'route, 2019',
    p8606SetRoute,
    '2019',
    `00000009 0000 0001 00000002 ${pointHex} 02 ${speedHex} 003c 0002 5231`,
    route2019,
  ),
  both('delete circles', p8601DeleteCircles, '2013', '02 00000001 ffffffff', { ids: [1, 0xffffffff] }),
  both('delete all rectangles', p8603DeleteRectangles, '2013', '00', { ids: [] }),
  both('delete a polygon', p8605DeletePolygons, '2013', '01 00000002', { ids: [2] }),
  both('delete a route', p8607DeleteRoutes, '2013', '01 00000003', { ids: [3] }),
  both('query areas', p8608QueryAreas, '2019', '04 00000001 00000003', { type: 4, ids: [3] }),
  both('area reply', t0608AreaReply, '2019', '01 00000001 0102', { type: 1, count: 1, data: hex('0102') }),
];
