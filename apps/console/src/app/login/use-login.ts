// The sign-in form's state and what pressing the button does. Not: its look.
import { AppError, getCaptcha, getServer, postCaptcha, postVerifyUser } from '@outrider/contract';
import { useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { noToast } from '../../lib/refusals.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { COMMAND_PORT_DEFAULT, readPreference } from '../../lib/preferences.ts';
import { send } from '../../lib/send.ts';
import { readTab, writeTab } from '../../lib/tab-memory.ts';
import { live } from '../../live/index.ts';
import { useSession } from '../../live/session.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { loginProblem } from './login-rules.ts';

export type LoginDraft = {
  userName: string;
  password: string;
  host: string;
  port: string;
  save: boolean;
  captcha: string;
  captchaId: string;
};

const firstDraft = (): LoginDraft => ({
  userName: readPreference('UserName'),
  password: '',
  host: readPreference('ServerIp') || globalThis.location.hostname,
  port: readPreference('ServerPort') || COMMAND_PORT_DEFAULT,
  save: deployment.forceAutoLogin || readPreference('AutoLogin') === 'true',
  captcha: '',
  captchaId: '',
});

/** Asks the server whether the captcha's answer is right; gives the ticket that the sign-in carries. */
const captchaTicket = async (draft: LoginDraft): Promise<string> => {
  try {
    const { ticket } = await send(postCaptcha, { id: draft.captchaId, answer: draft.captcha });
    if (ticket !== undefined) return ticket;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    noToast(error); // said in the words of the documents
  }
  throw new AppError('invalid', t('The verification code you entered is incorrect'));
};

/** Whether the account may sign in, where this deployment asks first; only this page's own server can be asked. */
const verdictOf = async (draft: LoginDraft, passwordHash: string): Promise<'valid' | 'expired'> => {
  const ownHost = draft.host === globalThis.location.hostname;
  if (!deployment.verifyUser || !ownHost) return 'valid';
  const { result } = await send(postVerifyUser, { username: draft.userName, password: passwordHash });
  if (result === 'invalid') throw new AppError('invalid', t('Invalid User'));
  return result;
};

/** True when signed in; false when an expired account is asked for a new password, which signs in later. */
const submit = async (form: LoginDraft, captcha: boolean, asksAddress: boolean): Promise<boolean> => {
  const draft = asksAddress ? form : { ...form, host: globalThis.location.hostname, port: COMMAND_PORT_DEFAULT };
  const { userName, password, host, port, save } = draft;
  const problem = loginProblem({ userName, password, address: asksAddress ? { host, port } : undefined });
  if (problem !== undefined) throw new AppError('invalid', t(problem));
  const ticket = captcha ? { k: await captchaTicket(draft) } : {};
  const signInWith = (P: string): Promise<void> =>
    live().account.signIn({ credentials: { U: userName, P, ...ticket }, save, serverHost: host, serverPort: port });
  const passwordHash = hashPassword(password);
  if ((await verdictOf(draft, passwordHash)) === 'expired') {
    openOverlay({ kind: 'changePassword', expired: { userName, passwordHash, signInWith } });
    return false;
  }
  await signInWith(passwordHash);
  return true;
};

/** What the form shows after a failure: the documented word, with the server's reason when that says more. */
const words = (error: unknown): string => {
  if (!(error instanceof AppError)) return t('Something unexpected happened');
  if (error.code === 'unauthenticated' || error.code === 'forbidden') return t('AuthFailed');
  if (error.code === 'expired') return t('This account has expired.');
  return t(error.message);
};

export const useLogin = () => {
  const [draft, setDraft] = useState(firstDraft);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [failures, setFailures] = useState(0);
  const [notice, setNotice] = useState(() => readTab('notice'));
  // A saved sign-in that was refused led here: the form must not look as if nothing had happened.
  const refused = useSession((s) => s.loginFlag === 2);
  const captcha = useCall(getCaptcha, {}).data?.captcha === 1;
  const global = useCall(getServer, {}, { enabled: deployment.serverAddressEntry }).data?.server === 'global';
  const asksAddress = global && deployment.serverAddressEntry;

  const dropNotice = (): void => {
    writeTab('notice', '');
    setNotice('');
  };
  const change = (part: Partial<LoginDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const newCaptcha = (): void => {
    setFailures((count) => count + 1);
    change({ captcha: '', captchaId: '' });
  };
  const press = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    dropNotice();
    try {
      if (!(await submit(draft, captcha, asksAddress))) newCaptcha();
    } catch (error) {
      setProblem(words(error));
      newCaptcha();
    } finally {
      setBusy(false);
    }
  };
  const told = problem === '' && refused && !busy ? t('AuthFailed') : problem;
  return { draft, change, busy, problem: told, setProblem, press, captcha, failures, asksAddress, notice };
};
