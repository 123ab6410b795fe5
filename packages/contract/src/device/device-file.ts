// Pictures, sounds and clips that devices sent: the list of them, the address of one, and short-lived addresses for other programs.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';

export const fileKinds = ['photo', 'sound', 'video', 'data'] as const;
export type DeviceFileKind = (typeof fileKinds)[number];

/** At most so many files in one answer. */
export const MAX_FILES_LISTED = 1000;
export const MAX_FILE_EVENTS = 200;

/**
 * One file. `channel` 0: of no channel. `time` is when it was taken, by the device's clock. `type` is by the content; what is
 * `application/octet-stream` can only be downloaded. `serialno` null: it belongs to no event. `cause` as the device says it, like
 * timed or collision; empty where it says none. Latitude and longitude in degrees, null without a fix.
 */
export const deviceFile = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  kind: z.enum(fileKinds),
  channel: z.number().int(),
  time: wireSeconds,
  received: wireSeconds,
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  serialno: z.number().int().nullable(),
  cause: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type DeviceFile = z.output<typeof deviceFile>;

export const postDeviceFiles = call({
  method: 'POST',
  path: '/gkevent/files',
  right: 'F_event',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    deviceid: deviceId.optional(),
    start: wireSeconds.optional(),
    end: wireSeconds.optional(),
    kind: z.enum(fileKinds).optional(),
    serialno: z.array(z.number().int().positive()).min(1).max(MAX_FILE_EVENTS).optional(),
    before: z.number().int().positive().optional(),
    limit: z.number().int().min(1).max(MAX_FILES_LISTED).optional(),
  }),
  reply: z.union([outcome, z.array(deviceFile)]),
  about: `Files that devices sent and the caller may see, newest first, at most ${MAX_FILES_LISTED}: of one device, of a span by the time they were taken, of one kind, of certain events. \`before\` gives those below that id. The file itself is GET /gkevent/file/{id}, whole or by a range; with \`download\` as query it comes as a download.`,
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_086_400 },
    reply: [
      {
        id: 12,
        deviceid: '13800000101',
        kind: 'photo',
        channel: 2,
        time: 1_790_000_000,
        received: 1_790_000_004,
        name: '13800000101_20260921T133320Z_ch2_7.jpg',
        type: 'image/jpeg',
        size: 48_211,
        sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        serialno: 3,
        cause: 'collision',
        latitude: 24.07,
        longitude: 120.52,
      },
    ],
  },
});

/** The address of a file for a page of ours; the session's cookie goes along. */
export const fileAddress = (id: number, download = false): string =>
  `/gkevent/file/${id}${download ? '?download' : ''}`;

export const postFileTicket = call({
  method: 'POST',
  path: '/gkevent/fileticket',
  right: 'F_event',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, id: z.number().int().positive() }),
  reply: z.union([
    z.object({ hasError: z.literal(0), message: z.string(), url: z.string(), expires: wireSeconds }),
    outcome,
  ]),
  about:
    'An address by which one file can be fetched once and without a sign-in, for a minute: for programs that cannot bring a session.',
  example: {
    input: { id: 12 },
    reply: {
      hasError: 0,
      message: 'Success',
      url: '/gkevent/fileticket/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA',
      expires: 1_790_000_060,
    },
  },
});
