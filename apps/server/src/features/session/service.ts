// The rules around a sign-in: the captcha, what an account tells about itself, changing the own password.
import { type UserInfo, formatRights } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Groups } from '../group/index.ts';
import type { User, Users } from '../user/index.ts';
import type { Captchas } from './captcha.ts';
import { type PasswordChange, createPasswordChange } from './password-change.ts';
import type { Origin } from './guess-guard.ts';
import type { SignIn, SignedIn } from './sign-in.ts';
import type { Sessions } from './sessions.ts';

export type LoginInput = { U: string; P: string; k?: string | undefined } | { e: string; h: string } | { K: string };

export type SessionServiceKit = {
  users: Users;
  groups: Groups;
  sessions: Sessions;
  signIn: SignIn;
  captchas: Captchas;
  captchaRequired: boolean;
  endsWithBrowser: boolean;
  /** A changed password gives an account that expires this many days from then; 0: only an administrator renews. */
  renewDays: number;
  clock: Clock;
  log: Log;
  /** The ids of the registered devices a caller may see. */
  deviceIds: (caller: Caller) => string[];
};

export interface SessionService {
  readonly captchaRequired: boolean;
  /** The cookie of a session goes when the browser is closed, not with the time of the session. */
  readonly endsWithBrowser: boolean;
  readonly captchas: Captchas;
  readonly sessions: Sessions;
  login(input: LoginInput, from: Origin): Promise<SignedIn>;
  /** Gives the browser of a session the ticket by which its account knows it again. Undefined: the session has ended, or the disk takes nothing. */
  knowBrowser(token: string, ticket: string | null): Promise<{ ticket: string; expiresMs: number } | undefined>;
  /** The session that this token of a cookie still opens, and whose it is; both '' for none. */
  resumable(token: string, address: string): Promise<{ token: string; username: string }>;
  /** `brief`: without the ids of its devices. */
  userInfo(caller: Caller, brief?: boolean): UserInfo;
  /** Who a name and hash are, without signing in. Throws AppError `limit_reached` while they must wait. */
  verify(userName: string, passwordHash: string, from: Origin): Promise<'valid' | 'invalid' | 'expired'>;
  /** `token` is the session that goes on, where the request came with one. */
  changePassword(change: PasswordChange, from: Origin & { token: string | null }): Promise<void>;
  /** Checks every name and hash again from now on, and reads the accounts and permissions again. */
  forgetMembers(): Promise<void>;
  /** Ends what an account had open, except the session that just changed the password. */
  accountEnded(userId: number): Promise<void>;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
const expiryDay = (user: User): string =>
  user.expiresMs === null ? '' : new Date(user.expiresMs).toISOString().slice(0, DAY_LENGTH);

/** Notes when somebody signed in, and says who did and who could not; tries that were not even looked at are not worth a line each. */
const logged = async (
  { log, users }: Pick<SessionServiceKit, 'log' | 'users'>,
  input: LoginInput,
  entering: Promise<SignedIn>,
): Promise<SignedIn> => {
  try {
    const signedIn = await entering;
    log.info('K' in input ? 'sign-in renewed' : 'signed in', { user: signedIn.user.name });
    // A boundary: a full disk keeps nobody out.
    if (!('K' in input))
      await users.signedIn(signedIn.user.id).catch((err: unknown) => log.warn('sign-in time not stored', { err }));
    return signedIn;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'expired'))
      log.warn('sign-in refused', { user: 'U' in input ? input.U : 'by link or session', code: error.code });
    throw error;
  }
};

const verdictOf = async (checking: Promise<User>): Promise<'valid' | 'invalid' | 'expired'> => {
  try {
    await checking;
    return 'valid';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'expired') return 'expired';
    if (error.code === 'unauthenticated') return 'invalid';
    throw error;
  }
};

export const createSessionService = (kit: SessionServiceKit): SessionService => {
  const { users, groups, sessions, signIn, captchas, captchaRequired, endsWithBrowser, log } = kit;
  const passwords = createPasswordChange(kit);
  const enter = async (input: LoginInput, from: Origin): Promise<SignedIn> => {
    const { address } = from;
    if ('K' in input) return signIn.renew(input.K, address);
    if ('e' in input) return signIn.signInByLink(input.e, input.h, address);
    // A connection that is re-made from the same address soon after needs no second captcha.
    if (captchaRequired && !captchas.redeem(input.k ?? '') && !(await signIn.isExcused(input.U, input.P, from)))
      throw new AppError('invalid', 'The verification code you entered is incorrect');
    return signIn.signIn(input.U, input.P, from);
  };
  return {
    captchaRequired,
    endsWithBrowser,
    captchas,
    sessions,
    resumable: (token, address) => signIn.resumable(token, address),
    login: (input, from) => logged(kit, input, enter(input, from)),
    async knowBrowser(token, ticket) {
      const session = await sessions.find(token);
      // A boundary: the session is what was asked for, also while the disk is full.
      return (
        session &&
        signIn.browsers.remember(ticket, { token, userId: session.userId }).catch((err: unknown) => {
          log.warn('browser not remembered', { err });
          return undefined;
        })
      );
    },
    userInfo(caller, brief = false) {
      const user = users.byId(caller.userId);
      if (!user) throw new AppError('unauthenticated', 'The account is gone.');
      const reach = groups.reach(user.groupIds);
      return {
        username: user.name,
        permission: user.level,
        flags: formatRights(user.rights),
        expire: expiryDay(user),
        childrens: groups
          .list()
          .filter(({ id }) => user.level === 0 || reach.has(id))
          .map(({ id, name }) => ({ groupid: String(id), name })),
        devices: brief ? [] : kit.deviceIds(caller),
      };
    },
    verify: (userName, passwordHash, from) => verdictOf(signIn.verifyHeard(userName, passwordHash, from)),
    changePassword: passwords.change,
    async forgetMembers() {
      signIn.forgetAll();
      await users.reload();
    },
    async accountEnded(userId) {
      signIn.forget(userId);
      await sessions.endAll(userId, passwords.keptSession(userId));
    },
  };
};
