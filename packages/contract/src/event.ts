// Events as the event socket pushes them: alarms, recoveries and call requests.
import { z } from 'zod';
import { wireSeconds } from './wire.ts';

/** Where an event came from: heard at once, told later from a dead zone, over GMS, by a vehicle's own controller. */
export const eventSources = { realTime: 0, recover: 1, gms: 2, mcu: 3 } as const;

/**
 * One message of /event.cgi. `cmd` new: an alarm; cover: it is over; call: somebody in the vehicle asks to talk. appdevid is the
 * event code. eventtime is the device's own clock as text, eventtimeutc unix seconds. vehiclex is the latitude, vehicley the
 * longitude, null without a fix; speed in km/h.
 */
export const eventPush = z.object({
  cmd: z.enum(['new', 'cover', 'call']),
  serialno: z.number().int(),
  deviceid: z.string(),
  appdevid: z.number().int(),
  eventname: z.string(),
  message: z.string(),
  eventtime: z.string(),
  eventtimeutc: wireSeconds,
  vehiclex: z.number().nullable(),
  vehicley: z.number().nullable(),
  speed: z.number(),
  sourcetype: z.number().int(),
});
export type EventPush = z.output<typeof eventPush>;
