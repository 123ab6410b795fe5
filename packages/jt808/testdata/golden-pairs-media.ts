// Bodies laid out by hand from the tables, second part: recorder, card, waybill, CAN, multimedia, transparent, RSA.
import {
  p8700CollectRecorder,
  p8701SetRecorder,
  p8702QueryDriverCard,
  p8800MediaReply,
  p8801Snapshot,
  p8802SearchMedia,
  p8803UploadMedia,
  p8804RecordAudio,
  p8805UploadMediaItem,
  p8900TransparentDown,
  p8a00PlatformRsaKey,
  t0700RecorderReply,
  t0701Waybill,
  t0702DriverCard,
  t0705CanFrames,
  t0800MediaEvent,
  t0801MediaUpload,
  t0802MediaList,
  t0805SnapshotReply,
  t0900TransparentUp,
  t0901CompressedReport,
  t0a00TerminalRsaKey,
} from '../src/index.ts';
import { both, decodeOnly, hex } from './pair.ts';
import type { Pair } from './pair.ts';

const NOON_2024_02_29 = Date.UTC(2024, 1, 29, 4, 0, 0);

const certificateHex = `313233 ${'00'.repeat(17)}`;
const idCardHex = `393837 ${'00'.repeat(17)}`;
const holder = { name: '张三', certificate: '123', issuer: 'GOV', validUntil: '20301231' };
const holderHex = `04 d5c5c8fd ${certificateHex} 03 474f56 20301231`;
const cardIn = { status: 1, time: NOON_2024_02_29, cardResult: 0, ...holder };

export const recorderPairs: readonly Pair[] = [
  both('collect with a block', p8700CollectRecorder, '2013', '02 aa75 02 0000 00 dd', {
    command: 2,
    data: hex('aa7502000000dd'),
  }),
  both('collect, 2011', p8700CollectRecorder, '2011', '02', { command: 2, data: hex('') }),
  both('set', p8701SetRecorder, '2013', 'c2 aa75', { command: 0xc2, data: hex('aa75') }),
  both('recorder data', t0700RecorderReply, '2013', '0005 02 557a 02 0000 00 2d', {
    replySerial: 5,
    command: 2,
    data: hex('557a020000002d'),
  }),
  both('recorder data, no block', t0700RecorderReply, '2013', '0005 02', { replySerial: 5, command: 2, data: hex('') }),
  both('recorder data, 2011', t0700RecorderReply, '2011', '0005 02 0007 0007 557a 02 0000 00 2d', {
    replySerial: 5,
    command: 2,
    data: hex('557a020000002d'),
  }),
  decodeOnly(
    'recorder data of 2011 under a 2013 link',
    t0700RecorderReply,
    '2013',
    '0005 02 0007 0007 557a020000002d',
    {
      replySerial: 5,
      command: 2,
      data: hex('557a020000002d'),
    },
  ),
  decodeOnly('recorder data without start bytes, 2011', t0700RecorderReply, '2011', '0005 02 0002 0002 0102', {
    replySerial: 5,
    command: 2,
    data: hex('0102'),
  }),
  decodeOnly('recorder data of 2013 under a 2011 link', t0700RecorderReply, '2011', '0005 02 557a 02 0000 00 2d', {
    replySerial: 5,
    command: 2,
    data: hex('557a020000002d'),
  }),
  both('query driver card', p8702QueryDriverCard, '2013', '', {}),
  both('card in, 2013', t0702DriverCard, '2013', `01 240229120000 00 ${holderHex}`, cardIn),
  both('card in, 2019', t0702DriverCard, '2019', `01 240229120000 00 ${holderHex} ${idCardHex}`, {
    ...cardIn,
    idCard: '987',
  }),
  both(
    'identity number under a short header',
    t0702DriverCard,
    '2013',
    `01 240229120000 00 ${holderHex} ${idCardHex}`,
    {
      ...cardIn,
      idCard: '987',
    },
  ),
  decodeOnly('more behind a card of 2019', t0702DriverCard, '2019', `01 240229120000 00 ${holderHex} ${idCardHex} 00`, {
    ...cardIn,
    idCard: '987',
  }),
  decodeOnly(
    'more behind a card of 2013',
    t0702DriverCard,
    '2013',
    `01 240229120000 00 ${holderHex} ${'ff'.repeat(21)}`,
    cardIn,
  ),
  decodeOnly(
    'card of 2019 without identity number',
    t0702DriverCard,
    '2019',
    `01 240229120000 00 ${holderHex}`,
    cardIn,
  ),
  both('card not read', t0702DriverCard, '2013', '01 240229120000 03', {
    status: 1,
    time: NOON_2024_02_29,
    cardResult: 3,
  }),
  both('card out', t0702DriverCard, '2019', '02 000000000000', { status: 2, time: null, timeBcd: '000000000000' }),
  both(
    'card, 2011',
    t0702DriverCard,
    '2011',
    `04 d5c5c8fd ${idCardHex} ${certificateHex} ${'00'.repeat(20)} 03 474f56`,
    { name: '张三', idCard: '987', certificate: '123', issuer: 'GOV' },
  ),
  both('waybill', t0701Waybill, '2013', '00000003 010203', { length: 3, data: hex('010203') }),
  decodeOnly('waybill with more behind', t0701Waybill, '2013', '00000001 0102', { length: 1, data: hex('01') }),
  both('CAN frames', t0705CanFrames, '2013', '0001 1530459999 c0000123 0102030405060708', {
    count: 1,
    time: '1530459999',
    frames: [{ canId: 0xc0000123, data: hex('0102030405060708') }],
  }),
  decodeOnly('CAN frames cut off', t0705CanFrames, '2013', '0002 1530459999 00000123 0102030405060708 00', {
    count: 2,
    time: '1530459999',
    frames: [{ canId: 0x123, data: hex('0102030405060708') }],
  }),
];

