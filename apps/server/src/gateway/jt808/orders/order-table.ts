// Every order as JT/T 808 and 1078 say it, one row each. Its types are those of the name in gateway/orders.ts; how long orders wait and how
// many may is in order-lane.ts, where a row does not say. To add one: docs/architecture.md, 'How to add a device order'.
import {
  p9003QueryAvAttributes,
  p9301PtzRotate,
  p9306PtzZoom,
  PTZ_DIRECTION,
  t1003AvAttributes,
} from '@outrider/jt1078';
import {
  decodeAlarmSign,
  fromHex,
  encodeRecorderBlock,
  p8103SetParameters,
  p8104QueryParameters,
  p8105Control,
  p8106QueryGivenParameters,
  p8107QueryAttributes,
  p8600SetCircles,
  p8601DeleteCircles,
  p8602SetRectangles,
  p8603DeleteRectangles,
  p8604SetPolygon,
  p8605DeletePolygons,
  p8606SetRoute,
  p8607DeleteRoutes,
  p8608QueryAreas,
  p8201QueryLocation,
  p8300Text,
  p8500VehicleControl,
  p8700CollectRecorder,
  p8801Snapshot,
  p8802SearchMedia,
  p8803UploadMedia,
  p8804RecordAudio,
  p8805UploadMediaItem,
  p8900TransparentDown,
  p9208AttachmentRequest,
  t0104Parameters,
  t0107Attributes,
  t0201LocationReply,
  t0500VehicleControlReply,
  t0608AreaReply,
  t0700RecorderReply,
  t0802MediaList,
  t0805SnapshotReply,
  t0900TransparentUp,
  VENDOR_BLOCK_TERMINAL_BIT,
} from '@outrider/jt808';
import type { AnswerOf, OrderName, OrderOf } from '../../orders.ts';
import { AppError } from '../../../kernel/errors.ts';
import {
  circleBody,
  heldAreas,
  isAreaAnswer,
  KIND_NUMBER,
  polygonBody,
  rectangleBody,
  routeBody,
} from './area-codec.ts';
import { controlled, recorderAnswer, serverParameters, textBody } from './order-bodies.ts';
import { command, type OrderRow, question, request } from './order-row.ts';
import { parameterItems, readParameters } from './parameter-codec.ts';
import { isVendorAnswer, vendorAnswer, vendorQuestion } from './vendor-orders.ts';
import { heldMedia, mediaFilter } from '../stored-media.ts';
import { readSettings, settingsAsked, settingsJson } from './vendor-codec.ts';

const { stop, up, down, left, right } = PTZ_DIRECTION;
/** The standard knows four directions: a diagonal is both, one after the other. */
const turns = {
  up: [up],
  down: [down],
  left: [left],
  right: [right],
  'up-left': [up, left],
  'up-right': [up, right],
  'down-left': [down, left],
  'down-right': [down, right],
} as const;
const MOVE_SPEED = 128;
const ZOOM = { in: 0, out: 1 } as const;
/** Late is wrong for a camera that somebody steers. */
const STEERING = { lane: 'prompt', timeoutMs: 5_000, repeats: 0 } as const;
/** A recorder gathers them from its whole program, and sends some kilobytes over a slow link. */
const GATHERING = { lane: 'slow', timeoutMs: 20_000, repeats: 1 } as const;
/** The room that keeps orders tries again by itself, and some must not be sent twice. */
const ONCE = { lane: 'orders', timeoutMs: 10_000, repeats: 0 } as const;
/** An answer names its question inside the block: 0x0900 has no serial for it. */
const BLOCK = {
  ...ONCE,
  codec: p8900TransparentDown,
  answer: t0900TransparentUp,
  isAnswer: isVendorAnswer,
  timeoutMs: 20_000,
} as const;
/** Of 0x8600 and 0x8602 (section 17.2); 0 would replace all that the device has. */
const APPEND = 1;
const MODIFY = 2;
/** The one control of the standard, from 2019 on; before, the doors were a bit. */
const DOORS = 1;
const PLAIN_PICTURE = { resolution: 2, quality: 5, brightness: 127, contrast: 64, saturation: 64, chroma: 127 };
/** Blocks of data that lie in a span of time: GB/T 19056, commands 08 to 15. */
const spanOf = ({ from, to, most }: { from: string; to: string; most: number }): Uint8Array =>
  Uint8Array.from([...fromHex(from), ...fromHex(to), most >> 8, most & 0xff]);
const cameraOf = ({ channel }: { channel: number }): string => `camera ${channel}`;

