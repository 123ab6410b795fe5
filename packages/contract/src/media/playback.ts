// Recorded video over ws.cgi: what the server recorded (lopb) and what the device recorded (repb), how a player steers it, and how
// the server says where it stands. The frames themselves have the header of stream-message.ts.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { channelNumber, deviceId, wireSeconds } from '../speak/wire.ts';

/** The ladder of speeds; 0 is pause. */
export const playbackSpeeds = [0, 0.2, 0.5, 1, 2, 4, 8, 16] as const;
/** From this speed on only key frames are sent. */
export const KEYS_ONLY_SPEED = 8;
/** Channels that play on one clock. */
export const MAX_PLAYBACK_CHANNELS = 9;
export const TOO_MANY_CHANNELS = 'over max channels count(9)';
export const NO_RECORD = 'No Record';

const MAX_STREAM_ID = 2 ** 31 - 1;
export const streamIdNumber = z.number().int().min(1).max(MAX_STREAM_ID);
const counted = z.coerce.number().int().min(1);
const speed = z.coerce.number().min(0).max(16);
/** Unix seconds; a fraction is allowed, so that a player may begin at a frame. */
const spbtime = z.coerce.number().min(1).max(32_503_680_000);

/**
 * The query of a playback socket: one channel of one device. Sockets of one account with one `streamid` are one playback. The moment
 * is `spbtime`. Frames carry their time twice: `presentationUs` in microseconds and `captureMs` in milliseconds, both UTC of the recording;
 * with the flag `replay` they lie before the moment asked for and are decoded but not shown.
 */
export const localPlaybackQuery = z.object({
  type: z.literal('lopb'),
  deviceid: deviceId,
  channel: counted.max(64),
  streamid: counted.max(MAX_STREAM_ID),
  spbtime,
  speed: speed.default(1),
  /** 1: as fast as the reader takes it, every frame and its sound, for a download; speed and reports do not count then. */
  cover: z.coerce.number().int().min(0).max(1).default(0),
});

/** The same of what the device recorded. It plays at most `duration` seconds. `chs`: mask of all channels of this playback, bit 0 channel 1. */
export const remotePlaybackQuery = z.object({
  type: z.literal('repb'),
  deviceid: deviceId,
  channel: counted.max(64),
  streamid: counted.max(MAX_STREAM_ID),
  spbtime,
  duration: counted.max(86_400),
  speed: speed.default(1),
  chs: z.coerce.number().int().min(0).default(0),
  /** Of a socket that is opened again in the middle: where to begin within the span, as `spbtime`, and the newest generation so far. */
  at: spbtime.optional(),
  generation: z.coerce.number().int().min(0).max(MAX_STREAM_ID).default(0),
  /** 1: the device's main stream, else its sub-stream. */
  main: z.coerce.number().int().min(0).max(1).default(1),
  /** 1: as fast as it goes, for a download. */
  cover: z.coerce.number().int().min(0).max(1).default(0),
});

/**
 * What a player of `lopb` says upward, one JSON text a message. `at`: what it shows now, said at least every two seconds while it plays,
 * so that the server keeps a few seconds ahead of the slowest of them; who never says it is paced by the server's clock. With the
 * `generation` it plays, an `at` from before a seek is told apart. `seek`: the whole playback goes there; frames of the new place come
 * behind a state message with the same `generation`. A seek that is not newer than the newest one changes nothing, so each socket may
 * say the same. `speed` is one of the ladder or anything between 0 and 16. Coming down from key frames only to every frame, the server
 * begins again at the slowest `at` behind a `playing` of the same generation: what waits in the player from its `timeMs` on is dropped.
 */
export const playbackControl = z.union([
  z.object({ seek: z.number().min(0), generation: z.number().int().min(1), speed: z.number().min(0).max(16) }),
  z.object({
    at: z.number().min(0),
    speed: z.number().min(0).max(16),
    generation: z.number().int().min(0).optional(),
  }),
]);
export type PlaybackControl = z.output<typeof playbackControl>;

/**
 * The body of a state message of a playback, JSON in UTF-8. `opening`: looked for, or the device was asked. `playing`: frames follow from
 * `timeMs` on. `gap`: nothing of this channel is recorded until `timeMs`; frames from there follow when the clock of the playback gets
 * there, at once where none of its channels has anything before: then the clock goes on at the earliest of their `timeMs`. `ended`:
 * nothing is recorded after this; should more come, a `gap` or frames follow. `none`: nothing at all from the moment asked for. `offline`, `refused`, `timeout`, `forbidden`, `limit`, `error`: why there is no picture.
 */
export type PlaybackState = {
  state:
    | 'opening'
    | 'playing'
    | 'gap'
    | 'ended'
    | 'none'
    | 'offline'
    | 'refused'
    | 'timeout'
    | 'forbidden'
    | 'limit'
    | 'error';
  message: string;
  /** 0 until the first seek; then the number of the seek that these frames belong to. */
  generation: number;
  timeMs?: number;
  /** Where the frames come from: 'server', 'device', or 'kept' for what was fetched from the device before. */
  from: 'server' | 'device' | 'kept';
};

/**
 * The query of the socket that says where the vehicle was while what its device recorded is played: `streamid` is that of the playback.
 * Needs P_repb, and F_gps or P_gppb.
 */
export const remotePositionQuery = z.object({
  type: z.literal('repbgps'),
  deviceid: deviceId,
  streamid: counted.max(MAX_STREAM_ID),
});

/**
 * What that socket says, one JSON text a message: where the vehicle was at the playing time `time` (UTC ms), again with each change, at
 * most twice a second. Degrees WGS84; trackingAngle clockwise from north. `known` false: no report of that time is. `generation` as
 * in the flow: another one means that the playback jumped.
 */
export const remotePosition = z.discriminatedUnion('known', [
  z.object({
    known: z.literal(true),
    lat: z.number(),
    lng: z.number(),
    trackingAngle: z.number(),
    speedInKmh: z.number(),
    time: z.number(),
    generation: z.number().int(),
  }),
  z.object({ known: z.literal(false), time: z.number(), generation: z.number().int() }),
]);
export type RemotePosition = z.output<typeof remotePosition>;

export const remotePlaybackStates = ['opening', 'playing', 'paused', 'ended', 'failed'] as const;
/**
 * Steers a playback of the device's recordings, and asks how it stands: with neither V nor F nor B nothing changes.
 */
export const d08RemotePlayback = command({
  code: 'D08',
  right: 'P_repb',
  audit: 'reads',
  input: z.object({
    I: deviceId,
    S: streamIdNumber,
    C: channelNumber.optional(),
    /** Speed, 0 pauses. */
    V: z.number().min(0).max(16).optional(),
    /** Seconds to jump, backwards below 0. */
    F: z.number().int().min(-3600).max(3600).optional(),
    /** Goes to this moment. */
    B: wireSeconds.optional(),
  }),
  reply: z.object({
    Z: z.object({
      state: z.enum(remotePlaybackStates),
      currentTime: wireSeconds,
      speed: z.number(),
      generation: z.number().int(),
      message: z.string(),
    }),
  }),
  batched: false,
  about:
    'Remote playback: sets the speed V (0 pauses), jumps F seconds or goes to B, of stream S of device I, all its channels or only C; without any of them tells how it stands.',
  example: {
    input: { I: '13800000101', S: 77, V: 2 },
    reply: { Z: { state: 'playing', currentTime: 1_790_000_000, speed: 2, generation: 0, message: '' } },
  },
});
