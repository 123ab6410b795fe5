// Pages of what a recorder writes about itself, fetched from it when they are opened: `web.cgi?type=syslog` its log, `web.cgi?type=carbox`
// its driving recorder (GB/T 19056). On the stream port, as on the main one.
import { z } from 'zod';
import type { Right } from '../speak/rights.ts';
import { deviceId } from '../speak/wire.ts';

export const logPageRights = { syslog: 'F_lmdvrs_syslog', carbox: 'F_lmdvrs_carbox' } as const satisfies Record<
  string,
  Right
>;
export type LogPageType = keyof typeof logPageRights;
export const logPageTypes = ['syslog', 'carbox'] as const satisfies readonly LogPageType[];

/** No zone is further east or west, minutes. */
const FURTHEST_ZONE = 18 * 60;
export const logPageLanguages = ['en', 'cn', 'tw'] as const;
export type LogPageLanguage = (typeof logPageLanguages)[number];

/** `timezone`: minutes east of UTC of the times shown. `file` 1: the same as a file to keep. */
export const logPageQuery = z.object({
  deviceid: deviceId,
  timezone: z.coerce.number().int().min(-FURTHEST_ZONE).max(FURTHEST_ZONE).default(0),
  lang: z.enum(logPageLanguages).catch('en').default('en'),
  file: z.enum(['0', '1']).default('0'),
});
export type LogPageQuery = z.input<typeof logPageQuery>;
