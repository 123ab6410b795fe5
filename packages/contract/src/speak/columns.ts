// A column of a list on the wire: one text or number of each row, written so that it is small when the message is compressed. Reading
// trusts nothing. Which columns a list has is said where the list is (device/device-columns.ts).
import { z } from 'zod';
import { plainText } from './plain-text.ts';

/** More rows than that in one piece are refused: a column of one value is short however many it is for. */
export const MAX_COLUMN_ROWS = 5000;
/** Beyond it differences of two would not be exact. */
const MAX_STEPS = 2 ** 51;
/** As many characters of the text before as may be taken over: their count is one character, '0' to 'Z'. */
const MOST_SHARED = 42;
const FIRST_COUNT = 48;

/**
 * Left out: the empty value (0, or null where there is none) in every row. A number: this one in every row. An array: differences from
 * the row before that has one, the first from 0, in whole units; null where there is none. `p`: the numbers themselves.
 */
export const numberColumn = z
  .union([z.number(), z.array(z.number().int().nullable()), z.object({ p: z.array(z.number().nullable()) })])
  .optional();
/**
 * Left out: '' in every row. A text: this one in every row. An array: one character for how many characters are those of the row before
 * ('0' none, '1' one, and so on by character code), then the rest. `p`: the texts themselves.
 */
export const textColumn = z.union([z.string(), z.array(z.string()), z.object({ p: z.array(z.string()) })]).optional();
export type NumberColumn = z.output<typeof numberColumn>;
export type TextColumn = z.output<typeof textColumn>;

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;

const sharedLength = (before: string, text: string): number => {
  const most = Math.min(before.length, text.length, MOST_SHARED);
  let shared = 0;
  while (shared < most && before.charCodeAt(shared) === text.charCodeAt(shared)) shared += 1;
  return shared > 0 && isHighSurrogate(text, shared - 1) ? shared - 1 : shared;
};

/** `perUnit`: how many whole units one is. What is not whole in them goes as it is, so nothing is lost. */
export const toNumberColumn = (
  values: readonly (number | null)[],
  perUnit: number,
  empty: number | null,
): NumberColumn => {
  const [first = empty] = values;
  if (values.every((value) => value === first)) return first === empty || first === null ? undefined : first;
  let before = 0;
  const steps: (number | null)[] = [];
  for (const value of values) {
    if (value === null) {
      steps.push(null);
      continue;
    }
    const units = Math.round(value * perUnit);
    if (units / perUnit !== value || Math.abs(units) > MAX_STEPS) return { p: [...values] };
    steps.push(units - before);
    before = units;
  }
  return steps;
};

export const toTextColumn = (values: readonly string[]): TextColumn => {
  const [first = ''] = values;
  if (values.every((value) => value === first)) return first === '' ? undefined : first;
  // Readers take marks and controls out of texts (readPlainJson): in such a text nothing may be counted.
  const all = values.join(' ');
  if (plainText(all) !== all) return { p: [...values] };
  let before = '';
  return values.map((value) => {
    const shared = sharedLength(before, value);
    before = value;
    return String.fromCharCode(FIRST_COUNT + shared) + value.slice(shared);
  });
};

/** What a reader refuses a piece with: the caller asks for rows instead. */
const refused = (name: string): RangeError => new RangeError(`the column ${name} cannot be read`);

const isPlain = (value: unknown): value is { readonly p: unknown } =>
  typeof value === 'object' && value !== null && 'p' in value;

/** The cells of an array that has one for each row. */
const cellsOf = (value: unknown, rows: number, name: string): readonly unknown[] => {
  if (!Array.isArray(value) || value.length !== rows) throw refused(name);
  return value;
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const readSteps = (cells: readonly unknown[], perUnit: number, name: string): (number | null)[] => {
  let units = 0;
  return cells.map((cell) => {
    if (cell === null) return null;
    if (!Number.isSafeInteger(cell)) throw refused(name);
    units += Number(cell);
    if (!Number.isSafeInteger(units)) throw refused(name);
    return units / perUnit;
  });
};

/** How many rows a piece says it has. Throws RangeError when that cannot be. */
export const readRowCount = (value: unknown): number => {
  if (!isNumber(value) || !Number.isInteger(value) || value < 0 || value > MAX_COLUMN_ROWS) throw refused('n');
  return value;
};

/** A number of each row; throws RangeError for what is no such column. `empty` 0: none of them may be null. */
export const readNumberColumn = (
  column: unknown,
  { rows, perUnit, empty, name }: { rows: number; perUnit: number; empty: number | null; name: string },
): (number | null)[] => {
  if (column === undefined) return Array.from({ length: rows }, () => empty);
  if (isNumber(column)) return Array.from({ length: rows }, () => column);
  const values = isPlain(column)
    ? cellsOf(column.p, rows, name).map((cell) => {
        if (cell !== null && !isNumber(cell)) throw refused(name);
        return cell;
      })
    : readSteps(cellsOf(column, rows, name), perUnit, name);
  if (empty !== null && values.includes(null)) throw refused(name);
  return values;
};

const textOf = (cell: unknown, name: string): string => {
  if (typeof cell !== 'string') throw refused(name);
  return cell;
};

/** A text of each row; throws RangeError for what is no such column. */
export const readTextColumn = (column: unknown, { rows, name }: { rows: number; name: string }): string[] => {
  if (column === undefined || typeof column === 'string') return Array.from({ length: rows }, () => column ?? '');
  if (isPlain(column)) return cellsOf(column.p, rows, name).map((cell) => textOf(cell, name));
  let before = '';
  return cellsOf(column, rows, name).map((cell) => {
    const coded = textOf(cell, name);
    const shared = coded.charCodeAt(0) - FIRST_COUNT;
    if (!(shared >= 0 && shared <= Math.min(MOST_SHARED, before.length))) throw refused(name);
    before = before.slice(0, shared) + coded.slice(1);
    return before;
  });
};
