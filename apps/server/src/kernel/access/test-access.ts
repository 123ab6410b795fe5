// A sign-in for tests of rooms that only need callers: user names and tokens are known in advance. Not for production.
import type { Access, Caller } from './access.ts';
import { AppError } from '../errors.ts';

/** A caller of level 0 without the rights of the table; change what the test needs. */
export const testCaller = (changes: Partial<Caller> = {}): Caller => ({
  userId: 1,
  userName: 'admin',
  level: 0,
  rights: new Set(),
  sessionId: null,
  address: '127.0.0.1',
  ...changes,
});

/** Access where a token is a key of `callers` and any password hash but an empty one is right for its user name. */
export const createTestAccess = (
  callers: Readonly<Record<string, Caller>>,
  maySee: Access['maySee'] = (caller) => caller.level === 0,
): Access => ({
  async authenticate(credentials) {
    const caller = callers[credentials.token ?? credentials.userName ?? ''];
    if (!caller) throw new AppError('unauthenticated', 'Wrong user name or password.');
    return caller;
  },
  current: (caller) => caller,
  maySee,
});
