// Readers of single configuration values: each takes text or JSON and gives a checked value, or undefined when it does not fit.
// Which keys there are is config.ts.
import { type IdleLink, type IframeEntry, MAX_IDLE_LINKS, MAX_IFRAMES } from '@outrider/contract';
import { z } from 'zod';

/** One key: what it means, what it may be (words for the message), its value when nobody sets it, and how it is read. */
export type Setting<T> = {
  readonly about: string;
  readonly range: string;
  readonly fallback: T;
  readonly read: (raw: unknown) => T | undefined;
  /** On the command line it stands alone: --demo, --no-demo. */
  readonly alone?: true;
};

const asInteger = (raw: unknown): number | undefined => {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
};

export const integer = (fallback: number, min: number, max: number, about: string): Setting<number> => ({
  about,
  range: `a whole number from ${min} to ${max}`,
  fallback,
  read: (raw) => {
    const value = asInteger(raw);
    return value !== undefined && value >= min && value <= max ? value : undefined;
  },
});

export const port = (fallback: number, about: string): Setting<number> => ({
  ...integer(fallback, 0, 65_535, about),
  range: 'a port from 1 to 65535, or 0 for any free one',
});

export type PortRange = readonly [first: number, last: number];
/** '6100-6119', or '0' for as many free ones as needed. */
export const portRange = (fallback: PortRange, about: string): Setting<PortRange> => ({
  about,
  range: 'two ports like 6100-6119, at most 1000 of them, or 0 for any free ones',
  fallback,
  read: (raw) => {
    if (asInteger(raw) === 0) return [0, 0];
    const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(typeof raw === 'string' ? raw.trim() : '') ?? [];
    const range: PortRange = [Number(first ?? 0), Number(last ?? 0)];
    return range[0] >= 1 && range[1] <= 65_535 && range[0] <= range[1] && range[1] - range[0] < 1000
      ? range
      : undefined;
  },
});

const flags: Record<string, boolean> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};
export const flag = (fallback: boolean, about: string): Setting<boolean> => ({
  about,
  range: 'true or false',
  fallback,
  alone: true,
  read: (raw) => (typeof raw === 'boolean' ? raw : flags[String(raw).trim().toLowerCase()]),
});

export const text = (
  fallback: string,
  about: string,
  rule: { range: string; pattern: RegExp } = { range: 'text of at most 500 characters', pattern: /^[^\r\n]{0,500}$/ },
): Setting<string> => ({
  about,
  range: rule.range,
  fallback,
  read: (raw) => (typeof raw === 'string' && rule.pattern.test(raw.trim()) ? raw.trim() : undefined),
});

export const choice = <const C extends string>(fallback: C, choices: readonly C[], about: string): Setting<C> => ({
  about,
  range: `one of ${choices.join(', ')}`,
  fallback,
  read: (raw) => choices.find((known) => known === raw),
});

/** A key whose value is that of the brand variant (null) unless it is set. */
export const byVariant = <T>(setting: Setting<T>): Setting<T | null> => ({
  ...setting,
  range: `${setting.range}, or empty for what the variant says`,
  fallback: null,
  read: (raw) => (raw === null || raw === '' ? null : setting.read(raw)),
});

const linkWords = z.string().trim().min(1).max(100);
const linkAddress = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/[^\s/]+|\/(?!\/))\S*$/)
  .refine((address) => URL.canParse(address, 'http://this.server'));
const iframe = z.strictObject({ title: linkWords, url: linkAddress });
const idleLink = z.strictObject({ text: linkWords, url: linkAddress });
const asJson = (raw: unknown): unknown => {
  if (typeof raw !== 'string') return raw;
  try {
    return JSON.parse(raw === '' ? '[]' : raw);
  } catch {
    return undefined;
  }
};

/** External pages: a JSON list of { title, url }, as text outside the file. */
export const iframes = (about: string): Setting<readonly IframeEntry[]> => ({
  about,
  range: `a JSON list of at most ${MAX_IFRAMES} entries like {"title": "Weather", "url": "https://weather.example.org/"}`,
  fallback: [],
  read: (raw) => z.array(iframe).max(MAX_IFRAMES).safeParse(asJson(raw)).data,
});

/** Links of the idle page: a JSON list of { text, url }, as text outside the file. */
export const idleLinks = (about: string): Setting<readonly IdleLink[]> => ({
  about,
  range: `a JSON list of at most ${MAX_IDLE_LINKS} entries like {"text": "Depot", "url": "https://depot.example.org/"}`,
  fallback: [],
  read: (raw) => z.array(idleLink).max(MAX_IDLE_LINKS).safeParse(asJson(raw)).data,
});

/** `/mnt/disk1`, or with a name before it, `north=/mnt/disk1`. */
const NAMED_FOLDER = /^(?:([a-z0-9-]{1,32})=)?(\/[^\r\n,]{1,500})$/;
const areDifferent = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/**
 * Folders: a JSON list in the file, separated by commas elsewhere. Absolute, so that nothing depends on where a start happens. Neither
 * a folder nor a name stands there twice.
 */
export const folders = (about: string): Setting<readonly string[]> => ({
  ...list(about, { range: 'absolute paths', pattern: NAMED_FOLDER }),
  range: 'a list of at most 24 absolute paths, each with or without a name like north=/mnt/disk1',
  read: (raw) => {
    const entries = list(about, { range: '', pattern: NAMED_FOLDER }).read(raw);
    const parts = entries?.map((entry) => NAMED_FOLDER.exec(entry) ?? []);
    const paths = parts?.map(([, , path = '']) => path) ?? [];
    const names = parts?.flatMap(([, name]) => name ?? []) ?? [];
    return entries !== undefined && entries.length <= 24 && areDifferent(paths) && areDifferent(names)
      ? entries
      : undefined;
  },
});

/** Several texts: a JSON list in the file, separated by commas elsewhere. */
export const list = (about: string, rule: { range: string; pattern: RegExp }): Setting<readonly string[]> => ({
  about,
  range: `a list of ${rule.range}`,
  fallback: [],
  read: (raw) => {
    const entries = Array.isArray(raw) ? raw.map(String) : typeof raw === 'string' ? raw.split(',') : null;
    const wanted = entries?.map((entry) => entry.trim()).filter((entry) => entry !== '');
    return wanted?.every((entry) => rule.pattern.test(entry)) ? wanted : undefined;
  },
});
