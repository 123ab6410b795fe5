// What the device itself has recorded: the record list of remote playback, and what of it the server has kept from before.
import { z } from 'zod';
import { channelsAndSpan } from './recording.ts';
import { call } from '../speak/speak.ts';
import { bodyCredentials, channelNumber, outcome, wireSeconds } from '../speak/wire.ts';

/** Longest span of one question. */
export const MAX_RECORD_LIST_DAYS = 31;
/** Most segments of an answer; the earliest ones. */
export const MAX_RECORDS = 20_000;

/** What the numbers 0, 1 and 2 of a segment's type mean. */
export const recordTypes = ['Normal', 'GSensor', 'Alarm'] as const;
export const recordStreams = ['main', 'sub'] as const;

const span = { channel: channelNumber, start: wireSeconds, end: wireSeconds, stream: z.enum(recordStreams) };

/** How the device took the question. busy: another question to it goes on. */
export const deviceAnswers = ['answered', 'offline', 'refused', 'timeout', 'busy'] as const;

export const deviceRecord = z.object({
  ...span,
  type: z.number().int().min(0).max(2),
  /** 0 where the device does not say. */
  sizeBytes: z.number().int().min(0),
  /** The device's main or its backup storage. */
  storage: z.enum(['main', 'backup']),
});
export type DeviceRecord = z.output<typeof deviceRecord>;

export const keptSpan = z.object(span);
export type KeptSpan = z.output<typeof keptSpan>;

export const postRecordList = call({
  method: 'POST',
  path: '/gkdevice/recordlist',
  right: 'P_repb',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    ...channelsAndSpan,
    /** true: asks the device even when its last answer is still remembered. */
    fresh: z.boolean().optional(),
  }),
  reply: outcome.extend({
    /** What came of asking the device; other than 'answered': why in `message`, and only what is kept is listed. */
    device: z.enum(deviceAnswers),
    records: z.array(deviceRecord),
    /** What was fetched from the device before and lies on the server; plays without the device. */
    kept: z.array(keptSpan),
    /** There is more than was answered. */
    truncated: z.boolean(),
    /** The device says that it has more than it listed. */
    incomplete: z.boolean(),
  }),
  about: `What the device has recorded between two moments, asked of the device: segments by start time, at most ${MAX_RECORDS}, of at most ${MAX_RECORD_LIST_DAYS} days. type: 0 Normal, 1 GSensor, 2 Alarm. A device that is away, refuses or does not answer is no error of the call: device says so, message why, and what is kept of it is still listed. incomplete: the device says that it has more than it listed.`,
  example: {
    input: { deviceid: '13800000101', channels: [1, 2], from: 1_790_000_000, to: 1_790_003_600 },
    reply: {
      hasError: 0,
      message: 'Success',
      device: 'answered',
      records: [
        {
          channel: 1,
          start: 1_790_000_000,
          end: 1_790_000_300,
          type: 0,
          stream: 'main',
          sizeBytes: 19_660_800,
          storage: 'main',
        },
      ],
      kept: [{ channel: 1, start: 1_790_000_060, end: 1_790_000_120, stream: 'main' }],
      truncated: false,
      incomplete: false,
    },
  },
});
