// Changing the own password: the current hash is the proof. An account that has expired may renew itself this way, where allowed.
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { User, Users } from '../user/index.ts';
import type { Sessions } from './sessions.ts';
import type { Origin } from './guess-guard.ts';
import type { SignIn } from './sign-in.ts';

const DAY_MS = 86_400_000;

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
  const kept = new Map<number, string | null>();
  const renewedExpiry = (user: User, same: boolean): number | null => {
    if (user.expiresMs === null) return null;
    const over = user.expiresMs <= clock.now();
    if (over && renewDays === 0)
      throw new AppError('expired', 'This account has expired. Only an administrator can renew it.');
    if (over && same) throw new AppError('invalid', 'The new password must not be the old one.');
    return renewDays === 0 ? user.expiresMs : Math.max(user.expiresMs, clock.now() + renewDays * DAY_MS);
  };
  const verified = async ({ userName, current }: PasswordChange, from: Origin): Promise<User> => {
    try {
      return await signIn.verifyThoughExpired(userName, current, from);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated')
        throw new AppError('forbidden', 'The current password is wrong.', { cause: error });
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
      const expiresMs = renewedExpiry(user, change.current === change.next);
      kept.set(user.id, session?.id ?? null);
      try {
        await users.setPassword(user.id, change.next, expiresMs);
        log.info('password changed', { user: user.name });
      } finally {
        kept.delete(user.id);
      }
    },
    /** The session of this account that survives the change under way. */
    keptSession: (userId: number): string | null | undefined => kept.get(userId),
  };
};
