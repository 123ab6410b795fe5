// Pictures, sounds and clips that a recorder keeps itself: looked for, fetched, and sound recorded in the vehicle.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireFlag, wireSeconds } from '../speak/wire.ts';
import { keptAbout, orderKinds, orderReply, orderResults, toDevice } from './device-order.ts';

export const storedMediaKinds = ['photo', 'sound', 'video'] as const;
export type StoredMediaKind = (typeof storedMediaKinds)[number];
/** Why it was taken, as the standard numbers it. */
export const mediaCauses = [
  'order',
  'timed',
  'robbery',
  'collision',
  'door-open',
  'door-close',
  'moving-off',
  'distance',
] as const;

export type MediaCause = (typeof mediaCauses)[number];

/** What a search and a fetch name alike. Channel 0: every one. */
const wanted = {
  kind: z.enum(storedMediaKinds),
  channel: z.number().int().min(0).max(127).optional(),
  start: wireSeconds.optional(),
  end: wireSeconds.optional(),
};

export const storedMedium = z.object({
  /** The recorder's own number; null for recorders of 2011, which have none: those are fetched together only. */
  id: z.number().int().nullable(),
  kind: z.string(),
  channel: z.number().int(),
  /** One of `mediaCauses`, or 'code N'. */
  cause: z.string(),
  time: wireSeconds.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** The file of the server, where it has it already. */
  file: z.number().int().nullable(),
});
export type StoredMedium = z.output<typeof storedMedium>;

export const MAX_STORED_MEDIA = 1000;
export const postStoredMedia = call({
  method: 'POST',
  path: '/gkdevice/storedmedia',
  right: orderKinds.media,
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId, ...wanted, cause: z.enum(mediaCauses).optional() }),
  reply: z.union([outcome, z.array(storedMedium)]),
  about: `Asks one device which pictures, sounds or clips it keeps itself, newest first, at most ${MAX_STORED_MEDIA}. Without \`cause\` each cause is asked for in turn, as far as the device answers.`,
  example: {
    input: { deviceid: '13800000101', kind: 'photo', channel: 0, start: 1_790_000_000, end: 1_790_086_400 },
    reply: [
      {
        id: 12,
        kind: 'photo',
        channel: 2,
        cause: 'order',
        time: 1_790_000_100,
        lat: 24.147,
        lng: 120.673,
        file: null,
      },
    ],
  },
});

const exampleReply = { R: '1', I: '13800000101', O: 7, S: 'done' } as const;

export const d30FetchMedia = command({
  code: 'D30',
  right: orderKinds.media,
  audit: { action: 'Fetch stored media of device', secret: {}, device: 'I' },
  input: z.object({ ...toDevice, A: z.number().int().min(0).max(0xffff_ffff), X: wireFlag.optional() }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Has device I send what it keeps under number A, which then comes as a file; X 1: it deletes it once the server has it on disk.${keptAbout}`,
  example: { input: { I: '13800000101', A: 12 }, reply: exampleReply },
});

export const d31FetchAllMedia = command({
  code: 'D31',
  right: orderKinds.media,
  audit: { action: 'Fetch stored media of device', secret: {}, device: 'I' },
  input: z.object({
    ...toDevice,
    A: z.enum(storedMediaKinds),
    C: z.number().int().min(0).max(127),
    B: wireSeconds,
    E: wireSeconds,
    Y: z.enum(mediaCauses),
    X: wireFlag.optional(),
  }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about: `Has device I send all that it keeps of kind A, channel C (0: every one) and cause Y between B and E; X 1: it deletes each once the server has it on disk.${keptAbout}`,
  example: {
    input: { I: '13800000101', A: 'photo', C: 0, B: 1_790_000_000, E: 1_790_086_400, Y: 'timed' },
    reply: exampleReply,
  },
});

export const d32RecordSound = command({
  code: 'D32',
  right: orderKinds.sound,
  audit: { action: 'Record sound in vehicle', secret: {}, device: 'I' },
  input: z.object({
    I: deviceId,
    A: z.enum(['start', 'stop']),
    S: z.number().int().min(1).max(65_535).optional(),
    X: wireFlag.optional(),
  }),
  reply: orderReply,
  successes: orderResults,
  batched: false,
  about:
    'Has device I record sound in the vehicle for S seconds, 30 where nothing is said, or end that. It then sends it as a file; X 1: it keeps it instead. Never kept for later. R 0: the device cannot.',
  example: { input: { I: '13800000101', A: 'start', S: 30 }, reply: exampleReply },
});
