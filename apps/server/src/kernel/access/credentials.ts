// Finds the credentials a request carries and judges where it comes from. Decides nothing about who it is.
import { createHash } from 'node:crypto';
import type { Credentials } from './access.ts';

/**
 * A cookie has a name for each scheme, where a browser may use both: what https sets, http can neither read nor set again. The prefix makes
 * browsers take it by https alone, and from this host.
 */
export type CookieNames = { readonly plain: string; readonly secure: string };
const namesOf = (plain: string): CookieNames => ({ plain, secure: `__Host-${plain}` });
export const SESSION_COOKIE = namesOf('outrider_session');
/** Tells a browser that signed in before from strangers, so that their guesses do not keep its people out. */
export const BROWSER_COOKIE = namesOf('outrider_browser');
export const cookieName = ({ plain, secure }: CookieNames, isSecure: boolean): string => (isSecure ? secure : plain);

/** The cookies of a request, and whether it came by https. */
export type SentCookies = { cookie?: string | undefined; secure: boolean };

/** The parts of a request that may hold credentials. `body` is the parsed JSON. */
export type CredentialSource = SentCookies & {
  authorization?: string | undefined;
  query?: URLSearchParams | undefined;
  body?: unknown;
};

export type FoundCredentials = {
  credentials: Credentials | null;
  source: 'header' | 'body' | 'query' | 'cookie' | 'none';
};

const HASH = /^[0-9A-Fa-f]{64}$/;
/** The documented hash (SHA-256, upper-case hex) of a password; 64 hex digits count as hashed already. */
export const toPasswordHash = (password: string): string =>
  HASH.test(password)
    ? password.toUpperCase()
    : createHash('sha256').update(password, 'utf8').digest('hex').toUpperCase();

/** The limits of the contract. What is longer is nobody's, and must not become a key of what remembers failures. */
const LONGEST_NAME = 64;
const LONGEST_PASSWORD = 200;

const fits = (text: unknown, longest: number): text is string =>
  typeof text === 'string' && text !== '' && text.length <= longest;

const pair = (userName: unknown, password: unknown): Credentials | null =>
  fits(userName, LONGEST_NAME) && fits(password, LONGEST_PASSWORD)
    ? { userName, passwordHash: toPasswordHash(password) }
    : null;

const fromHeader = (authorization: string): Credentials | null => {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer' && value !== '') return { token: value };
  if (scheme.toLowerCase() !== 'basic') return null;
  const [userName, ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return pair(userName, rest.join(':'));
};

const fromQuery = (query: URLSearchParams): Credentials | null =>
  pair(query.get('username') ?? query.get('user') ?? query.get('u'), query.get('password') ?? query.get('p'));

const fromBody = (body: unknown): Credentials | null => {
  if (typeof body !== 'object' || body === null) return null;
  const userName = 'username' in body ? body.username : undefined;
  return pair(userName, 'password' in body ? body.password : undefined);
};

const cookieNamed = ({ cookie, secure }: SentCookies, names: CookieNames): string | null => {
  const wanted = cookieName(names, secure);
  for (const part of (cookie ?? '').split(';')) {
    const [name, value] = part.split('=', 2);
    if (name?.trim() === wanted && value) return value.trim();
  }
  return null;
};

/** The session token among the cookies, or null. */
export const cookieToken = (sent: SentCookies): string | null => cookieNamed(sent, SESSION_COOKIE);

/** The ticket of a known browser among the cookies, or null. */
export const browserTicket = (sent: SentCookies): string | null => cookieNamed(sent, BROWSER_COOKIE);

/**
 * The credentials that count: header before body before query before cookie, so that what was said outright beats what the
 * browser adds by itself. With `queryAllowed` false those of the query string are not looked at.
 */
export const findCredentials = (source: CredentialSource, queryAllowed: boolean): FoundCredentials => {
  const found = findOwn(source, queryAllowed);
  const browser = browserTicket(source);
  if (found.credentials && browser !== null) found.credentials.browser = browser;
  return found;
};

const findOwn = (source: CredentialSource, queryAllowed: boolean): FoundCredentials => {
  const header = source.authorization === undefined ? null : fromHeader(source.authorization);
  if (header) return { credentials: header, source: 'header' };
  const body = fromBody(source.body);
  if (body) return { credentials: body, source: 'body' };
  const query = source.query && queryAllowed ? fromQuery(source.query) : null;
  if (query) return { credentials: query, source: 'query' };
  const token = cookieToken(source);
  return token === null ? { credentials: null, source: 'none' } : { credentials: { token }, source: 'cookie' };
};

/**
 * True when a page of ours sent the request: its Origin is the host it asked, or the same name at a port of our pages (the
 * sockets have ports of their own), or one of `allowedOrigins`. A missing Origin is not ours. Asked for every socket and change
 * that only the cookie authorises.
 */
export const isOwnOrigin = (
  origin: string | undefined,
  host: string | undefined,
  allowedOrigins: readonly string[],
  pagePorts: readonly number[] = [],
): boolean => {
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (allowedOrigins.includes(origin)) return true;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const page = new URL(origin);
  if (page.host === host.toLowerCase()) return true;
  const port = page.port === '' ? (page.protocol === 'https:' ? 443 : 80) : Number(page.port);
  return page.hostname === new URL(`http://${host}`).hostname && pagePorts.includes(port);
};
