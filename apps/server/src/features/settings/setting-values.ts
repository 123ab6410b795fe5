// What a setting comes to: what the configuration fixes over what is stored over what the configuration has otherwise. Secrets are masked
// here. In wire form, as it is stored; no storage.
import { isDeepStrictEqual } from 'node:util';
import { SECRET_MASK, type Setting } from '@outrider/contract';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

export type Facts = Readonly<Record<string, unknown>>;
/** What the configuration says of one of its keys; `by` names what fixes it from outside, null where it may be changed. */
export type Outside = (configKey: string) => { value: unknown; by: string | null };

/** `values` of all fields that the configuration knows, `fixed` of those that cannot be changed: by what. */
export const outsideOf = ({ schema, configKeys }: Setting, outside: Outside) => {
  const asked = Object.entries(configKeys).map(([field, { key, of = (value: unknown) => value }]) => {
    const { value, by } = outside(key);
    return { field, value: of(value), by };
  });
  const wire = (field: string, value: unknown): unknown => {
    const of = field
      .split('.')
      .reduce<unknown>((around, name) => (around instanceof z.ZodObject ? around.shape[name] : undefined), schema);
    return of instanceof z.ZodType ? z.encode(of, value) : value;
  };
  return {
    values: Object.fromEntries(asked.map(({ field, value }) => [field, wire(field, value)])),
    fixed: Object.fromEntries(asked.flatMap(({ field, by }) => (by === null ? [] : [[field, by]]))),
  };
};

const factsIn = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The value under a name, or under several joined by dots: 'mail.pass'. */
const valueAt = (facts: Facts, path: string): unknown => {
  const [name = '', ...inside] = path.split('.');
  return inside.length === 0 ? facts[name] : valueAt(factsIn(facts[name]), inside.join('.'));
};

const withValue = (facts: Facts, path: string, value: unknown): Facts => {
  const [name = '', ...inside] = path.split('.');
  return { ...facts, [name]: inside.length === 0 ? value : withValue(factsIn(facts[name]), inside.join('.'), value) };
};

/** Undefined where nothing is stored and the configuration knows nothing of it. */
export const merged = (setting: Setting, outside: Outside, stored: Facts | undefined): Facts | undefined => {
  const { values, fixed } = outsideOf(setting, outside);
  if (stored === undefined && Object.keys(values).length === 0) return undefined;
  const counts = Object.entries(values).filter(([path]) => path in fixed || valueAt(stored ?? {}, path) === undefined);
  return counts.reduce<Facts>((all, [path, value]) => withValue(all, path, value), stored ?? {});
};

const isNothing = (value: unknown): boolean => value === undefined || value === '';

export const masked = ({ secret }: Setting, facts: Facts): Facts =>
  secret
    .filter((path) => !isNothing(valueAt(facts, path)))
    .reduce((shown, path) => withValue(shown, path, SECRET_MASK), facts);

const SET_OUTSIDE = 'The secret that belongs to this is set from outside: both can be changed there alone.';

/** Throws AppError `invalid` where the mask would have the secret that there is sent elsewhere, in another way or for somebody else. */
const assertKeeps = (
  { belongs }: Setting,
  path: string,
  [now, sent]: readonly [Facts, Facts],
  isFixed: boolean,
): void => {
  const { to, text } = belongs[path] ?? { to: [], text: '' };
  const changed = to.find((field) => !isDeepStrictEqual(valueAt(sent, field), valueAt(now, field)));
  if (changed !== undefined) throw new AppError('invalid', isFixed ? `${changed}: ${SET_OUTSIDE}` : `${path}: ${text}`);
};

/**
 * What is to be stored of a save. A mask keeps the secret that there is, for what it belongs to; of a field that is fixed what was stored
 * stays, for when it is no longer. Throws AppError `invalid` where a fixed field would change, or what a kept secret belongs to.
 */
export const storedOf = (setting: Setting, outside: Outside, stored: Facts | undefined, sent: Facts): Facts => {
  const now = merged(setting, outside, stored) ?? {};
  const { fixed } = outsideOf(setting, outside);
  const kept = setting.secret.filter((path) => valueAt(sent, path) === SECRET_MASK);
  const wanted = kept.reduce((facts, path) => withValue(facts, path, valueAt(now, path) ?? ''), sent);
  for (const [field, by] of Object.entries(fixed))
    if (!isDeepStrictEqual(valueAt(wanted, field), valueAt(now, field)))
      throw new AppError('invalid', `${field}: This is set by ${by} and can be changed there alone.`);
  for (const path of kept) if (!isNothing(valueAt(now, path))) assertKeeps(setting, path, [now, sent], path in fixed);
  // What is undefined is not written.
  return Object.keys(fixed).reduce((facts, field) => withValue(facts, field, valueAt(stored ?? {}, field)), wanted);
};
