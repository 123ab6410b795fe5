// What goes with a track of positions: the hours in which there is one, and the events on it. The positions themselves are POST /api/gps.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';

/** A span asked for at once, in days: a month, and what a calendar shows of its neighbours. */
export const MAX_TRACK_HOURS_DAYS = 62;
/** The longest track asked for at once, in days. */
export const MAX_TRACK_DAYS = 31;
/** A track of more positions is asked for in parts. */
export const MAX_TRACK_POINTS = 1_000_000;
/** More events of one span are not told. */
export const MAX_TRACK_EVENTS = 2000;

export const postTrackHours = call({
  method: 'POST',
  path: '/gkdevice/trackhours',
  right: 'F_gps or P_gppb',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId, start: wireSeconds, end: wireSeconds }),
  reply: z.union([outcome, z.array(wireSeconds)]),
  about: `The hours of a span of at most ${MAX_TRACK_HOURS_DAYS} days in which a device reported positions that are drawn: the unix seconds at which each begins, whole hours of UTC, oldest first.`,
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_086_400 },
    reply: [1_790_002_800, 1_790_006_400],
  },
});

/**
 * One event on a track: `appdevid` is the event code, vehiclex the latitude and vehicley the longitude in degrees, speed in km/h. The
 * name comes from the event definitions.
 */
export const eventMarker = z.object({
  serialno: z.number().int(),
  appdevid: z.number().int(),
  message: z.string(),
  eventtimeutc: wireSeconds,
  vehiclex: z.number(),
  vehicley: z.number(),
  speed: z.number(),
});
export type EventMarker = z.output<typeof eventMarker>;

export const postTrackEvents = call({
  method: 'POST',
  path: '/gkevent/trackevents',
  right: 'F_event',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId, start: wireSeconds, end: wireSeconds }),
  reply: z.union([outcome, z.array(eventMarker)]),
  about: `The events of one device in a span of at most ${MAX_TRACK_DAYS} days that have a place, by device time, oldest first; no more than ${MAX_TRACK_EVENTS}.`,
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_003_600 },
    reply: [
      {
        serialno: 7,
        appdevid: 13,
        message: '',
        eventtimeutc: 1_790_000_100,
        vehiclex: 24.07,
        vehicley: 120.52,
        speed: 104,
      },
    ],
  },
});
