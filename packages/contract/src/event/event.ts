// What the event socket pushes: alarms, recoveries and call requests, and a hint where files of events changed.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireFlag, wireSeconds } from '../speak/wire.ts';

/** Where an event came from: heard at once, told later from a dead zone, over GMS, by a vehicle's own controller. */
export const eventSources = { realTime: 0, recover: 1, gms: 2, mcu: 3 } as const;

/**
 * An event on /event.cgi. `cmd` new: an alarm; cover: it is over; call: somebody in the vehicle asks to talk. appdevid is the
 * event code. eventtime is text, by the device's own clock, or by the clocks of the place where it happened (gpstzenable);
 * eventtimeutc unix seconds. eventname, notifytext and notifycolor are those of the profile that its device follows; notifytext '' where
 * nobody defined one. vehiclex is the latitude, vehicley the longitude, null without a fix; speed in km/h.
 */
export const eventPush = z.object({
  cmd: z.enum(['new', 'cover', 'call']),
  serialno: z.number().int(),
  deviceid: z.string(),
  appdevid: z.number().int(),
  eventname: z.string(),
  notifytext: z.string(),
  notifycolor: z.string(),
  message: z.string(),
  eventtime: z.string(),
  eventtimeutc: wireSeconds,
  vehiclex: z.number().nullable(),
  vehicley: z.number().nullable(),
  speed: z.number(),
  sourcetype: z.number().int(),
  /** Of a call that a plan asks for: seconds that it rings. */
  calltime: z.number().int().optional(),
});
export type EventPush = z.output<typeof eventPush>;

/** At most so many events in one hint. */
export const MAX_HINTED_EVENTS = 200;

/**
 * Another message of /event.cgi: files of these events changed, or how far asking for them is. A hint without the facts, which
 * POST /gkevent/eventfiles answers. Only events of devices that the caller may see are named.
 */
export const eventFilesPush = z.object({
  cmd: z.literal('files'),
  serialno: z.array(z.number().int()).min(1).max(MAX_HINTED_EVENTS),
});
export type EventFilesPush = z.output<typeof eventFilesPush>;

/**
 * Whether the server is still there: a browser says it on /event.cgi, and hears the same in answer. Who does not ask never hears it.
 * Nothing else is read from a browser.
 */
export const eventAlive = z.object({ cmd: z.literal('alive') });
export type EventAlive = z.output<typeof eventAlive>;

/** Each line of /event.cgi. */
export const eventSocketPush = z.discriminatedUnion('cmd', [eventPush, eventFilesPush, eventAlive]);

/** So many alarms are told at most. */
export const MAX_RECENT_ALARMS = 100;

/** An alarm as the server keeps it: what its push said, and what has become of it. `call`: somebody in the vehicle asked to talk. */
export const keptAlarm = eventPush.omit({ cmd: true }).extend({ recovered: wireFlag, call: wireFlag });
export type KeptAlarm = z.output<typeof keptAlarm>;

export const postRecentAlarms = call({
  method: 'POST',
  path: '/gkevent/recentalarms',
  right: 'F_event',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: z.object({ alarms: z.array(keptAlarm).max(MAX_RECENT_ALARMS) }),
  about: `The newest alarms of the devices the caller may see, as they are stored, newest first, at most ${MAX_RECENT_ALARMS}. What came long before many other events is not looked for.`,
  example: {
    input: {},
    reply: {
      alarms: [
        {
          serialno: 7,
          deviceid: '13800000101',
          appdevid: 13,
          eventname: 'Over speed',
          notifytext: '',
          notifycolor: '#FFFFFF',
          message: '',
          eventtime: '2026-09-21 14:02:31',
          eventtimeutc: 1_790_000_100,
          vehiclex: 24.07,
          vehicley: 120.52,
          speed: 104,
          sourcetype: 0,
          recovered: 1,
          call: 0,
        },
      ],
    },
  },
});
