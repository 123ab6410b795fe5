// A draft by its keys: what of it is sent, what the schema has against it, which row a failure belongs to. Pure.
import type { Issue } from '../../lib/issue-words.ts';
import { issueWords } from '../../lib/issue-words.ts';

/** What is needed of a call or command: the schema of its input. */
export type Spoken = {
  readonly input: {
    safeEncode(value: unknown): {
      readonly success: boolean;
      readonly error?: { readonly issues: readonly Issue[] } | undefined;
    };
    safeDecode(value: unknown): { readonly data?: unknown };
  };
};
/** What is needed of a row. */
export type Keyed = { readonly key: string; readonly label: string };

/** Nothing typed, ticked or chosen: not wrong yet, only not ready. */
export const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || Number.isNaN(value) || (Array.isArray(value) && value.length === 0);

/** The row that a path inside the input is about: that of the key itself, or of an object or list around it. */
export const rowAt = <R extends Keyed>(rows: readonly R[], path: string): R | undefined =>
  rows.find(({ key }) => path === key || path.startsWith(`${key}.`));

/** What keeps a draft from being sent, by the key of its row; under '' what no row is about. */
export const problemsOf = (of: Spoken, draft: unknown, rows: readonly Keyed[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const issue of of.input.safeEncode(draft).error?.issues ?? []) {
    const path = issue.path.join('.');
    const row = rowAt(rows, path);
    const key = row?.key ?? '';
    if (!found.has(key)) found.set(key, issueWords(issue, row?.label ?? path));
  }
  return found;
};
