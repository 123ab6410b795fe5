// Decides who someone is: name and hash, token, or the pair of a sign-in link. Slow on purpose for those who guess.
import type { Access, Caller, Credentials } from '../../kernel/access/access.ts';
import type { AuditTrail } from '../../kernel/access/audit.ts';
import { lookbackOf } from '../../kernel/access/lookback.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Groups } from '../group/index.ts';
import type { User, Users } from '../user/index.ts';
import { CheckQueue, checkLimits } from './check-queue.ts';
import { type Guess, type GuessGuard, type Origin, createGuessGuard } from './guess-guard.ts';
import { type KnownBrowsers, type KnownPlaces, createKnownBrowsers, createKnownPlaces } from './known-browsers.ts';
import { hashSecret, sameHash } from './secrets.ts';
import type { OpenedSession, Sessions } from './sessions.ts';
import type { SessionStore } from './store.ts';
import { type VerifiedPairs, createVerifiedPairs } from './verified-pairs.ts';

const WRONG = 'Wrong user name or password.';
const WRONG_LINK = 'This sign-in link is wrong or has expired.';

export type SignInKit = {
  users: Users;
  groups: Groups;
  sessions: Sessions;
  store: SessionStore;
  clock: Clock;
  audit: AuditTrail;
  /** Unregistered devices are for level 0 only. */
  isRegistered: (deviceKey: number) => boolean;
};

export type SignedIn = { caller: Caller; user: User; session: OpenedSession };

export class SignIn implements Access {
  readonly #kit: SignInKit;
  readonly #pairs: VerifiedPairs;
  readonly #pairsByAddress: VerifiedPairs;
  readonly #guesses: GuessGuard;
  readonly #checks: CheckQueue;
  readonly #places: KnownPlaces;
  readonly browsers: KnownBrowsers;
  /** The same pair asked for many times at once is checked once. */
  readonly #checking = new Map<string, Promise<User>>();

  constructor(kit: SignInKit) {
    this.#kit = kit;
    this.#pairs = createVerifiedPairs(kit.clock);
    this.#pairsByAddress = createVerifiedPairs(kit.clock);
    this.#guesses = createGuessGuard(kit.clock);
    this.#checks = new CheckQueue(kit.clock, checkLimits);
    this.#places = createKnownPlaces(kit.clock);
    this.browsers = createKnownBrowsers(kit.store, kit.clock);
  }

  async authenticate(credentials: Credentials, address: string): Promise<Caller> {
    const { token, userName, passwordHash, browser } = credentials;
    if (token !== undefined) {
      const { user, session } = await this.#ofToken(token);
      return this.#callerOf(user, session.id, address);
    }
    if (userName === undefined || passwordHash === undefined) throw new AppError('unauthenticated', WRONG);
    return this.#callerOf(await this.verifyHeard(userName, passwordHash, { address, browser }), null, address);
  }

