// The pages of engineers, by their paths. Imports nothing: what starts a page asks it before anything else is there.
export const monitorPages = [
  'hbmonitor',
  'dlmonitor',
  'devarray',
  'testdev',
  'testvcp',
  'covermonitor',
  'requestarray',
  'ftpmonitor',
  'geoarray',
] as const;
export type MonitorPage = (typeof monitorPages)[number];

/** The page that a path names; undefined for every other path. */
export const monitorPageOf = (path: string): MonitorPage | undefined =>
  monitorPages.find((page) => path === `/${page}` || path === `/${page}/`);
