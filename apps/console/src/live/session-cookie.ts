// The cookie that files and sockets of this page carry: had again after each sign-in, and whenever it could not be had.
import { postSession } from '@outrider/contract';
import { send } from '../lib/send.ts';
import { setSessionToken } from '../lib/session-token.ts';
import { sessionStore } from './session.ts';

const fetchCookie = async (): Promise<boolean> => {
  try {
    await send(postSession, {});
    return true;
  } catch {
    return false; // files and sockets fail without it, and say so themselves
  }
};

export class SessionCookie {
  #asked: Promise<boolean> = Promise.resolve(false);

  /** For the session of this token; '' for none. */
  take(token: string): void {
    setSessionToken(token);
    this.#asked = token === '' ? Promise.resolve(false) : fetchCookie();
  }

  /** Settles with the cookie that was asked for last. */
  get asked(): Promise<boolean> {
    return this.#asked;
  }

  /** Whether it is in place; one that could not be had is asked for again by the next who needs it. */
  async ready(): Promise<boolean> {
    const { asked } = this;
    if (await asked) return true;
    if (asked === this.#asked && sessionStore.getState().loginFlag === 1) this.#asked = fetchCookie();
    return this.#asked;
  }
}
