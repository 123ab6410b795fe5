// What this browser remembers: typed keys with defaults. The first ten carry the names older consoles used; the rest is ours.
import { useSyncExternalStore } from 'react';
import { deployment } from './deployment.ts';
import type { LengthUnit } from './units.ts';

/** Raised when the meaning of a key changes; an older store then starts over, apart from the documented keys. */
const VERSION = '1';
export const COMMAND_PORT_DEFAULT = '24680';

const defaults = {
  UserName: '',
  ServerIp: '',
  ServerPort: '',
  Sha256Pass: '',
  AutoLogin: '',
  themeName: 'default',
  lengthUnit: 'kilometre' satisfies LengthUnit,
  eventNotify: 'true',
  showColumns: '',
  editPermissions: '',
  dashboardPane: '',
  /** How wide the tiles of the dashboard are, px. */
  dashboardTiles: '',
  /** 'all' for all rows at once; pages otherwise. */
  dashboardList: '',
  /** How one to four pictures of the live view stand: 'large' for one above the others. */
  liveLayout: '',
  locale: '',
  filterMode: 'all',
  filterWord: '',
  filterGroupid: '',
  /** When the list of devices was last brought up to date, UTC ms by the server's clock. */
  dashboardTime: '',
  dismissedNotices: '',
  /** Who looked at the list of alarms last, and the number of the newest one in it. */
  alarmsSeen: '',
  mapLabel: 'memo',
  mapClusters: 'true',
  /** Colours of drawn tracks like #0693E3; '' for the default. */
  trackFullColour: '',
  trackCurrentColour: '',
  version: '',
};

/** The key of one remembered text; 'columns:' and a screen for the columns of its table. Everything is text; '' means nothing stored. */
export type PreferenceKey = keyof typeof defaults | `columns:${string}`;

type Storage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

const listeners = new Set<() => void>();

const storage = (): Storage | undefined => {
  // A browser may refuse storage altogether (private window, policy): then what is chosen holds for this page.
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
};

/** What could not be stored or removed: it holds as long as the page. */
const held = new Map<PreferenceKey, string | null>();

const stored = (key: PreferenceKey): string | null => {
  const own = held.get(key);
  if (own !== undefined) return own;
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
};

const isListed = (key: PreferenceKey): key is keyof typeof defaults => Object.hasOwn(defaults, key);
/** Until somebody chooses a theme: as the machine is set. */
const firstTheme = (): string =>
  'matchMedia' in globalThis && globalThis.matchMedia('(prefers-color-scheme: dark)').matches
    ? 'darkly'
    : defaults.themeName;
const defaultOf = (key: PreferenceKey): string => {
  if (key === 'themeName') return firstTheme();
  return isListed(key) ? defaults[key] : '';
};

/** The stored text, or the default when nothing is stored. */
export const readPreference = (key: PreferenceKey): string => stored(key) ?? defaultOf(key);

const keep = (key: PreferenceKey, value: string | null): boolean => {
  try {
    const place = storage();
    if (value === null) place?.removeItem(key);
    else place?.setItem(key, value);
    return place !== undefined;
  } catch {
    return false;
  }
};

/** Stores a text; null forgets it. Where the browser's storage is full or refused, it holds until the page is left. */
export const writePreference = (key: PreferenceKey, value: string | null): void => {
  if (keep(key, value)) held.delete(key);
  else held.set(key, value);
  for (const tell of listeners) tell();
};

/** Forgets what an older console wrote in our own keys when their meaning has changed since. Called once at start. */
export const migratePreferences = (): void => {
  if (readPreference('version') === VERSION) return;
  for (const key of ['filterMode', 'filterWord', 'dismissedNotices'] as const) writePreference(key, null);
  writePreference('version', VERSION);
};

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  window.addEventListener('storage', tell); // another tab changed it
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', tell);
  };
};

/** One preference and its setter, kept current in every component and tab. */
export const usePreference = (key: PreferenceKey): readonly [string, (value: string | null) => void] => {
  const value = useSyncExternalStore(subscribe, () => readPreference(key));
  return [value, (next) => writePreference(key, next)];
};

const readLengthUnit = (): LengthUnit =>
  !deployment.forceKilometre && readPreference('lengthUnit') === 'mile' ? 'mile' : 'kilometre';

/** The unit of lengths and speeds; kilometre where the deployment forces it. */
export const useLengthUnit = (): LengthUnit => useSyncExternalStore(subscribe, readLengthUnit);
