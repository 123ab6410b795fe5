// Finds the text of the catalogues that a filled in sentence of the server stands for: 'At most 31 days at once' is
// 'At most {count} days at once' with 31. Pure. Not: the translation itself (i18n.ts).
import { SERVER_TEXTS } from './server-texts.ts';

/** One of SERVER_TEXTS, taken apart. */
type Form = {
  readonly text: string;
  /** What stands around the values, one more than there are names. */
  readonly around: readonly string[];
  readonly names: readonly string[];
  /** Characters of `around`: of two forms that fit, the one with more says more of the sentence itself. */
  readonly weight: number;
};
export type Said = { readonly text: string; readonly values: Readonly<Record<string, string | number>> };

/** No sentence of the server is longer. What is longer is text of somebody, and not looked through. */
export const LONGEST_SAID = 1000;
/** These names stand for numbers, and fit nothing else. */
const NUMBERS: ReadonlySet<string> = new Set(['count', 'number', 'seconds', 'port']);
const fits = (name: string, value: string): boolean =>
  name === 'count' ? String(Number(value)) === value : !NUMBERS.has(name) || /^\d+$/.test(value);

const formOf = (text: string): Form => {
  const parts = text.split(/\{(\w+)\}/);
  const around = parts.filter((_, i) => i % 2 === 0);
  return { text, around, names: parts.filter((_, i) => i % 2 === 1), weight: around.join('').length };
};

let forms: readonly Form[] | undefined;
const allForms = (): readonly Form[] =>
  (forms ??= SERVER_TEXTS.map(formOf).toSorted((a, b) => b.weight - a.weight || a.names.length - b.names.length));

/** Where each value stands, from left to right and each as short as it can be; undefined where the form does not fit. */
const valuesIn = (said: string, { around, names }: Form): Said['values'] | undefined => {
  const [first = ''] = around;
  const last = around.at(-1) ?? '';
  if (!said.startsWith(first) || !said.endsWith(last)) return undefined;
  const values: Record<string, string | number> = {};
  let at = first.length;
  for (const [i, name] of names.entries()) {
    const isLast = i === names.length - 1;
    const end = isLast ? said.length - last.length : said.indexOf(around[i + 1] ?? '', at + 1);
    if (end <= at) return undefined;
    const value = said.slice(at, end);
    if (!fits(name, value)) return undefined;
    values[name] = name === 'count' ? Number(value) : value;
    at = end + (around[i + 1] ?? '').length;
  }
  return values;
};

/** The text and its values; undefined where no sentence with values of the server reads so. */
export const findSaid = (said: string): Said | undefined => {
  for (const form of allForms()) {
    const values = form.names.length > 0 ? valuesIn(said, form) : undefined;
    if (values !== undefined) return { text: form.text, values };
  }
  return undefined;
};
