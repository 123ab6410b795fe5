// The files of events together with how far asking the device for them is, and asking once more. One file is device-file.ts.
import { z } from 'zod';
import { deviceFile, MAX_FILE_EVENTS } from '../device/device-file.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials, outcome, wireSeconds } from '../speak/wire.ts';

/**
 * waiting: it will be asked, at `nexttry` or as soon as it is back. asked: it was told where to bring them, and nothing comes yet.
 * receiving: it is connected and sends. done: all are there. given-up: it is not asked any more by itself.
 */
export const fileRequestStates = ['waiting', 'asked', 'receiving', 'done', 'given-up'] as const;
export type FileRequestState = (typeof fileRequestStates)[number];

/**
 * Why the newest try did not bring everything. offline: the device went away. refused: it said no. no-answer: it did not say anything.
 * sent-nothing: it said yes and did not connect. broke-off: it connected and did not send everything. fewer-files: it lists fewer than
 * its alarm announced. not-kept: the server could not keep what came. not-registered: nobody has registered it any more. switched-off:
 * this server asks no device.
 */
export const fileRequestReasons = [
  '',
  'offline',
  'refused',
  'no-answer',
  'sent-nothing',
  'broke-off',
  'fewer-files',
  'not-kept',
  'not-registered',
  'switched-off',
  'other',
] as const;
export type FileRequestReason = (typeof fileRequestReasons)[number];

/**
 * How far asking for the files of one event is. `announced`: how many the alarm announced. `arrived`: how many are on disk.
 * `size` and `received` in bytes, of the files that the device has listed. `online`: the device has a link now. `lasttry` null: it was
 * not asked yet. `nexttry` null: no further try is planned. Several events of one alarm have one request, at the first of them.
 */
export const fileRequest = z.object({
  serialno: z.number().int(),
  deviceid: z.string(),
  state: z.enum(fileRequestStates),
  reason: z.enum(fileRequestReasons),
  online: z.boolean(),
  announced: z.number().int(),
  arrived: z.number().int(),
  size: z.number().int(),
  received: z.number().int(),
  tries: z.number().int(),
  lasttry: wireSeconds.nullable(),
  nexttry: wireSeconds.nullable(),
});
export type FileRequest = z.output<typeof fileRequest>;

const request: z.input<typeof fileRequest> = {
  serialno: 3,
  deviceid: '13800000101',
  state: 'receiving',
  reason: '',
  online: true,
  announced: 3,
  arrived: 1,
  size: 1_048_576,
  received: 440_402,
  tries: 1,
  lasttry: 1_790_000_002,
  nexttry: null,
};

export const postEventFiles = call({
  method: 'POST',
  path: '/gkevent/eventfiles',
  right: 'F_event',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    serialno: z.array(z.number().int().positive()).min(1).max(MAX_FILE_EVENTS),
  }),
  reply: z.union([z.object({ files: z.array(deviceFile), requests: z.array(fileRequest) }), outcome]),
  about:
    'The files of certain events, newest first, and how far asking the devices for them is: one request for each event whose alarm announced files. Events of devices that the caller may not see are left out.',
  example: {
    input: { serialno: [3] },
    reply: {
      files: [
        {
          id: 12,
          deviceid: '13800000101',
          kind: 'photo',
          channel: 2,
          time: 1_790_000_000,
          received: 1_790_000_004,
          name: '00_65_6502_0_3.jpg',
          type: 'image/jpeg',
          size: 48_211,
          sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
          serialno: 3,
          cause: '',
          latitude: null,
          longitude: null,
        },
      ],
      requests: [request],
    },
  },
});

export const postAskFiles = call({
  method: 'POST',
  path: '/gkevent/askfiles',
  right: 'F_event',
  audit: { action: 'Ask for event files', secret: { password: true } },
  input: z.object({ ...bodyCredentials, serialno: z.number().int().positive() }),
  reply: z.union([fileRequest, outcome]),
  about:
    'Asks the device once more for the files of an event that were given up: at once, or as soon as it is back. conflict when they were not given up, or when this server asks no device.',
  example: {
    input: { serialno: 3 },
    reply: {
      ...request,
      state: 'waiting',
      received: 0,
      size: 0,
      arrived: 0,
      tries: 0,
      lasttry: null,
      nexttry: 1_790_000_100,
    },
  },
});
