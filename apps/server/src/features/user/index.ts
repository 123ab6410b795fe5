// The door of the accounts.
import type { Right } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type PasswordKeeper, createPasswordKeeper } from './password.ts';
import { type Users, createUsers } from './service.ts';
import { createUserStore } from './store.ts';
import { createPermissionSetStore } from './store/permission-sets.ts';

export { accountCalls } from './calls.ts';
export { userCommands } from './commands.ts';
export { createAccountEditor, seenBy } from './editing.ts';
export { INITIAL_ADMIN, ensureInitialAdmin, forgetInitialPassword, initialPasswordPath } from './initial-admin.ts';
export type { PasswordKeeper } from './password.ts';
export { passwordFaults, randomPassword } from './password-rule.ts';
export { type User, type UserChange, type Users, placeOf } from './service.ts';

/** Accounts from the main database. `keeper` is another one only in tests that need many cheap sign-ins. */
export const userFeature = (kit: {
  db: Database;
  bus: Bus;
  clock: Clock;
  keeper?: PasswordKeeper | undefined;
  /** Rights nobody has in this deployment. */
  clearedRights?: ReadonlySet<Right>;
}): Promise<Users> =>
  createUsers({
    clearedRights: new Set(),
    ...kit,
    store: createUserStore(kit.db),
    sets: createPermissionSetStore(kit.db),
    keeper: kit.keeper ?? createPasswordKeeper(),
  });
