// Accounts of another service (MyGeotab) that accounts of this one name, and the rules and devices there: what the page /geoarray shows.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, wireSeconds } from '../speak/wire.ts';
import { SECRET_MASK } from '../speak/setting.ts';

export const geoAuth = z.object({
  userName: z.string(),
  sessionId: z.string(),
  database: z.string(),
  path: z.string(),
  updatetime: wireSeconds,
});
export type GeoAuth = z.output<typeof geoAuth>;
export const geoRule = z.object({ userName: z.string(), id: z.string(), name: z.string(), updatetime: wireSeconds });
export type GeoRule = z.output<typeof geoRule>;
export const geoDevice = z.object({ ...geoRule.shape, serialNumber: z.string() });
export type GeoDevice = z.output<typeof geoDevice>;

/** Rows of one account at most. */
export const MAX_GEO_ROWS = 5000;

const failed = z.object({ hasError: z.literal(1), err: z.string() });
const asked = { method: 'GET', right: 'admin', input: z.object(bodyCredentials) } as const;
const WHOSE =
  'for each account of this server that names an account of MyGeotab (extuser, extpass); none without such accounts. hasError and err where that service does not answer or refuses.';
const when = { userName: 'fleet@example.com', updatetime: 1_790_000_000 };

export const getGeoAuth = call({
  ...asked,
  path: '/api/geoauth',
  reply: z.union([z.array(geoAuth), failed]),
  about: `Signs in ${WHOSE} sessionId is a mask; path is the server of that service which answers, updatetime when it let the account in.`,
  example: {
    input: {},
    reply: [{ ...when, sessionId: SECRET_MASK, database: 'fleet', path: 'ThisServer' }],
  },
});

export const getGeoRules = call({
  ...asked,
  path: '/api/georule',
  reply: z.union([z.array(geoRule), failed]),
  about: `Lists the rules ${WHOSE} At most ${MAX_GEO_ROWS} of an account, asked for once a minute at most.`,
  example: { input: {}, reply: [{ ...when, id: 'RulePostedSpeedingId', name: 'Speeding' }] },
});

export const getGeoDevices = call({
  ...asked,
  path: '/api/geodevice',
  reply: z.union([z.array(geoDevice), failed]),
  about: `Lists the devices ${WHOSE} At most ${MAX_GEO_ROWS} of an account, asked for once a minute at most.`,
  example: { input: {}, reply: [{ ...when, id: 'b1', serialNumber: 'G90000000001', name: 'Truck 1' }] },
});
