// The state of a change of password and what saving it does: from the user menu it signs out, after an expired password it signs
// in again.
import { putPassword } from '@outrider/contract';
import { useState } from 'react';
import { deployment } from '../../../lib/deployment.ts';
import { t } from '../../../lib/i18n.ts';
import { hashPassword } from '../../../lib/password-hash.ts';
import { send } from '../../../lib/send.ts';
import { writeTab } from '../../../lib/tab-memory.ts';
import { signOut } from '../../../live/index.ts';
import { sessionStore } from '../../../live/session.ts';
import type { ExpiredSignIn } from '../../../parts/overlay-store.ts';
import { showToast } from '../../../ui/toast.ts';
import { checkPassword } from './logic.ts';
import type { PasswordDraft } from './logic.ts';

const CHANGED = 'Password changed. Sign in with the new one.';
const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : t('Something unexpected happened');

/** Afterwards the old sign-in is worth nothing: the page starts anew at the form. */
const startAnew = async (): Promise<void> => {
  writeTab('notice', CHANGED);
  await signOut();
  globalThis.location.assign('/login');
};

/** `expired` is the sign-in that found its account expired; without it this is the signed-in user's own change. */
export const useChangePassword = (expired: ExpiredSignIn | undefined, onDone: () => void) => {
  const [{ userName, passwordHash: storedHash }] = useState(() => expired ?? sessionStore.getState());
  const [draft, setDraft] = useState<PasswordDraft>({ current: '', next: '', repeat: '' });
  const [busy, setBusy] = useState(false);
  const check = checkPassword(draft, { userName, storedHash, strict: deployment.strictPassword });

  const save = async (): Promise<void> => {
    if (!check.ready || busy) return;
    setBusy(true);
    const newpass = hashPassword(draft.next);
    try {
      await send(putPassword, { newpass, username: userName, password: storedHash });
    } catch (error) {
      setBusy(false);
      showToast('error', t('Password not changed'), wordsOf(error), { id: 'password' });
      return;
    }
    if (expired === undefined) return startAnew();
    try {
      await expired.signInWith(newpass);
    } catch (error) {
      showToast('error', t('AuthFailed'), wordsOf(error));
    }
    return onDone();
  };
  const change = (part: Partial<PasswordDraft>): void => setDraft((before) => ({ ...before, ...part }));
  return { userName, draft, change, check, busy, save, known: storedHash !== '' };
};
