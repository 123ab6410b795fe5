// How many devices did what in the last 24 hours, minute by minute: what the chart Full View of the dashboard draws.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials } from '../speak/wire.ts';

export const FLEET_HISTORY_HOURS = 24;

const counts = z.array(z.number().int().min(0));

/** Lists of the same length, one value for each moment. Speeds in km/h, of the vehicles that drive; null where none did. */
export const fleetHistory = z.object({
  /** Unix seconds, rising: whole minutes, and the moment of the answer. Minutes in which the server was off are missing. */
  time: counts,
  all: counts,
  online: counts,
  offline: counts,
  driving: counts,
  idle: counts,
  overSpeed: counts,
  recording: counts,
  fresh: counts,
  averageSpeed: z.array(z.number().nullable()),
  topSpeed: z.array(z.number().nullable()),
});
export type FleetHistory = z.output<typeof fleetHistory>;

export const postFleetHistory = call({
  method: 'POST',
  path: '/gkserver/fleethistory',
  right: 'admin',
  audit: 'reads',
  input: z.object(bodyCredentials),
  reply: fleetHistory,
  about:
    'The counters of the status line at each minute of the last 24 hours and at the moment of the answer, and how fast the driving vehicles were.',
  example: {
    input: {},
    reply: {
      time: [1_790_000_000, 1_790_000_060],
      all: [24, 24],
      online: [20, 21],
      offline: [4, 3],
      driving: [12, 0],
      idle: [8, 21],
      overSpeed: [1, 0],
      recording: [20, 20],
      fresh: [0, 0],
      averageSpeed: [46, null],
      topSpeed: [104, null],
    },
  },
});
