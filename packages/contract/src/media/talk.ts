// Talk, listen and broadcast on a stream socket (ws.cgi?type=talk): what goes up and what comes down. Sound goes both ways in the
// stream message of stream-message.ts; here are the limits of sound upward, the words upward and the states downward.
import { z } from 'zod';
import { streamCodecs, type StreamCodec } from '../speak/stream-message.ts';

/** Names every device that the caller may see and that is online, in place of device ids. */
export const ALL_DEVICES = 'broadcast';

/**
 * The query beside type=talk and the credentials. `deviceid` is one id, several joined by commas, or 'broadcast'. `mode` is talk
 * for one device and broadcast for several unless given; talk and listen are for one device only.
 */
export const talkQuery = z.object({
  deviceid: z.string().min(1).max(15_000),
  mode: z.enum(['talk', 'listen', 'broadcast']).optional(),
});
export type TalkMode = 'talk' | 'listen' | 'broadcast';

/** Codings of sound upward: 8 kHz mono. G.726 is 32 kbit/s (4 bits a sample), first sample in the lowest bits (RFC 3551). */
export const voiceCodecs = ['g726', 'g711a', 'g711u', 'pcm16le'] as const satisfies readonly StreamCodec[];
export type VoiceCodec = (typeof voiceCodecs)[number];
const voiceCodecByNumber: ReadonlyMap<number, VoiceCodec> = new Map(
  voiceCodecs.map((name) => [streamCodecs[name], name]),
);

export const VOICE_RATE_HZ = 8000;
export const VOICE_G726 = { bits: 4, packing: 'lsb' } as const;
/** One second of the longest coding; blocks of 20 to 60 ms are usual. */
export const MAX_VOICE_BYTES = 16_000;

/** The coding of a message upward; undefined when it may not come upward. */
export const voiceCodecOf = (codec: number): VoiceCodec | undefined => voiceCodecByNumber.get(codec);

/** start: ask again every device that is not connected. stop: end the talk; the socket closes after the last states were sent. */
export const talkControl = z.object({ talk: z.enum(['start', 'stop']) });

export const talkStates = [
  'connecting',
  'waiting',
  'playing',
  'offline',
  'refused',
  'timeout',
  'busy',
  'limit',
  'ended',
] as const;

/**
 * The body of a state message, JSON in UTF-8, one for each device whenever its state changes. connecting: it is asked, or waits
 * for a port. waiting: it accepted and has not dialled in, or its connection broke. playing: it hears what is said. offline,
 * refused, timeout, busy (somebody else talks with it), limit: why it does not, asked again only on a start. ended: over.
 * `recorded` is there where the sound is kept, and the operator is to be told.
 * `format` is how the voice is coded for it, '' until that is known. `sinceMs` is UTC.
 */
export const talkState = z.object({
  deviceid: z.string(),
  mode: z.enum(['talk', 'listen', 'broadcast']),
  state: z.enum(talkStates),
  message: z.string(),
  format: z.string(),
  sinceMs: z.number().int(),
  /** The sound of this talk is kept. */
  recorded: z.literal(true).optional(),
});
export type TalkState = z.output<typeof talkState>;

export const talkStateExample: TalkState = {
  deviceid: '13800000101',
  mode: 'talk',
  state: 'playing',
  message: '',
  format: 'G.726 32 kbit/s, LSB first',
  sinceMs: 1_790_000_000_000,
};
