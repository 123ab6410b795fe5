// What a live stream socket (ws.cgi) is asked in its query: one channel of one device, or one of a viewer's random streams. What comes
// down is in stream-message.ts; talk has its own query in talk.ts.
import { z } from 'zod';

/** In place of a device id: the server picks the channel. */
export const ANY_DEVICE = '*';
/** How many random streams one page may number, from 0. */
export const MAX_RANDOM_STREAMS = 64;

const common = {
  /** How long frames may be held back to share a write, ms. */
  delay: z.enum(['40', '120']).default('40'),
};
/** {"stream":"main"} or {"stream":"sub"} on the socket changes it. */
const stream = z.enum(['main', 'sub']);
/** Digits only: other notations of numbers are no channel. */
const counted = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `must be a number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** The query for one channel, beside the credentials. */
export const channelQuery = z.object({
  deviceid: z.string().min(1).max(64),
  channel: counted(1, 64),
  /** The stream to begin with; without it the one that is set for the channel. */
  stream: stream.optional(),
  ...common,
});
/**
 * The query for a random stream. `streamid` tells the streams of one page apart: no two of a viewer's show the same channel as long
 * as there are enough. State messages name the device and the channel; another name means that other pictures follow.
 */
export const randomQuery = z.object({
  deviceid: z.literal(ANY_DEVICE),
  streamid: counted(0, MAX_RANDOM_STREAMS - 1),
  stream: stream.default('sub'),
  ...common,
});
