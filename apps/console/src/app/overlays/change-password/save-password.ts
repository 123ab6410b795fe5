// What saving a new password does: from the user menu it signs out, after an expired password it signs in again.
import { putPassword } from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';
import { hashPassword } from '../../../lib/password-hash.ts';
import { send } from '../../../lib/send.ts';
import { writeTab } from '../../../lib/tab-memory.ts';
import { live } from '../../../live/index.ts';
import type { ExpiredSignIn } from '../../../parts/overlay-store.ts';
import { showFailure } from '../../../ui/toast.ts';

const CHANGED = 'Password changed. Sign in with the new one.';

/** Whose password it is, and the hash that the sign-in used; '' where it was by a link. */
export type PasswordOwner = { readonly userName: string; readonly passwordHash: string };

/** Afterwards the old sign-in is worth nothing: the page starts again at the form. */
const startAgain = async (): Promise<void> => {
  writeTab('notice', CHANGED);
  await live().account.signOut();
  globalThis.location.assign('/login');
};

/** `expired` is the sign-in that found its account expired. Rejects when the password is not changed. */
export const savePassword = async (
  next: string,
  { userName, passwordHash }: PasswordOwner,
  expired: ExpiredSignIn | undefined,
): Promise<void> => {
  const newpass = hashPassword(next);
  await send(putPassword, { newpass, username: userName, password: passwordHash });
  if (expired === undefined) return startAgain();
  try {
    await expired.signInWith(newpass);
  } catch (error) {
    showFailure(t('AuthFailed'), error);
  }
};
