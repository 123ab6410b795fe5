// What the contract's schema has against a draft, in the words of the page: which field, and what is wrong with it. Pure.
import { t } from './i18n.ts';

/** One thing that zod has against a value, as far as it is said here. */
export type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly params?: unknown;
};

type Values = Readonly<Record<string, string | number>>;
const isRuleIssue = (params: unknown): params is { text: string; values: Values } =>
  typeof params === 'object' && params !== null && 'text' in params && 'values' in params;

const tooSmall = (label: string, origin: string | undefined, min: number): string => {
  if (origin === 'number' || origin === 'int') return t('{label}: at least {min}.', { label, min });
  if (origin === 'array') return t('{label}: choose at least {min}.', { label, min });
  return min === 1
    ? t('{label} is missing.', { label })
    : t('{label}: at least {count} characters.', { label, count: min });
};

const tooBig = (label: string, origin: string | undefined, max: number): string => {
  if (origin === 'number' || origin === 'int') return t('{label}: at most {max}.', { label, max });
  if (origin === 'array') return t('{label}: at most {max}, take some away.', { label, max });
  return t('{label}: at most {count} characters.', { label, count: max });
};

/** Sentences that zod makes itself begin like this; a rule of the contract says its own, which the catalogues translate. */
const MADE_BY_ZOD = /^Invalid (?:input|string|option|key|element)/;

/** `label` is what the field is called on the page. */
export const issueWords = (issue: Issue, label: string): string => {
  const { code, origin, message, params } = issue;
  if (code === 'too_small') return tooSmall(label, origin, Number(issue.minimum));
  if (code === 'too_big') return tooBig(label, origin, Number(issue.maximum));
  if (isRuleIssue(params)) return t(params.text, params.values);
  if (code === 'invalid_type' && message.includes('expected int')) return t('{label}: a whole number.', { label });
  if (code === 'invalid_type') return t('{label} is missing.', { label });
  return MADE_BY_ZOD.test(message) ? t('{label} cannot be this.', { label }) : t(message);
};
