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
  CONTROL,
  decodeAlarmSign,
  fromHex,
  p8103SetParameters,
  p8104QueryParameters,
  p8105Control,
  p8106QueryGivenParameters,
  p8201QueryLocation,
  p8300Text,
  p9208AttachmentRequest,
  t0104Parameters,
  t0201LocationReply,
} from '@outrider/jt808';
import type { AnswerOf, OrderName, OrderOf } from '../../orders.ts';
import { command, type OrderRow, question } from './order-row.ts';
import { parameterItems, readParameters } from './parameter-codec.ts';

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
const FLAG_DISPLAY = 1 << 2;
const FLAG_READ_ALOUD = 1 << 3;
/** Late is wrong for a camera that somebody steers. */
const STEERING = { lane: 'prompt', timeoutMs: 5_000, repeats: 0 } as const;
/** A recorder gathers them from its whole program, and sends some kilobytes over a slow link. */
const GATHERING = { lane: 'slow', timeoutMs: 20_000, repeats: 1 } as const;
const cameraOf = ({ channel }: { channel: number }): string => `camera ${channel}`;

export const orders: { readonly [N in OrderName]: OrderRow<OrderOf<N>, AnswerOf<N>> } = {
  turnCamera: command({
    ...STEERING,
    codec: p9301PtzRotate,
    bodies: ({ channel, turn }) => turns[turn].map((direction) => ({ channel, direction, speed: MOVE_SPEED })),
    steers: cameraOf,
  }),
  stopCamera: command({
    lane: 'prompt',
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
    codec: p8201QueryLocation,
    body: () => ({}),
    answer: t0201LocationReply,
    read: () => undefined, // its handler has put the position on its way
  }),
  sendText: command({
    lane: 'prompt',
    codec: p8300Text,
    body: ({ text }) => ({ flags: FLAG_DISPLAY | FLAG_READ_ALOUD, textType: 1, text }),
  }),
  reboot: command({ lane: 'prompt', codec: p8105Control, body: () => ({ command: CONTROL.restart }) }),
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
    lane: 'prompt',
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
