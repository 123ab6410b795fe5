// The rules around a sign-in: the captcha, what an account tells about itself, changing the own password.
import { type UserInfo, formatRights } from '@outrider/contract';
import type { Caller } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Groups } from '../group/index.ts';
import type { User, Users } from '../user/index.ts';
import type { Captchas } from './captcha.ts';
import type { SignIn, SignedIn } from './sign-in.ts';
import type { Sessions } from './sessions.ts';

export type LoginInput = { U: string; P: string; k?: string | undefined } | { e: string; h: string };

export type SessionServiceKit = {
  users: Users;
  groups: Groups;
  sessions: Sessions;
  signIn: SignIn;
  captchas: Captchas;
  captchaRequired: boolean;
  log: Log;
  /** The ids of the registered devices a caller may see. */
  deviceIds: (caller: Caller) => string[];
};

export interface SessionService {
  readonly captchaRequired: boolean;
  readonly captchas: Captchas;
  readonly sessions: Sessions;
  login(input: LoginInput, address: string): Promise<SignedIn>;
  userInfo(caller: Caller): UserInfo;
  changePassword(caller: Caller, change: { userName: string; current: string; next: string }): Promise<void>;
  /** Ends what an account had open, except the session that just changed the password. */
  accountChanged(userId: number): Promise<void>;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
const expiryDay = (user: User): string =>
  user.expiresMs === null ? '' : new Date(user.expiresMs).toISOString().slice(0, DAY_LENGTH);

/** Says who signed in and who could not; tries that were not even looked at are not worth a line each. */
const logged = async (log: Log, input: LoginInput, entering: Promise<SignedIn>): Promise<SignedIn> => {
  try {
    const signedIn = await entering;
    log.info('signed in', { user: signedIn.user.name });
    return signedIn;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated')
      log.warn('sign-in refused', { user: 'U' in input ? input.U : 'by link' });
    throw error;
  }
};

export const createSessionService = (kit: SessionServiceKit): SessionService => {
  const { users, groups, sessions, signIn, captchas, captchaRequired, log } = kit;
  /** Sessions that survive the change of their own account's password. */
  const kept = new Map<number, string | null>();
  const enter = async (input: LoginInput, address: string): Promise<SignedIn> => {
    if ('e' in input) return signIn.signInByLink(input.e, input.h, address);
    // A connection that is re-made from the same address soon after needs no second captcha.
    const excused = signIn.isRemembered(input.U, input.P, address);
    if (captchaRequired && !excused && !captchas.redeem(input.k ?? ''))
      throw new AppError('invalid', 'The verification code you entered is incorrect');
    return signIn.signIn(input.U, input.P, address);
  };
  return {
    captchaRequired,
    captchas,
    sessions,
    login: (input, address) => logged(log, input, enter(input, address)),
    userInfo(caller) {
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
        devices: kit.deviceIds(caller),
      };
    },
    async changePassword(caller, { userName, current, next }) {
      if (userName !== caller.userName) throw new AppError('forbidden', 'Only the own password can be changed here.');
      await signIn.verify(userName, current, caller.address).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unauthenticated')
          throw new AppError('forbidden', 'The current password is wrong.', { cause: error });
        throw error;
      });
      kept.set(caller.userId, caller.sessionId);
      try {
        await users.setPassword(caller.userId, next);
      } finally {
        kept.delete(caller.userId);
      }
    },
    async accountChanged(userId) {
      signIn.forget(userId);
      await sessions.endAll(userId, kept.get(userId));
    },
  };
};
