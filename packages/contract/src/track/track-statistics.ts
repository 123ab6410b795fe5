// What tracks add up to: distance and times of a span (Q13), drives and stops, the mileage of a fleet. Made of the cleaned track; the
// method is docs/design/0027-mileage.md. The positions themselves are POST /api/gps.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireFlag, wireSeconds } from '../speak/wire.ts';

/** From this speed on it counts as over speed unless the caller names another limit. */
export const OVER_SPEED_KMH = 100;
/** A shorter stand is a red light and belongs to the drive around it. */
export const STOP_FROM_S = 300;
/** Longest span of a question about one device, and of one about the fleet. */
export const MAX_STATISTICS_DAYS = 31;
export const MAX_MILEAGE_DAYS = 92;

/** Millimetres, as mileage is told. */
const distance = z.number().int().min(0);
/** Whole seconds. */
const lasting = z.number().int().min(0);
const speed = z.number().min(0);

/**
 * The sums of a span. `distance` in millimetres. Times in seconds: driving; standing with the ignition on (idle) or off (parked); silent
 * is where no report says what it did. Over speed: how long and how often. `starttime` and `endtime`: the first and the last moment of
 * driving, null where it never drove. `reports`: usable positions. `odometer`: part of the distance comes from the vehicle's own count.
 */
export const drivingStatistics = z.object({
  distance,
  drivingtime: lasting,
  idletime: lasting,
  parkedtime: lasting,
  silenttime: lasting,
  overspeedtime: lasting,
  overspeedcount: lasting,
  /** km/h. */
  maxspeed: speed,
  starttime: wireSeconds.nullable(),
  endtime: wireSeconds.nullable(),
  reports: z.number().int().min(0),
  odometer: wireFlag,
});
export type DrivingStatistics = z.output<typeof drivingStatistics>;

const exampleStatistics = {
  distance: 41_250_000,
  drivingtime: 3600,
  idletime: 300,
  parkedtime: 4500,
  silenttime: 0,
  overspeedtime: 30,
  overspeedcount: 1,
  maxspeed: 104,
  starttime: 1_790_000_000,
  endtime: 1_790_008_100,
  reports: 840,
  odometer: 0 as const,
};

export const q13DrivingStatistics = command({
  code: 'Q13',
  right: 'F_gps or P_gppb',
  audit: 'reads',
  input: z.object({
    I: deviceId,
    B: wireSeconds,
    E: wireSeconds,
    /** Over speed from so many km/h. */
    L: z.number().int().min(1).max(300).optional(),
  }),
  reply: z.object({ I: z.string(), Z: drivingStatistics }),
  batched: false,
  about: `Driving statistics of device I from B up to E, at most ${MAX_STATISTICS_DAYS} days, from the cleaned track. L: over speed from so many km/h, ${OVER_SPEED_KMH} unless given.`,
  example: {
    input: { I: '13800000101', B: 1_790_000_000, E: 1_790_086_400 },
    reply: { I: '13800000101', Z: exampleStatistics },
  },
});

const place = z.object({ lat: z.number(), lng: z.number() });

/**
 * A drive, or a stop of at least STOP_FROM_S between two drives. Short stands belong to their drive and are its `idletime` when the ignition
 * was on. A stop begins and ends at one place. A drive or stop that reaches over the end of the span is cut there.
 */
export const trip = z.object({
  kind: z.enum(['drive', 'stop']),
  starttime: wireSeconds,
  endtime: wireSeconds,
  /** Millimetres; 0 for a stop. */
  distance,
  idletime: lasting,
  maxspeed: speed,
  overspeedcount: lasting,
  from: place,
  to: place,
});
export type Trip = z.output<typeof trip>;

/** Most drives and stops of an answer. */
export const MAX_TRIPS = 5000;

export const postTrips = call({
  method: 'POST',
  path: '/gkdevice/trips',
  right: 'F_gps or P_gppb',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    deviceid: deviceId,
    start: wireSeconds,
    end: wireSeconds,
    /** Over speed from so many km/h. */
    overspeed: z.number().int().min(1).max(300).default(OVER_SPEED_KMH),
  }),
  reply: z.union([outcome, z.object({ statistics: drivingStatistics, trips: z.array(trip) })]),
  about: `Drives and stops of one device from start up to end, oldest first, with their sums; at most ${MAX_STATISTICS_DAYS} days.`,
  example: {
    input: { deviceid: '13800000101', start: 1_790_000_000, end: 1_790_086_400 },
    reply: {
      statistics: exampleStatistics,
      trips: [
        {
          kind: 'drive',
          starttime: 1_790_000_000,
          endtime: 1_790_003_600,
          distance: 41_250_000,
          idletime: 300,
          maxspeed: 104,
          overspeedcount: 1,
          from: { lat: 24.07, lng: 120.52 },
          to: { lat: 24.3, lng: 120.7 },
        },
      ],
    },
  },
});

/** One device in the span, or one device and day where days were asked for: then with its `date`, YYYY-MM-DD. */
export const mileageRow = z.object({ deviceid: z.string(), date: z.string().optional(), ...drivingStatistics.shape });
export type MileageRow = z.output<typeof mileageRow>;

/** Not worked out yet: so many of so many device-days are. */
export const mileageProgress = z.object({ done: z.number().int(), total: z.number().int() });

export const postMileageQuery = call({
  method: 'POST',
  path: '/gkmileage/mileagequery',
  right: 'F_event',
  audit: 'reads',
  input: z.object({
    ...bodyCredentials,
    afterTime: wireSeconds,
    beforeTime: wireSeconds,
    /** Left out or '': every device the caller may see. */
    deviceid: deviceId.or(z.literal('')).optional(),
    /** An IANA name such as Europe/Berlin: one row a day of this zone, 23 and 25 hours long where its clocks are changed. */
    zone: z.string().min(1).max(64).optional(),
    /** 1: answers within a second, with how far it is when it is not done; ask again with the same. */
    progress: wireFlag.default(false),
  }),
  reply: z.union([outcome, mileageProgress, z.array(mileageRow)]),
  about: `The mileage of one device or of all from afterTime up to beforeTime, both rounded to quarters of an hour, so that a day may end at 23:59:59; at most ${MAX_MILEAGE_DAYS} days; a row each for every device of the caller, also for one that stood still. With zone a row a device and day that has reports, or over which it was silent between two of them.`,
  example: {
    input: { afterTime: 1_790_000_000, beforeTime: 1_790_086_400 },
    reply: [{ deviceid: '13800000101', ...exampleStatistics }],
  },
});
