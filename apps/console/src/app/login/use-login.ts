// The sign-in form's state and what pressing the button does. Not: its look.
import { AppError, getCaptcha, getServer, postCaptcha } from '@outrider/contract';
import { useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { COMMAND_PORT_DEFAULT, readPreference } from '../../lib/preferences.ts';
import { send } from '../../lib/send.ts';
import { signIn } from '../../live/index.ts';
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
  }
  throw new AppError('invalid', t('The verification code you entered is incorrect'));
};

const submit = async (draft: LoginDraft, captcha: boolean, asksAddress: boolean): Promise<void> => {
  const address = asksAddress ? { host: draft.host, port: draft.port } : undefined;
  const problem = loginProblem({ userName: draft.userName, password: draft.password, address });
  if (problem !== undefined) throw new AppError('invalid', t(problem));
  const ticket = captcha ? { k: await captchaTicket(draft) } : {};
  await signIn({
    credentials: { U: draft.userName, P: hashPassword(draft.password), ...ticket },
    save: draft.save,
    serverHost: asksAddress ? draft.host : globalThis.location.hostname,
    serverPort: asksAddress ? draft.port : COMMAND_PORT_DEFAULT,
  });
};

/** What the form shows after a failure: the documented word, with the server's reason when that says more. */
const words = (error: unknown): string => {
  if (!(error instanceof AppError)) return t('Something unexpected happened');
  if (error.code === 'unauthenticated' || error.code === 'forbidden') return t('AuthFailed');
  return error.message;
};

export const useLogin = () => {
  const [draft, setDraft] = useState(firstDraft);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [failures, setFailures] = useState(0);
  const captcha = useCall(getCaptcha, {}).data?.captcha === 1;
  const global = useCall(getServer, {}, { enabled: deployment.serverAddressEntry }).data?.server === 'global';
  const asksAddress = global && deployment.serverAddressEntry;

  const change = (part: Partial<LoginDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const press = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await submit(draft, captcha, asksAddress);
    } catch (error) {
      setProblem(words(error));
      setFailures((count) => count + 1);
      change({ captcha: '', captchaId: '' });
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, busy, problem, setProblem, press, captcha, failures, asksAddress };
};
