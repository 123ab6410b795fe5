// D12: moving a camera, which goes on until STOP (the server stops one that nobody ends), and orders that the documents give a number.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { channelNumber } from '../speak/wire.ts';
import { keptAbout, orderReply, orderResults, toDevice } from './device-order.ts';

/** Eight directions, the lens, and the end of a movement. */
export const ptzMoves = ['UPLT', 'UP', 'UPRT', 'LT', 'RT', 'DNLT', 'DN', 'DNRT', 'ZI', 'ZO', 'STOP'] as const;
export type PtzMove = (typeof ptzMoves)[number];

/** What D12 has a number for. */
export const WAKE_UP = 120;

export const d12Ptz = command({
  code: 'D12',
  right: 'signed-in',
  audit: { action: 'Device command', secret: {}, device: 'I' },
  input: z.object({
    ...toDevice,
    C: channelNumber.optional(),
    A: z.union([z.enum(ptzMoves), z.number().int().min(0).max(65_535)]),
  }),
  reply: orderReply.partial({ O: true, S: true }),
  successes: orderResults,
  batched: false,
  about: `Moves the camera of channel C of device I, with the right F_ptz: UPLT, UP, UPRT, LT, RT, DNLT, DN, DNRT turn, ZI and ZO zoom, STOP ends. Answered when the device has answered. A movement ends by itself after 15 s and when this connection ends. A ${WAKE_UP} wakes the device up, with the right F_lmdvrs_wakeup and without C: an order, O and S as of the others.${keptAbout}`,
  example: { input: { I: '13800000101', C: 1, A: 'UP' }, reply: { R: '1', I: '13800000101' } },
});
