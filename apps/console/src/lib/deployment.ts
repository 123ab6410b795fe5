// The deployment's settings that the hosting page carries in window.gms (from /gms.js): what is hidden, forced or asked for.

/** Every field may be left out of the page's object, and others are ignored. `disabledRights` are names of the rights table, cleared for everyone. */
export type Deployment = {
  /** Asks for the server's address at sign-in; only where /api/server says 'global'. */
  serverAddressEntry: boolean;
  /** Signs in by itself and hides the save-password toggle. */
  forceAutoLogin: boolean;
  disableMap: boolean;
  /** Shown before the redirect away from a page that this deployment disabled; empty for none. */
  disabledHint: string;
  disabledRights: readonly string[];
  forceKilometre: boolean;
  defaultLocale: 'en' | 'tw' | 'cn';
};

const standard: Deployment = {
  serverAddressEntry: false,
  forceAutoLogin: false,
  disableMap: false,
  disabledHint: '',
  disabledRights: [],
  forceKilometre: false,
  defaultLocale: 'en',
};

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const flag = (value: unknown): boolean => value === true;

/** Reads the page's object; what is missing or of another type keeps its standard value. */
export const readDeployment = (source: unknown): Deployment => {
  const given = record(source);
  const { defaultLocale, disabledHint, disabledRights } = given;
  return {
    serverAddressEntry: flag(given.serverAddressEntry),
    forceAutoLogin: flag(given.forceAutoLogin),
    disableMap: flag(given.disableMap),
    disabledHint: typeof disabledHint === 'string' ? disabledHint : standard.disabledHint,
    disabledRights: Array.isArray(disabledRights) ? disabledRights.filter((r) => typeof r === 'string') : [],
    forceKilometre: flag(given.forceKilometre),
    defaultLocale: defaultLocale === 'tw' || defaultLocale === 'cn' ? defaultLocale : standard.defaultLocale,
  };
};

/** The settings of this page, read once. */
export const deployment: Deployment = readDeployment(Reflect.get(globalThis, 'gms'));