export const orders: { readonly [N in OrderName]: OrderRow<OrderOf<N>, AnswerOf<N>> } = {
  turnCamera: command({
    ...STEERING,
    codec: p9301PtzRotate,
    bodies: ({ channel, turn }) => turns[turn].map((direction) => ({ channel, direction, speed: MOVE_SPEED })),
    steers: cameraOf,
  }),
  stopCamera: command({
    ...STEERING,
    repeats: 1, // one that turns on is worse than a press that waits
    codec: p9301PtzRotate,
    body: ({ channel }) => ({ channel, direction: stop, speed: 0 }),
    steers: cameraOf,
  }),
  zoomCamera: command({
    ...STEERING,
    codec: p9306PtzZoom,
    body: ({ channel, zoom }) => ({ channel, value: ZOOM[zoom] }),
  }),
  locate: question({
    lane: 'prompt',
    timeoutMs: 5_000,
    repeats: 1,
    codec: p8201QueryLocation,
    body: () => ({}),
    answer: t0201LocationReply,
    read: () => undefined, // its handler has put the position on its way
  }),
  sendText: command({ ...ONCE, codec: p8300Text, body: (order, { edition }) => textBody(order, edition()) }),
  reboot: command({ ...ONCE, codec: p8105Control, body: () => controlled('restart') }),
  restoreDefaults: command({ ...ONCE, codec: p8105Control, body: () => controlled('factoryReset') }),
  powerOff: command({ ...ONCE, codec: p8105Control, body: () => controlled('powerOff') }),
  closeData: command({ ...ONCE, codec: p8105Control, body: () => controlled('closeData') }),
  closeRadio: command({ ...ONCE, codec: p8105Control, body: () => controlled('closeRadio') }),
  connectTo: command({
    ...ONCE,
    codec: p8105Control,
    body: (order) =>
      order === 'usual'
        ? controlled('connectTo', [1])
        : controlled('connectTo', [
            0,
            order.authCode,
            order.apn,
            order.apnUser,
            order.apnPassword,
            order.address,
            order.tcpPort,
            order.udpPort ?? 0,
            order.minutes ?? 0,
          ]),
  }),
  parameters: question({
    ...GATHERING,
    codec: p8104QueryParameters,
    body: () => ({}),
    answer: t0104Parameters,
    read: readParameters,
  }),
  someParameters: question({
    ...GATHERING,
    codec: p8106QueryGivenParameters,
    body: ({ ids }) => ({ ids }),
    answer: t0104Parameters,
    read: readParameters,
  }),
  setParameters: command({
    lane: 'slow',
    codec: p8103SetParameters,
    bodies: parameterItems,
  }),
  useServer: command({
    ...ONCE,
    codec: p8103SetParameters,
    body: (order, { edition }) => serverParameters(order, edition()),
  }),
  upgradeFrom: command({
    ...ONCE,
    codec: p8105Control,
    body: (order) =>
      controlled('wirelessUpgrade', [
        order.url,
        order.apn,
        order.apnUser,
        order.apnPassword,
        order.address,
        order.tcpPort,
        order.udpPort,
        order.manufacturer,
        order.hardware,
        order.firmware,
        order.minutes ?? 0,
      ]),
  }),
  setCircles: command({
    ...ONCE,
    codec: p8600SetCircles,
    body: ({ areas, known }) => ({ action: known ? MODIFY : APPEND, areas: areas.map(circleBody) }),
  }),
  setRectangles: command({
    ...ONCE,
    codec: p8602SetRectangles,
    body: ({ areas, known }) => ({ action: known ? MODIFY : APPEND, areas: areas.map(rectangleBody) }),
  }),
  setPolygons: command({ ...ONCE, codec: p8604SetPolygon, bodies: ({ areas }) => areas.map(polygonBody) }),
  setRoutes: command({ ...ONCE, codec: p8606SetRoute, bodies: ({ areas }) => areas.map(routeBody) }),
  removeCircles: command({ ...ONCE, codec: p8601DeleteCircles, body: ({ ids }) => ({ ids }) }),
  removeRectangles: command({ ...ONCE, codec: p8603DeleteRectangles, body: ({ ids }) => ({ ids }) }),
  removePolygons: command({ ...ONCE, codec: p8605DeletePolygons, body: ({ ids }) => ({ ids }) }),
  removeRoutes: command({ ...ONCE, codec: p8607DeleteRoutes, body: ({ ids }) => ({ ids }) }),
  heldAreas: question({
    lane: 'slow',
    codec: p8608QueryAreas,
    body: ({ kind }) => ({ type: KIND_NUMBER[kind], ids: [] }),
    answer: t0608AreaReply,
    isAnswer: isAreaAnswer,
    read: heldAreas,
    timeoutMs: 10_000,
    repeats: 0,
  }),
  attributes: question({
    lane: 'slow',
    codec: p8107QueryAttributes,
    body: () => ({}),
    answer: t0107Attributes,
    read: (said) => ({ ...said, knowsVendorBlock: (said.terminalType & VENDOR_BLOCK_TERMINAL_BIT) !== 0 }),
    repeats: 0,
  }),
  setDoors: request({
    ...ONCE,
    codec: p8500VehicleControl,
    // 2019 has it the other way round: 0 locks.
    body: ({ doors }, { edition }) =>
      edition() === '2019'
        ? { controls: [{ id: DOORS, param: doors === 'lock' ? 0 : 1 }] }
        : { flags: doors === 'lock' ? 1 : 0 },
    answer: t0500VehicleControlReply,
    read: () => undefined,
  }),
  recorderData: question({
    lane: 'slow',
    codec: p8700CollectRecorder,
    body: ({ what, span }) => ({
      command: what,
      data: encodeRecorderBlock('down', what, span === undefined ? new Uint8Array(0) : spanOf(span)),
    }),
    answer: t0700RecorderReply,
    read: ({ data }) => recorderAnswer(data),
    timeoutMs: 30_000,
    repeats: 0,
  }),
  takePhotos: request({
    ...ONCE,
    codec: p8801Snapshot,
    body: ({ channel, count = 1, intervalS = 0, keepOnDevice = false }) => ({
      ...PLAIN_PICTURE,
      channel,
      command: count,
      interval: intervalS,
      save: keepOnDevice ? 1 : 0,
    }),
    answer: t0805SnapshotReply,
    read: (said) => {
      if (said?.result === 2) throw new AppError('device_unsupported', 'The device has no such channel');
      if (said !== undefined && said.result !== 0) throw new AppError('device_refused', 'The device took no picture');
      return said?.mediaIds ?? [];
    },
  }),
  storedMedia: question({
    ...GATHERING,
    codec: p8802SearchMedia,
    body: (asked, { utcOffsetMinutes }) => mediaFilter(asked, utcOffsetMinutes()),
    answer: t0802MediaList,
    read: (said, { utcOffsetMinutes }) => heldMedia(said, utcOffsetMinutes()),
    repeats: 0,
  }),
  fetchMedium: command({
    ...ONCE,
    codec: p8805UploadMediaItem,
    body: ({ id, remove }) => ({ mediaId: id, delete: remove ? 1 : 0 }),
  }),
  fetchMedia: command({
    ...ONCE,
    codec: p8803UploadMedia,
    body: ({ remove, ...asked }, { utcOffsetMinutes }) => ({
      ...mediaFilter(asked, utcOffsetMinutes()),
      delete: remove ? 1 : 0,
    }),
  }),
  recordSound: command({
    ...ONCE,
    codec: p8804RecordAudio,
    body: ({ action, seconds = 30, keepOnDevice = false }) => ({
      command: action === 'start' ? 1 : 0,
      seconds: action === 'start' ? seconds : 0,
      save: keepOnDevice ? 1 : 0,
      sampleRate: 0,
    }),
  }),
  passThrough: command({ ...ONCE, codec: p8900TransparentDown, body: ({ type, content }) => ({ type, content }) }),
  vendor: question({
    ...BLOCK,
    body: (asked, { nextBlock }) => vendorQuestion(asked, nextBlock()),
    read: vendorAnswer,
  }),
  vendorSettings: question({
    ...BLOCK,
    body: ({ keys }, { nextBlock }) =>
      vendorQuestion({ command: 'read-settings', asks: settingsAsked(keys) }, nextBlock()),
    read: (said) => readSettings(vendorAnswer(said)),
  }),
  setVendorSettings: question({
    ...BLOCK,
    body: ({ values }, { nextBlock }) =>
      vendorQuestion({ command: 'write-settings', asks: { settings: settingsJson(values) } }, nextBlock()),
    read: (said) => void vendorAnswer(said),
  }),
  soundAttributes: question({
    lane: 'prompt',
    codec: p9003QueryAvAttributes,
    body: () => ({}),
    answer: t1003AvAttributes,
    read: ({ audioCodec, audioFrameLength }) => ({ payloadType: audioCodec, frameBytes: audioFrameLength }),
    // Talk waits for it, and what its packets say serves as well.
    timeoutMs: 3_000,
    repeats: 0,
    once: true,
  }),
  sendAlarmFiles: command({
    ...ONCE, // some answer none of them, and live video must not wait behind that
    codec: p9208AttachmentRequest,
    body: ({ alarmSign, alarmNumber }, { mediaAddress, filesPort }) => ({
      host: mediaAddress(),
      tcpPort: filesPort,
      udpPort: 0,
      alarmSign: decodeAlarmSign(fromHex(alarmSign)),
      alarmNumber,
    }),
  }),
};
