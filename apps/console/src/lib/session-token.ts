// The session token of this page, in memory only: it dies with the page. Not: who is signed in (live/session.ts).

import { hashPassword } from './password-hash.ts';

let token = '';

/** Sets the token that calls carry from now on; '' when signed out. */
export const setSessionToken = (next: string): void => {
  token = next;
};

/** The Authorization header for calls, empty when signed out. */
export const sessionHeader = (): Record<string, string> => (token === '' ? {} : { Authorization: `Bearer ${token}` });

/** Names the session to other tabs of this browser without giving it away; '' when signed out. */
export const sessionMark = (): string => (token === '' ? '' : hashPassword(token).slice(0, 16));