const mediaItem = { mediaId: 258, type: 0, format: 0, event: 1, channel: 2 };
const mediaItemHex = '00000102 00 00 01 02';
// ACC and fix, 31.5 N, 121.25 E, 10 m, 36.0 km/h, heading 90
const locationHex = '00000000 00000003 01e0a6e0 073a20d0 000a 0168 005a 240229120000';
const location = {
  alarm: 0,
  status: 3,
  latitude: 31.5,
  longitude: 121.25,
  altitude: 10,
  speedKmh: 36,
  direction: 90,
  time: NOON_2024_02_29,
  items: [],
};

export const mediaPairs: readonly Pair[] = [
  both('media event', t0800MediaEvent, '2013', mediaItemHex, mediaItem),
  both('picture', t0801MediaUpload, '2013', `${mediaItemHex} ${locationHex} ffd8ff01`, {
    ...mediaItem,
    location,
    data: hex('ffd8ff01'),
  }),
  both('picture, 2011', t0801MediaUpload, '2011', `${mediaItemHex} 00000002 00000001 ffd8ff01`, {
    ...mediaItem,
    packetTotal: 2,
    packetIndex: 1,
    data: hex('ffd8ff01'),
  }),
  both('picture of 2013 under a 2011 link', t0801MediaUpload, '2011', `${mediaItemHex} ${locationHex} ffd8ff01`, {
    ...mediaItem,
    location,
    data: hex('ffd8ff01'),
  }),
  both('bare picture', t0801MediaUpload, '2013', 'ffd8ff01', {
    mediaId: null,
    type: 0,
    format: 0,
    event: 0,
    channel: 0,
    data: hex('ffd8ff01'),
  }),
  both('media complete', p8800MediaReply, '2013', '00000102', { mediaId: 258 }),
  both('media complete, 2011', p8800MediaReply, '2011', '0007 00000102', { replySerial: 7, mediaId: 258 }),
  both('media incomplete', p8800MediaReply, '2013', '00000102 02 0001 0009', { mediaId: 258, packages: [1, 9] }),
  both('media incomplete, 2011', p8800MediaReply, '2011', '0007 00000102 01 0009', {
    replySerial: 7,
    mediaId: 258,
    packages: [9],
  }),
  decodeOnly('media complete with a count of 0', p8800MediaReply, '2013', '00000102 00', {
    mediaId: 258,
    packages: [],
  }),
  both('snapshot', p8801Snapshot, '2013', '01 ffff 000a 01 02 03 04 05 06 07', {
    channel: 1,
    command: 0xffff,
    interval: 10,
    save: 1,
    resolution: 2,
    quality: 3,
    brightness: 4,
    contrast: 5,
    saturation: 6,
    chroma: 7,
  }),
  both('snapshot reply', t0805SnapshotReply, '2013', '0005 00 0001 00000102', {
    replySerial: 5,
    result: 0,
    mediaIds: [258],
  }),
  decodeOnly('snapshot reply, count in a byte', t0805SnapshotReply, '2013', '0005 00 02 00000102 00000103', {
    replySerial: 5,
    result: 0,
    mediaIds: [258, 259],
  }),
  both('snapshot failed', t0805SnapshotReply, '2013', '0005 01', { replySerial: 5, result: 1 }),
  both('search media', p8802SearchMedia, '2013', '00 01 02 240101000000 240131235959', {
    type: 0,
    channel: 1,
    event: 2,
    start: '240101000000',
    end: '240131235959',
  }),
  both('upload media', p8803UploadMedia, '2013', '00 01 02 000000000000 000000000000 01', {
    type: 0,
    channel: 1,
    event: 2,
    start: '000000000000',
    end: '000000000000',
    delete: 1,
  }),
  both('media list', t0802MediaList, '2013', `0005 0001 00000102 00 02 01 ${locationHex}`, {
    replySerial: 5,
    count: 1,
    items: [{ mediaId: 258, type: 0, channel: 2, event: 1, location }],
  }),
  both('media list, 2011', t0802MediaList, '2011', `0009 0001 00 02 01 ${locationHex}`, {
    count: 9,
    items: [{ type: 0, channel: 2, event: 1, location }],
  }),
  decodeOnly('media list of 2011 under a 2013 link', t0802MediaList, '2013', `0009 0001 00 02 01 ${locationHex}`, {
    count: 9,
    items: [{ type: 0, channel: 2, event: 1, location }],
  }),
  both('empty media list', t0802MediaList, '2013', '0005 0000', { replySerial: 5, count: 0, items: [] }),
  both('record audio', p8804RecordAudio, '2013', '01 003c 00 03', { command: 1, seconds: 60, save: 0, sampleRate: 3 }),
  both('upload one item', p8805UploadMediaItem, '2013', '00000102 00', { mediaId: 258, delete: 0 }),
];

