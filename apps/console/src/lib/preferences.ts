// What this browser remembers: typed keys with defaults. The first seven carry the names older consoles used; the rest is ours.
import { useSyncExternalStore } from 'react';
import { deployment } from './deployment.ts';
import type { LengthUnit } from './units.ts';

/** Raised when the meaning of a key changes; an older store then starts anew, apart from the documented keys. */
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
  dashboardPane: '',
  locale: '',
  filterMode: 'all',
  filterWord: '',
  filterGroupid: '',
  dismissedNotices: '',
  mapLabel: 'memo',
  mapClusters: 'true',
  version: '',
};

/** The key of one remembered text. Everything is text; '' means nothing stored. */
export type PreferenceKey = keyof typeof defaults;

type Storage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

const listeners = new Set<() => void>();

const storage = (): Storage | undefined => {
  // A browser may refuse storage altogether (private window, policy): then nothing is remembered and all defaults hold.
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
};

/** The stored text, or the default when nothing is stored. */
export const readPreference = (key: PreferenceKey): string => storage()?.getItem(key) ?? defaults[key];

/** Stores a text; null forgets it. A full store is ignored: preferences are a comfort. */
export const writePreference = (key: PreferenceKey, value: string | null): void => {
  try {
    if (value === null) storage()?.removeItem(key);
    else storage()?.setItem(key, value);
  } catch {
    // Quota exceeded or storage refused: the choice holds until reload.
  }
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
