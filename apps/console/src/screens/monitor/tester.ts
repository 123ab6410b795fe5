// The line that /testvcp makes of what stands in its fields, its presets, and what of a line is shown. Pure.
import { readPlainJson } from '@outrider/contract';

/** L is no field, and M is the code. */
export const testerLetters = Array.from('ABCDEFGHIJKNOPQRSTUVWXYZ');

export const testerPresets = ['echo', 'ping', 'Q01', 'Q02', 'Q03', 'Q04', 'Q05', 'D12'] as const;
export type TesterPreset = (typeof testerPresets)[number];
export type Letters = Readonly<Record<string, string>>;

/** Stands for the hash of the account that connected. */
const OWN_HASH = '***';

/** Names and secrets: a number of a device is no number. */
const texts = new Set(['I', 'U', 'P', 'K', 'T']);

const read = (text: string): unknown => {
  try {
    return readPlainJson(text);
  } catch {
    return text;
  }
};

/** What is JSON goes as such, all else as text; what is empty is left out. */
export const lineOf = (code: string, letters: Letters): string => {
  const filled = testerLetters.flatMap((letter) => {
    const text = letters[letter] ?? '';
    return text === '' ? [] : [[letter, texts.has(letter) ? text : read(text)]];
  });
  return JSON.stringify({ M: code, ...Object.fromEntries(filled) });
};

const asObject = (text: string): Record<string, unknown> | undefined => {
  const value = read(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
};

/** The line as it is sent: with the hash where its place is. */
export const sentLine = (line: string, hash: string): string => {
  const letters = asObject(line);
  return letters?.['P'] === OWN_HASH ? JSON.stringify({ ...letters, P: hash }) : line;
};

const MOST_SHOWN = 4000;
const secrets = ['P', 'K', 'k', 'e', 'h'];

/** What opens a session is not shown. */
export const shownLine = (line: string): string => {
  const letters = asObject(line);
  const hides = letters !== undefined && (letters['M'] === 'Q02' || 'P' in letters);
  const text = hides
    ? JSON.stringify({
        ...letters,
        ...Object.fromEntries(secrets.filter((name) => name in letters).map((name) => [name, OWN_HASH])),
      })
    : line;
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length})`;
};

/** What was learned of the server: a device of its list, and how far the list was. */
export type Learned = { readonly device: string; readonly token: string; readonly cursor: string };
export const nothingLearned: Learned = { device: '', token: '', cursor: '' };

const firstDevice = (rows: unknown): string => {
  const [row] = Array.isArray(rows) ? rows : [];
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'deviceid') : undefined;
  return typeof id === 'string' ? id : '';
};

export const learned = (before: Learned, message: Readonly<Record<string, unknown>>): Learned => {
  const { M, Z, T, C } = message;
  if (M !== 'Q03' && M !== 'Q04') return before;
  if (Z === 'fin') return { ...before, token: String(T), cursor: String(C) };
  return before.device === '' ? { ...before, device: firstDevice(Z) } : before;
};

/** What stands in the fields after a preset was chosen. */
export const presetLetters = (preset: TesterPreset, { user, ...known }: Learned & { user: string }): Letters =>
  ({
    echo: { Z: 'hello' },
    ping: {},
    Q01: {},
    Q02: { U: user, P: OWN_HASH },
    Q03: {},
    Q04: { T: known.token, C: known.cursor },
    Q05: { I: known.device },
    D12: { I: known.device, C: '1', A: 'UP' },
  })[preset];
