// Changing the own password: the current hash is the proof. An account that has expired may renew itself this way, where allowed.
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { User, Users } from '../user/index.ts';
import type { Sessions } from './sessions.ts';
import type { Origin } from './guess-guard.ts';
import type { SignIn } from './sign-in.ts';

const DAY_MS = 86_400_000;
const wrong = (cause?: unknown): AppError => new AppError('forbidden', 'The current password is wrong.', { cause });

/** The documented hashes of the current and the next password. */
export type PasswordChange = { userName: string; current: string; next: string };

type PasswordChangeKit = {
  users: Users;
  sessions: Sessions;
  signIn: SignIn;
  clock: Clock;
  log: Log;
  /** A changed password gives an account that expires this many days from then; 0: only an administrator renews. */
  renewDays: number;
};

export const createPasswordChange = (kit: PasswordChangeKit) => {
  const { users, sessions, signIn, clock, log, renewDays } = kit;
  /** Sessions that survive the change of their own account's password. */
  const surviving = new Map<number, string | null>();
  const renewedExpiry =
    (same: boolean) =>
    (expiresMs: number | null): number | null => {
      if (expiresMs === null) return null;
      const over = expiresMs <= clock.now();
      if (over && renewDays === 0)
        throw new AppError('expired', 'This account has expired. Only an administrator can renew it.');
      if (over && same) throw new AppError('invalid', 'The new password must not be the old one.');
      return renewDays === 0 ? expiresMs : Math.max(expiresMs, clock.now() + renewDays * DAY_MS);
    };
  /** Only while this change is told: where an administrator ends the account meanwhile, that is the end of this session too. */
  const keeping =
    (userId: number, sessionId: string | null) =>
    (ended: () => void): void => {
      surviving.set(userId, sessionId);
      try {
        ended();
      } finally {
        surviving.delete(userId);
      }
    };
  const verified = async ({ userName, current }: PasswordChange, from: Origin): Promise<User> => {
    try {
      return await signIn.verifyThoughExpired(userName, current, from);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') throw wrong(error);
      throw error;
    }
  };
  return {
    /** `token` is the session that goes on, where the request came with one; that of another account is refused. */
    change: async (change: PasswordChange, from: Origin & { token: string | null }): Promise<void> => {
      const session = from.token === null ? undefined : await sessions.find(from.token);
      if (session && users.byId(session.userId)?.name !== change.userName)
        throw new AppError('forbidden', 'Only the own password can be changed here.');
      const user = await verified(change, from);
      const { current, next } = change;
      const expiry = renewedExpiry(current === next);
      const kept = session?.id ?? null;
      const tell = keeping(user.id, kept);
      if (!(await users.changePassword(user.id, { current, next, expiry, kept, tell }))) throw wrong();
      log.info('password changed', { user: user.name });
    },
    /** The session of this account that survives the change under way. */
    keptSession: (userId: number): string | null | undefined => surviving.get(userId),
  };
};
