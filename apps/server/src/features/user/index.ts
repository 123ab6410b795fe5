// The door of the accounts.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/db.ts';
import { type PasswordKeeper, createPasswordKeeper } from './password.ts';
import { type Users, createUsers } from './service.ts';
import { createUserStore } from './store.ts';

export { INITIAL_ADMIN, ensureInitialAdmin, forgetInitialPassword, initialPasswordPath } from './initial-admin.ts';
export type { PasswordKeeper } from './password.ts';
export { passwordFaults, randomPassword } from './password-rule.ts';
export type { User, Users } from './service.ts';

/** Accounts from the main database. `keeper` is another one only in tests that need many cheap sign-ins. */
export const userFeature = (kit: {
  db: Database;
  bus: Bus;
  clock: Clock;
  keeper?: PasswordKeeper | undefined;
}): Promise<Users> =>
  createUsers({ ...kit, store: createUserStore(kit.db), keeper: kit.keeper ?? createPasswordKeeper() });
