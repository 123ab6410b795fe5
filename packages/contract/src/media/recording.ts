// Recordings on the server: minutes of a day Q06, days Q08, usage Q09, spans and pictures for a timeline, and their deletion D13 and D15.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, channelNumber, deviceId, outcome, wireFlag, wireSeconds } from '../speak/wire.ts';

const MINUTES = 1440;
/** A day on which clocks are set back has 25 hours. */
const LONGEST_DAY = 1500;
const exampleDay = '0'.repeat(480) + '1'.repeat(90) + '0'.repeat(870);

export const q06RecordedMinutes = command({
  code: 'Q06',
  right: 'P_lopb',
  audit: 'reads',
  input: z.object({
    I: deviceId,
    B: wireSeconds,
    C: channelNumber.optional(),
    L: z.number().int().min(1).max(LONGEST_DAY).default(MINUTES),
  }),
  reply: z.object({ I: z.string(), Z: z.string() }),
  batched: false,
  about:
    'Which minutes of a day are recorded: L characters (1440 unless given) from B, the start of the day in unix seconds, 1 for a minute with recordings. Of channel C, or of any.',
  example: { input: { I: '13800000101', B: 1_790_000_000 }, reply: { I: '13800000101', Z: exampleDay } },
});

export const q08RecordedDays = command({
  code: 'Q08',
  right: 'P_lopb',
  audit: 'reads',
  input: z.object({
    I: deviceId,
    O: z
      .number()
      .int()
      .min(-14 * 3600)
      .max(14 * 3600),
    B: wireSeconds.optional(),
    E: wireSeconds.optional(),
  }),
  reply: z.object({ I: z.string(), Z: z.array(z.string()) }),
  batched: false,
  about:
    'The days with recordings, like 2026-09-21, oldest first, in a zone O seconds east of UTC; between B and E in unix seconds, or of the last 400 days.',
  example: { input: { I: '13800000101', O: 28_800 }, reply: { I: '13800000101', Z: ['2026-09-20', '2026-09-21'] } },
});

export const q09Usage = command({
  code: 'Q09',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ B: wireSeconds.optional(), E: wireSeconds.optional() }),
  reply: z.object({ Z: z.array(z.string()), A: z.number().min(0).max(1).optional() }),
  batched: false,
  about:
    'How many bytes the recordings of each device take, like 13800000101:73400320. With B, the start of a day in unix seconds: for which share of it, up to now, the link of each device stood, like 13800000101:0.75, and the mean of them in A, which is missing without devices or of a day to come. E: the end of the day where it has not 24 hours.',
  example: {
    input: { B: 1_790_000_000 },
    reply: { Z: ['13800000101:0.75', '13800000102:0'], A: 0.375 },
  },
});

/** Most spans of an answer; pauses are closed until they fit. */
export const MAX_RECORDING_SPANS = 20_000;
/** Longest span of one question. */
export const MAX_RECORDINGS_DAYS = 400;
/** Longer questions are answered to the minute. */
export const EXACT_RECORDINGS_DAYS = 2;

export const recordingSpan = z.object({
  channel: channelNumber,
  /** The second it begins in, and the one after it ends. */
  start: wireSeconds,
  end: wireSeconds,
  /** Kept from retention now: such spans lie over those that say what is recorded. */
  kept: wireFlag,
});
export type RecordingSpan = z.output<typeof recordingSpan>;

/** Of which channels of a device, and from when to when. */
export const channelsAndSpan = {
  deviceid: deviceId,
  /** None or empty: all of them. */
  channels: z.array(channelNumber).max(64).optional(),
  from: wireSeconds,
  to: wireSeconds,
};

export const postRecordings = call({
  method: 'POST',
  path: '/gkdevice/recordings',
  right: 'P_lopb',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    ...channelsAndSpan,
    /** Pauses of fewer seconds are closed: what a timeline cannot show anyway. */
    join: z.number().int().min(2).max(86_400).default(2),
  }),
  reply: outcome.extend({
    spans: z.array(recordingSpan),
    /** Seconds to which the spans are exact. */
    step: z.number().int(),
  }),
  about: `What the server has recorded of a device between two moments, at most ${MAX_RECORDINGS_DAYS} days apart: spans by start time, exact to a second up to ${EXACT_RECORDINGS_DAYS} days and to a minute beyond.`,
  example: {
    input: { deviceid: '13800000101', channels: [1, 2], from: 1_790_000_000, to: 1_790_003_600 },
    reply: {
      hasError: 0,
      message: 'Success',
      spans: [{ channel: 1, start: 1_790_000_010, end: 1_790_001_200, kept: 0 }],
      step: 1,
    },
  },
});

/** A picture for the pointer lies at most so far from the second asked for. */
export const PREVIEW_NEAR_SECONDS = 10;
/** A larger picture is left out. */
export const MAX_PREVIEW_BYTES = 1024 * 1024;

export const postRecordedPreview = call({
  method: 'POST',
  path: '/gkdevice/recordedpreview',
  right: 'P_lopb',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId, channel: channelNumber, at: wireSeconds }),
  reply: outcome.extend({
    /** Null: nothing near that second can be shown. */
    picture: z
      .object({
        /** When it was taken, UTC ms. */
        timeMs: z.number().int(),
        codec: z.enum(['h264', 'h265']),
        /** A whole key picture with its parameter sets, Annex-B as it was recorded, in base64. */
        data: z.base64().max(Math.ceil(MAX_PREVIEW_BYTES / 3) * 4),
      })
      .nullable(),
  }),
  about: `The key picture nearest to a second of what the server has recorded of a channel, as it was coded: at most ${PREVIEW_NEAR_SECONDS} seconds away and ${MAX_PREVIEW_BYTES / 1024 / 1024} MB large, else null. Not more than twelve a second and four at once of one account: 429. Closing the request gives up the question.`,
  example: {
    input: { deviceid: '13800000101', channel: 1, at: 1_790_000_000 },
    reply: {
      hasError: 0,
      message: 'Success',
      picture: { timeMs: 1_790_000_000_400, codec: 'h264', data: 'AAAAAWdNABSVqFglkAAAAAFo7jyAAAAAAWWI' },
    },
  },
});

const deleted = z.object({ Z: z.object({ segments: z.number().int(), bytes: z.number().int() }) });

export const d13DeleteRecordings = command({
  code: 'D13',
  right: 'F_lmdvrs_deleteall and F_lmdvrs_deleterecord',
  audit: { action: 'Delete all recordings', secret: {}, device: 'I' },
  input: z.object({ I: deviceId }),
  reply: deleted,
  batched: false,
  about:
    'Deletes everything the server has recorded of device I, also what is protected; what the device itself keeps stays. Answers how much goes.',
  example: { input: { I: '13800000101' }, reply: { Z: { segments: 288, bytes: 1_509_949_440 } } },
});

export const d15DeleteSpan = command({
  code: 'D15',
  right: 'admin',
  audit: { action: 'Delete recordings', secret: {}, device: 'I' },
  input: z.object({
    I: deviceId,
    B: wireSeconds,
    E: wireSeconds,
    /** None or empty: all channels. */
    C: z.array(channelNumber).max(64).optional(),
  }),
  reply: deleted,
  batched: false,
  about:
    'Deletes what the server has recorded of device I from B to E, unix seconds, of the channels C or of all: whole segments of at most five minutes that lie in the span. What is protected stays. Answers how much goes.',
  example: {
    input: { I: '13800000101', B: 1_790_000_000, E: 1_790_003_600, C: [1] },
    reply: { Z: { segments: 12, bytes: 62_914_560 } },
  },
});
