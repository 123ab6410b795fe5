// Who signs in at this page: by what this browser has stored, from the form, and out again; and what other tabs hear of it. Not: the
// sign-in over the main channel (connection.ts).
import { AppError, deleteSession } from '@outrider/contract';
import { hearOtherTabs, tellOtherTabs } from '../lib/other-tabs.ts';
import { readPreference, writePreference } from '../lib/preferences.ts';
import { send } from '../lib/send.ts';
import { sessionMark } from '../lib/session-token.ts';
import { writeTab } from '../lib/tab-memory.ts';
import { systemClock } from '../lib/time.ts';
import { askPortsEarly } from './ask-addresses.ts';
import type { Connection, Credentials } from './connection.ts';
import type { LastKnown } from './last-known.ts';
import { resume, settleResume } from './resume.ts';
import type { LivingSession } from './resume.ts';
import type { SessionCookie } from './session-cookie.ts';
import { sessionStore } from './session.ts';

export type SignInForm = { credentials: Credentials; save: boolean; serverHost: string; serverPort: string };
type SignInKit = { connection: Connection; cookie: SessionCookie; lastKnown: LastKnown };

/** Who signs in here without being asked. */
export const savedSignIn = (): { userName: string; serverHost: string } | undefined =>
  readPreference('AutoLogin') === 'true'
    ? { userName: readPreference('UserName'), serverHost: readPreference('ServerIp') }
    : undefined;

/** Who signs out must not look at the fleet until a silent network answers. */
const ENDS_WITHIN_MS = 5000;

/** Ends the session at the server as well. */
const endSession = async (connection: Connection): Promise<void> => {
  const late = new AbortController();
  const stop = systemClock.after(ENDS_WITHIN_MS, () => late.abort());
  try {
    await send(deleteSession, {}, late.signal);
  } catch {
    // The server is away: its session ends by itself, and ours ends now.
  } finally {
    stop();
  }
  connection.signOut();
};

const forgetHash = (): void => {
  writePreference('AutoLogin', 'false');
  writePreference('Sha256Pass', null);
};

/** What this browser signs in with by itself; undefined when something of it is missing. */
const storedCredentials = (): { U: string; P: string } | undefined => {
  const U = readPreference('UserName');
  const P = readPreference('Sha256Pass');
  const complete = U !== '' && P !== '' && readPreference('ServerIp') !== '' && readPreference('ServerPort') !== '';
  return readPreference('AutoLogin') === 'true' && complete ? { U, P } : undefined;
};

/** A sign-in link says who comes in, no matter who was here before. */
const bringsLink = ({ pathname, search }: Location): boolean => {
  const query = new URLSearchParams(search);
  return pathname === '/login' && query.has('h') && query.has('e');
};

/** The cookie is of the server of this page; a console that speaks to a server elsewhere has none there. */
const atOwnServer = (): boolean => ['', globalThis.location.hostname].includes(readPreference('ServerIp'));

export class SignIn {
  readonly #kit: SignInKit;

  constructor(kit: SignInKit) {
    this.#kit = kit;
    hearOtherTabs(({ kind, userName, session }) => {
      const { loginFlag, userName: own } = sessionStore.getState();
      if (kind === 'signed-in' && loginFlag === 1 && userName !== own)
        void this.#leave('Another user signed in in this browser.');
      if (kind !== 'signed-out') return;
      if (loginFlag === 1 && userName === own)
        void this.#leave('You signed out in another tab.', session === sessionMark());
      if (loginFlag === 0 && userName === readPreference('UserName')) this.#stopTrying();
    });
  }

  /**
   * At start: goes on with the session of this browser while it lives. Without one it signs in by itself when AutoLogin is 'true' and
   * all four values are stored; else AutoLogin becomes 'false'. The hash is as good as the password: it stays only where it signs in.
   * A browser that stores no AutoLogin is one in which nobody signed in.
   */
  begin(): void {
    if (readPreference('AutoLogin') === '') return;
    const stored = storedCredentials();
    if (stored === undefined) forgetHash();
    if (bringsLink(globalThis.location) || !atOwnServer()) return void this.#enter(stored);
    askPortsEarly();
    return void resume((living) => this.#enter(stored, living));
  }

  /** With what is stored, going on with the living session where it is of the same account. */
  async #enter(stored: { U: string; P: string } | undefined, living?: LivingSession): Promise<void> {
    const own = stored === undefined || stored.U === living?.userName ? living : undefined;
    const credentials = stored ?? (own && { K: own.token });
    if (credentials === undefined) return;
    const { connection, lastKnown } = this.#kit;
    try {
      await connection.signIn(credentials, true, own?.token);
      this.#tellSignedIn();
    } catch (error) {
      if (!(error instanceof AppError)) return;
      // Refused: the gate leads to the form.
      if (error.code === 'unauthenticated') writePreference('Sha256Pass', null);
      // A saved sign-in that finds no server shows the fleet as it was last known, and goes on trying.
      if (error.code === 'unavailable') void lastKnown.show();
    }
  }

  /** Signs in from the form. What is kept afterwards: name and address always, the hash only when asked to. */
  async signIn({ credentials, save, serverHost, serverPort }: SignInForm): Promise<void> {
    settleResume();
    void this.#kit.lastKnown.forget(); // it may be somebody else's
    writePreference('ServerIp', serverHost);
    writePreference('ServerPort', serverPort);
    forgetHash();
    await this.#kit.connection.signIn(credentials, false);
    this.#tellSignedIn();
    for (const key of ['lengthUnit', 'eventNotify'] as const) writePreference(key, readPreference(key));
    if (!('P' in credentials)) return;
    writePreference('UserName', credentials.U);
    if (!save) return;
    writePreference('Sha256Pass', credentials.P);
    writePreference('AutoLogin', 'true');
  }

  /** Signs out everywhere: the session ends at the server too, and auto-login is off. */
  async signOut(): Promise<void> {
    tellOtherTabs({ kind: 'signed-out', userName: sessionStore.getState().userName, session: sessionMark() });
    forgetHash();
    await endSession(this.#kit.connection);
    await this.#kit.lastKnown.forget();
  }

  /**
   * One browser has one user: the cookie of files and streams is the same in all of its tabs. Others hear of it only when the new
   * cookie is in place: leaving, they must not clear it.
   */
  #tellSignedIn(): void {
    const { userName } = sessionStore.getState();
    void this.#kit.cookie.asked.then(() => tellOtherTabs({ kind: 'signed-in', userName }));
  }

  #stopTrying(): void {
    settleResume();
    this.#kit.connection.signOut();
  }

  /** Ends the sign-in of this tab only; the form says why. `shared`: the other tab ends the session, which is the same. */
  async #leave(reason: string, shared = false): Promise<void> {
    writeTab('notice', reason);
    if (shared) this.#kit.connection.signOut();
    else await endSession(this.#kit.connection);
  }
}
