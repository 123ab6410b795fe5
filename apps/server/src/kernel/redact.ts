// Keeps secrets out of logs: facts whose name says that they are one lose their value, however deep they lie; so do paths that carry
// an account.
import { viewerPageOf } from '@outrider/contract';

const SECRET_NAMES = new Set(
  [
    'password',
    'passwd',
    'newpass',
    'pass',
    'hash',
    'passwordHash',
    'token',
    'authCode',
    'secret',
    'key',
    'apikey',
    'script', // headers of a push hold keys of others
    'authorization',
    'cookie',
    'set-cookie',
    'captcha',
    'ticket',
    'url',
    'query',
  ].map((name) => name.toLowerCase()),
);
const MAX_DEPTH = 4;
const MASK = '[redacted]';

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Error || ArrayBuffer.isView(value)) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      SECRET_NAMES.has(name.toLowerCase()) ? MASK : redactValue(entry, depth + 1),
    ]),
  );
};

/** A copy of the facts without secrets. Addresses with a query string count as one: they may carry credentials. */
export const redactFacts = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      SECRET_NAMES.has(name.toLowerCase()) ? MASK : redactValue(value, 1),
    ]),
  );

/** A server elsewhere may say what it was told: its words without these secrets, the longest first. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);

/** A copy of the facts without the value at this path; its names are joined by dots. */
export const redactPath = (facts: Record<string, unknown>, path: string): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.');
  const value = facts[head];
  if (value === undefined || value === null) return facts;
  if (rest.length === 0) return { ...facts, [head]: MASK };
  return typeof value === 'object' ? { ...facts, [head]: redactPath({ ...value }, rest.join('.')) } : facts;
};

/** The path of a request's address as it may be logged: without the query, and of a viewer page only which one it is. */
export const loggedPath = (address: string): string => {
  const path = address.split('?', 1)[0] ?? '/';
  const viewer = viewerPageOf(path);
  return viewer === undefined ? path : `/${viewer}/${MASK}`;
};