const key = { e: 65_537, n: new Uint8Array(128).fill(0xab) };
const keyHex = `00010001 ${'ab'.repeat(128)}`;
const descriptionHex = '02 4143 01 4d 00 02 5631 01 44 00';

export const transparentPairs: readonly Pair[] = [
  both('serial port', p8900TransparentDown, '2013', '41 0102', { type: 0x41, content: hex('0102') }),
  both('content that looks counted, 2013', p8900TransparentDown, '2013', '41 00000002 0002 0102', {
    type: 0x41,
    content: hex('0000000200020102'),
  }),
  both('serial port, 2011', p8900TransparentDown, '2011', '41 00000002 0002 0102', {
    type: 0x41,
    content: hex('0102'),
  }),
  both('peripheral query', p8900TransparentDown, '2013', 'f8 02 64 65', { type: 0xf8, peripherals: [0x64, 0x65] }),
  decodeOnly('F7 that is no query', p8900TransparentDown, '2013', 'f7 05 64', { type: 0xf7, content: hex('0564') }),
  both('transport card', t0900TransparentUp, '2013', '0b 0102', { type: 0x0b, content: hex('0102') }),
  both('serial port up, 2011', t0900TransparentUp, '2011', '41 00000002 0002 0102', {
    type: 0x41,
    content: hex('0102'),
  }),
  decodeOnly('uncounted content under a 2011 link', t0900TransparentUp, '2011', '41 0102030405060708', {
    type: 0x41,
    content: hex('0102030405060708'),
  }),
  both('peripheral states', t0900TransparentUp, '2013', 'f7 02 64 05 01 00000000 65 05 04 00000c01', {
    type: 0xf7,
    peripherals: [
      { id: 0x64, workState: 1, alarmBits: 0 },
      { id: 0x65, workState: 4, alarmBits: 0x0c01 },
    ],
  }),
  both('peripheral description', t0900TransparentUp, '2013', `f8 01 64 0c ${descriptionHex}`, {
    type: 0xf8,
    peripherals: [{ id: 0x64, company: 'AC', model: 'M', hardware: '', firmware: 'V1', deviceId: 'D', customer: '' }],
  }),
  both('F7 of another layout stays raw', t0900TransparentUp, '2013', 'f7 01 64 04 01000000', {
    type: 0xf7,
    content: hex('01640401000000'),
  }),
  both('F8 with a wrong count stays raw', t0900TransparentUp, '2013', `f8 02 64 0c ${descriptionHex}`, {
    type: 0xf8,
    content: hex(`02640c${descriptionHex}`),
  }),
  both('compressed report', t0901CompressedReport, '2013', '00000002 1f8b', { length: 2, data: hex('1f8b') }),
  both('platform key', p8a00PlatformRsaKey, '2013', keyHex, key),
  both('terminal key', t0a00TerminalRsaKey, '2013', keyHex, key),
];
