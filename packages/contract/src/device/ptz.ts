// Moving a camera: D12. A movement goes on until STOP; the server stops one that nobody ends.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { channelNumber, deviceId } from '../speak/wire.ts';

/** Eight directions, the lens, and the end of a movement. */
export const ptzMoves = ['UPLT', 'UP', 'UPRT', 'LT', 'RT', 'DNLT', 'DN', 'DNRT', 'ZI', 'ZO', 'STOP'] as const;
export type PtzMove = (typeof ptzMoves)[number];

export const d12Ptz = command({
  code: 'D12',
  right: 'F_ptz',
  audit: { action: 'Move camera', secret: {}, device: 'I' },
  input: z.object({ I: deviceId, C: channelNumber, A: z.enum(ptzMoves) }),
  reply: z.object({ I: z.string() }),
  batched: false,
  about:
    'Moves the camera of channel C of device I: UPLT, UP, UPRT, LT, RT, DNLT, DN, DNRT turn, ZI and ZO zoom, STOP ends. Answered when the device has answered. A movement ends by itself after 15 s and when this connection ends.',
  example: { input: { I: '13800000101', C: 1, A: 'UP' }, reply: { I: '13800000101' } },
});
