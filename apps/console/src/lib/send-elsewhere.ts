// A request of this browser to another server than ours: where somebody tries what they typed. The policy of our pages names whom they may ask.
import { AppError } from '@outrider/contract';
import { t } from './i18n.ts';
import { systemClock } from './time.ts';

export type Elsewhere = { url: string; headers: Record<string, string>; body: string };
export type AnswerElsewhere = { status: number; text: string };

const ANSWER_MS = 15_000;

/** Throws an error with its words where the policy of this page does not name the server, and AppError `unavailable` where there is no answer. */
export const postElsewhere = async ({ url, headers, body }: Elsewhere): Promise<AnswerElsewhere> => {
  let refused = false;
  const hear = (event: SecurityPolicyViolationEvent): void => {
    refused ||= URL.canParse(event.blockedURI) && new URL(event.blockedURI).origin === new URL(url).origin;
  };
  document.addEventListener('securitypolicyviolation', hear);
  const late = new AbortController();
  const stop = systemClock.after(ANSWER_MS, () => late.abort());
  try {
    const options = { method: 'POST', headers, body, credentials: 'omit', signal: late.signal } as const;
    const answer = await fetch(url, { ...options, referrerPolicy: 'no-referrer' });
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    // The violation is told after the request has failed.
    await new Promise<void>((next) => void systemClock.after(0, next));
    if (refused) throw new Error(t('Reload this page first.'), { cause });
    throw new AppError('unavailable', t('The server cannot be reached'), { cause });
  } finally {
    stop();
    document.removeEventListener('securitypolicyviolation', hear);
  }
};