  maySee(caller: Caller, deviceKey: number): boolean {
    const user = this.#kit.users.byId(caller.userId);
    if (user?.level === 0) return true;
    if (!user || !this.#kit.isRegistered(deviceKey)) return false;
    return this.#kit.groups.covers(user.groupIds, deviceKey);
  }

  current(caller: Caller): Caller | undefined {
    const { sessionId, address } = caller;
    const user = this.#kit.users.byId(caller.userId);
    if (!user || this.#isExpired(user)) return undefined;
    if (sessionId !== null && !this.#kit.sessions.isLive(sessionId)) return undefined;
    const sameDays = user.retentionDays === (caller.lookback?.days ?? 0);
    const same = sameDays && user.level === caller.level && user.rights === caller.rights;
    return same ? caller : this.#callerOf(user, sessionId, address);
  }

  /**
   * Whether this pair signed in from this address in the last five minutes. Its answer tells whether a hash is right, so that another
   * one counts as a failure. Throws AppError `limit_reached` while this name or address must wait.
   */
  async isExcused(userName: string, passwordHash: string, from: Origin): Promise<boolean> {
    const guess = await this.#guessOf(userName, from);
    this.#guesses.assertMay(guess);
    if (this.#pairsByAddress.find(`${userName}\0${from.address}`, passwordHash) !== undefined) return true;
    this.#guesses.failed(guess);
    return false;
  }

  metrics(): Record<string, number> {
    return this.#checks.metrics();
  }

  close(): void {
    this.#checks.close();
  }

  /** Every name and hash is checked again. */
  forgetAll(): void {
    this.#pairsByAddress.clear();
    this.#pairs.clear();
  }

  forget(userId: number): void {
    this.#pairsByAddress.forget(userId);
    this.#pairs.forget(userId);
  }

  /**
   * The account of a name and hash. Throws AppError `unauthenticated`, with one text for an unknown name and a wrong hash,
   * `limit_reached` while this name or address must wait, and `expired` for the right hash of an account whose time is over.
   */
  verify(userName: string, passwordHash: string, from: Origin): Promise<User> {
    const name = `${userName}\0${from.address}\0${from.browser ?? ''}\0${this.#pairs.nameOf(userName, passwordHash)}`;
    const running = this.#checking.get(name);
    if (running) return running;
    const checking = this.#check(userName, passwordHash, from).finally(() => this.#checking.delete(name));
    this.#checking.set(name, checking);
    return checking;
  }

  /** As `verify`, where no sign-in tells the access log of a refusal. Tries that were not looked at leave nothing. */
  verifyHeard(userName: string, passwordHash: string, from: Origin): Promise<User> {
    return this.#heard(this.verify(userName, passwordHash, from), userName, from);
  }

  async signIn(userName: string, passwordHash: string, from: Origin): Promise<SignedIn> {
    const { address } = from;
    const user = await this.verify(userName, passwordHash, from);
    this.#pairsByAddress.remember(`${userName}\0${address}`, passwordHash, user.id);
    return this.#open(user, address);
  }

  /** Signs in with the pair of a sign-in link: good until the link expires, or the password of its account is changed. */
  async signInByLink(e: string, h: string, address: string): Promise<SignedIn> {
    this.#guesses.assertAddressMay(address);
    const takeBack = this.#guesses.addressFailed(address);
    const { store, sessions, users, clock } = this.#kit;
    const link = await store.findLink(hashSecret(e));
    const user = link && users.byId(link.userId);
    if (!user || link.expiresMs <= clock.now() || !sameHash(link.secretHash, hashSecret(h)))
      throw new AppError('unauthenticated', WRONG_LINK);
    takeBack();
    this.#assertCurrent(user);
    const signedIn = await this.#open(user, address);
    // Where the password was changed while the link was read, here or by another server, this session may have been too late to end with
    // the others.
    if ((await store.findLink(link.idHash)) !== undefined) return signedIn;
    await sessions.end(signedIn.session.id);
    throw new AppError('unauthenticated', WRONG_LINK);
  }

  /** Goes on with the session of a token: the same token, its full time again. */
  async renew(token: string, address: string): Promise<SignedIn> {
    const { user, session } = await this.#ofToken(token);
    await this.#kit.sessions.extend(session.id);
    const renewed = await this.#ofToken(token); // it may have ended meanwhile
    const opened = { id: session.id, token, expiresMs: renewed.session.expiresMs };
    return { user, session: opened, caller: this.#callerOf(user, session.id, address) };
  }

  /** The token again and whose session it is, where it still opens one; both '' where it ended, expired, or the account is gone. */
  async resumable(token: string, address: string): Promise<{ token: string; username: string }> {
    try {
      const { userName } = await this.authenticate({ token }, address);
      return { token, username: userName };
    } catch (error) {
      if (error instanceof AppError) return { token: '', username: '' };
      throw error;
    }
  }

  /** The account of a name and hash even when its time is over. Counts, throws and is heard as with `verifyHeard`. */
  verifyThoughExpired(userName: string, passwordHash: string, from: Origin): Promise<User> {
    return this.#heard(this.#checkPair(userName, passwordHash, from), userName, from);
  }

  /** Tells the access log where it was looked at and refused. */
  async #heard(checking: Promise<User>, userName: string, { address }: Origin): Promise<User> {
    try {
      return await checking;
    } catch (error) {
      if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'expired'))
        this.#kit.audit.add({
          type: 'Credentials',
          method: '',
          action: 'Sign in',
          result: error.code,
          address,
          userName: userName.slice(0, 64),
          deviceId: '',
          data: { url: '', body: {} },
        });
      throw error;
    }
  }

  async #ofToken(token: string): Promise<{ user: User; session: { id: string; expiresMs: number } }> {
    const session = await this.#kit.sessions.find(token);
    const user = session && this.#kit.users.byId(session.userId);
    if (!session || !user) throw new AppError('unauthenticated', 'The session has ended. Sign in again.');
    this.#assertCurrent(user);
    return { user, session };
  }

  async #open(user: User, address: string): Promise<SignedIn> {
    const session = await this.#kit.sessions.create(user.id, address);
    return { user, session, caller: this.#callerOf(user, session.id, address) };
  }

  async #check(userName: string, passwordHash: string, from: Origin): Promise<User> {
    const user = await this.#checkPair(userName, passwordHash, from);
    this.#assertCurrent(user);
    this.#pairs.remember(userName, passwordHash, user.id);
    return user;
  }

  async #guessOf(userName: string, from: Origin): Promise<Guess> {
    const knownBrowser = await this.browsers.knows(from.browser, this.#kit.users.byName(userName)?.id);
    return { userName, from, knownBrowser, knownPlace: this.#places.knows(userName, from.address) };
  }

  async #checkPair(userName: string, passwordHash: string, from: Origin): Promise<User> {
    const guess = await this.#guessOf(userName, from);
    this.#guesses.assertMay(guess);
    const turn = this.#guesses.turnOf(guess);
    const remembered = this.#pairs.find(userName, passwordHash);
    const known = remembered === undefined ? undefined : this.#kit.users.byId(remembered);
    const takeBack = known ? undefined : this.#guesses.failed(guess);
    const user = known ?? (await this.#checks.run(turn, () => this.#kit.users.verify(userName, passwordHash)));
    if (!user) throw new AppError('unauthenticated', WRONG);
    this.#guesses.succeeded(guess);
    takeBack?.();
    this.#places.remember(userName, from.address);
    return user;
  }

  #isExpired(user: User): boolean {
    return user.expiresMs !== null && user.expiresMs <= this.#kit.clock.now();
  }

  #assertCurrent(user: User): void {
    if (this.#isExpired(user)) throw new AppError('expired', 'This account has expired.');
  }

  #callerOf(user: User, sessionId: string | null, address: string): Caller {
    const lookback = lookbackOf(user.retentionDays, this.#kit.clock);
    const { id: userId, name: userName, level, rights } = user;
    return { userId, userName, level, rights, sessionId, address, ...(lookback && { lookback }) };
  }
}
