// The settings object of the hosting page, window.gms from /gms.js: everything a page must know before anyone signs in. Nothing in
// it is secret. What the keys of the configuration file are is the server's matter.
import { z } from 'zod';
import { rights, type Right } from './rights.ts';
import { LAST_VARIANT, brandOf, locales, type Brand } from './variants.ts';

const grid = z.string().regex(/^\d+x\d+$/);
export const MAX_IDLE_LINKS = 10;
/** A text of the idle page that leads somewhere. */
export const idleLink = z.object({ text: z.string(), url: z.string() });
export type IdleLink = z.output<typeof idleLink>;
const seconds = z.number().int().min(10).max(86_400);

/** Every field may be left out by a page of somebody else: then the standard value holds, see `readDeployment`. */
export const deploymentSettings = z.object({
  version: z.string(),
  variant: z.number().int().min(0).max(LAST_VARIANT),
  productName: z.string(),
  logo: z.string(),
  defaultLocale: z.enum(locales),
  disableTreeView: z.boolean(),
  disableLiveView: z.boolean(),
  disablePlayback: z.boolean(),
  disableRemotePlayback: z.boolean(),
  disableEvents: z.boolean(),
  disableAdvancedSettings: z.boolean(),
  disableMap: z.boolean(),
  disableIdle: z.boolean(),
  disableTalk: z.boolean(),
  disablePtz: z.boolean(),
  disablePlaybackDownload: z.boolean(),
  disableRecordingButton: z.boolean(),
  /** Names of the rights table that nobody has here: those of the switches above and further ones. */
  disabledRights: z.array(z.string()),
  /** Shown before the redirect away from a page that is disabled here; '' for none. */
  disabledHint: z.string(),
  contactHint: z.string(),
  copyright: z.string(),
  broadcast: z.boolean(),
  externalSettings: z.boolean(),
  changePassword: z.boolean(),
  elseAdmin: z.boolean(),
  strictPassword: z.boolean(),
  verifyUser: z.boolean(),
  advancedTreeView: z.boolean(),
  peerToPeer: z.boolean(),
  customerRecords: z.boolean(),
  forceKilometre: z.boolean(),
  forceAutoLogin: z.boolean(),
  serverAddressEntry: z.boolean(),
  captcha: z.boolean(),
  /** Paths of pictures on the sign-in page; '' for none. */
  sideImage: z.string(),
  backgroundImage: z.string(),
  /** SHA-256 (hex, any case) of the only path the console may be entered by; '' for any. */
  entranceHash: z.string(),
  /** Where a browser goes that came by another path; '' for a public search site. */
  entranceRedirect: z.string(),
  trial: z.boolean(),
  /** When the trial ends, unix seconds; 0 without a trial. */
  trialExpire: z.number().int().min(0),
  /** The server's own judgement when it gave out the page: browsers' clocks are wrong. */
  trialOver: z.boolean(),
  idleSeconds: seconds,
  liveIdleSeconds: seconds,
  /** What the idle page shows: a clock, a picture by its path ('' for none), links. */
  idleClock: z.boolean(),
  idleLogo: z.string(),
  idleLinks: z.array(idleLink).max(MAX_IDLE_LINKS),
  /** H.265 that a browser cannot play is decoded by the page itself. */
  softwareHevc: z.boolean(),
  mapZoom: z.number().int().min(0).max(24),
  simpleLiveLayout: grid,
  simplePlaybackLayout: grid,
});
export type Deployment = z.output<typeof deploymentSettings>;

/** The switches of a deployment that clear rights, for every account. */
export const switchRights = {
  disableTreeView: ['P_tree'],
  disableLiveView: ['P_live'],
  disablePlayback: ['P_lopb'],
  disableRemotePlayback: ['P_repb'],
  disableEvents: ['F_event', 'F_event_report', 'F_addcd'],
  disableAdvancedSettings: ['F_rmdvrs', ...rights.filter((right) => right.startsWith('F_rmdvrs_'))],
  disableMap: ['F_gps'],
  disableTalk: ['F_talk'],
  disablePtz: ['F_ptz'],
} as const satisfies Partial<Record<keyof Brand, readonly Right[]>>;

/** The rights that these switches clear, in table order. */
export const clearedRights = (switches: Readonly<Record<keyof typeof switchRights, boolean>>): Right[] => {
  const off = Object.entries(switchRights).flatMap(([name, cleared]): readonly Right[] =>
    Object.entries(switches).some(([key, on]) => key === name && on) ? cleared : [],
  );
  return rights.filter((right) => off.includes(right));
};

const { labels: _labels, ...brand } = brandOf(0);
export const standardDeployment: Deployment = {
  ...brand,
  version: '',
  variant: 0,
  disabledRights: [],
  disabledHint: '',
  captcha: false,
  sideImage: '',
  backgroundImage: '',
  idleClock: true,
  idleLogo: '',
  idleLinks: [],
  entranceHash: '',
  entranceRedirect: '',
  trial: false,
  trialExpire: 0,
  trialOver: false,
  simpleLiveLayout: '4x2',
  simplePlaybackLayout: '4x2',
  softwareHevc: true,
};

/** What holds where a page names a variant and says no more. */
const ofVariant = (number: number): Deployment => {
  const { labels: _renamed, ...row } = brandOf(number);
  return { ...standardDeployment, ...row, variant: number };
};

/**
 * Reads the page's object field by field: what is missing or of another type is as its variant says, others are ignored. Without
 * a list of its own the disabled rights follow from the switches.
 */
export const readDeployment = (source: unknown): Deployment => {
  const given = new Map(typeof source === 'object' && source !== null ? Object.entries(source) : []);
  const fitting = Object.entries(deploymentSettings.shape).flatMap(([key, schema]) => {
    const value = schema.safeParse(given.get(key));
    return value.success ? [[key, value.data] as const] : [];
  });
  const said = Object.fromEntries(fitting);
  const variant = deploymentSettings.shape.variant.safeParse(said['variant']).data ?? 0;
  const read = deploymentSettings.parse({ ...ofVariant(variant), ...said });
  return 'disabledRights' in said ? read : { ...read, disabledRights: clearedRights(read) };
};
