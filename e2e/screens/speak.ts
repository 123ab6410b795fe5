// Scenes say what they press in English. For pictures in another language the names they give are looked up in its catalogue,
// as the page itself does: exact sentences, sentences with values, and patterns that begin a sentence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const catalogues = join(import.meta.dirname, '..', '..', 'apps', 'console', 'src', 'lib', 'catalogue');

type Texts = ReadonlyMap<string, string>;

const textsOf = (locale: string): Texts =>
  new Map(
    Object.entries<unknown>(JSON.parse(readFileSync(join(catalogues, `${locale}.json`), 'utf8'))).map(
      ([text, said]) => [text, String(said)],
    ),
  );

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const VALUE = /\{\w+\}/g;

/** A sentence with values, as a pattern that keeps them. */
const withValues = (text: string): RegExp => new RegExp(`^${text.split(VALUE).map(escaped).join('(.+)')}$`, 'u');

const sayText = (texts: Texts, text: string): string => {
  const exact = texts.get(text);
  if (exact !== undefined) return exact;
  for (const [english, said] of texts) {
    const names = english.match(VALUE);
    const values = names === null ? null : withValues(english).exec(text);
    if (values !== null && !/^\{\w+\}$/.test(english))
      return said.replaceAll(VALUE, (name) => values[(names?.indexOf(name) ?? -1) + 1] ?? name);
  }
  return text;
};

const sayPattern = (texts: Texts, pattern: RegExp): RegExp => {
  const fitting = [...texts].filter(([english]) => pattern.test(english)).map(([, said]) => said);
  const source = fitting.map((said) => said.split(VALUE).map(escaped).join('.*')).join('|');
  return fitting.length === 0 ? pattern : new RegExp(source, 'u');
};

/** Anything a locator is found by: texts, patterns, and objects that hold them. */
const say = (texts: Texts, what: unknown): unknown => {
  if (typeof what === 'string') return sayText(texts, what);
  if (what instanceof RegExp) return sayPattern(texts, what);
  if (typeof what !== 'object' || what === null || Object.getPrototypeOf(what) !== Object.prototype) return what;
  return Object.fromEntries(Object.entries(what).map(([key, value]) => [key, say(texts, value)]));
};

const sayLabels = (texts: Texts, selector: string): string =>
  selector.replaceAll(/(?<=\[aria-label=")[^"]+(?=")/g, (label) => sayText(texts, label));

/** From now on whatever finds an element in this process finds it in the language. */
export const speak = (page: Page, locale: string): void => {
  const texts = textsOf(locale);
  for (const target of [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('body'))]) {
    for (const [method, change] of [
      ['getByText', say],
      ['getByLabel', say],
      ['filter', say],
      ['selectOption', say],
    ] as const)
      replace(target, method, ([first, ...rest]) => [change(texts, first), ...rest]);
    replace(target, 'getByRole', ([role, options]) => [role, say(texts, options)]);
    replace(target, 'locator', ([selector, options]) => [
      typeof selector === 'string' ? sayLabels(texts, selector) : selector,
      say(texts, options),
    ]);
  }
};

/** Once for each process: the second page finds it done. */
const replaced = new WeakMap<object, Set<string>>();

const replace = (target: object, method: string, change: (given: unknown[]) => unknown[]): void => {
  const done = replaced.get(target) ?? new Set<string>();
  const original: unknown = Reflect.get(target, method);
  if (typeof original !== 'function' || done.has(method)) return;
  replaced.set(target, done.add(method));
  Reflect.set(target, method, function called(this: unknown, ...given: unknown[]): unknown {
    return Reflect.apply(original, this, change(given));
  });
};
