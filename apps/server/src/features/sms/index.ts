// Text messages: the provider as an administrator sets it, their delivery by it, one that tries it, and where pages may try it themselves.
import { randomUUID } from 'node:crypto';
import {
  MAX_SMS_TEXT,
  NO_SMS,
  postSmsTest,
  SMS_FROM,
  SMS_HOSTS,
  type SmsMessage,
  type SmsSettings,
  smsOriginOf,
  smsReasonOf,
  smsRequest,
  smsSetting,
} from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type MayBePrivate, isPrivateAddress, sendOut } from '../../kernel/web/outgoing-request.ts';
import { type Outbox, assertTaken } from '../outbox/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

export type TextMessages = {
  enabled(): boolean;
  /** One to each number. Within the caller's transaction, after which the outbox is kicked. */
  add(numbers: readonly string[], text: string, within: Database): Promise<void>;
};

export type SmsKit = {
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  outbox: Outbox;
  clock: Clock;
  /** Hosts that may be reached without TLS, and at private addresses. */
  mayBePrivate: MayBePrivate;
};

/** `messageId`: the same in each try, so that the provider can know one that it has. */
const payload = z.object({ to: z.string(), text: z.string(), messageId: z.string() });
/** All go to one provider by one key: what may change, as with a wrong key or address, is so for all of them. */
const isAway = (): boolean => true;
const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isPrivateAddress(host) && /^(127\.|::1$)/.test(host));

/** Throws AppError `invalid` where the key would go over the network as it is. */
const assertSafe = (baseurl: string, may: MayBePrivate): void => {
  if (!baseurl.startsWith('http://')) return;
  const host = new URL(baseurl).hostname.replaceAll(/^\[|\]$/g, '');
  if (!isLoopback(host) && !may(host))
    throw new AppError(
      'invalid',
      'config.baseurl: Only https keeps the API key to itself. The configuration can allow another host (outgoingHosts).',
    );
};

/** Sends one by what is set; gives why it was not taken, '' where it was. */
const trial = async (
  { config }: SmsSettings,
  message: SmsMessage,
  by: { clock: Clock; may: MayBePrivate },
): Promise<string> => {
  const { signal } = new AbortController();
  if (config.baseurl === '' || config.apikey === '') return 'Type the base URL and the API key.';
  try {
    const { status, text } = await sendOut({ method: 'POST', ...smsRequest(config, message) }, { ...by, signal });
    return status >= 200 && status < 300 ? '' : smsReasonOf(status, text);
  } catch (error) {
    return errorText(error);
  }
};

/** Where pages may send text messages themselves, to try what is typed: the provider's own hosts, and the base URL that is saved. */
export const smsOrigins = (
  settings: Pick<Settings, 'follow'>,
): { origins: () => readonly string[]; close: () => void } => {
  let origins: readonly string[] = [];
  const close = settings.follow(smsSetting, (chosen = NO_SMS) => {
    const saved = smsOriginOf(chosen.config.baseurl);
    origins = saved === undefined ? [SMS_HOSTS] : [SMS_HOSTS, saved];
  });
  return { origins: () => origins, close };
};

export const smsFeature = ({ settings, outbox, clock, mayBePrivate }: SmsKit) => {
  let chosen: SmsSettings = NO_SMS;
  const may: MayBePrivate = (host) => isLoopback(host) || mayBePrivate(host);
  const desk = outbox.kind('sms', {
    schema: payload,
    async send({ to, text, messageId }, { signal }) {
      if (!chosen.config.enable) throw new AppError('unavailable', 'Text messages are switched off.');
      const sent = { to, from: SMS_FROM, text, messageId };
      const answer = await sendOut({ method: 'POST', ...smsRequest(chosen.config, sent) }, { clock, may, signal });
      assertTaken(answer.status, smsReasonOf(answer.status, answer.text), isAway);
    },
  });
  let started = false;
  const close = settings.follow(smsSetting, (next) => {
    chosen = next ?? NO_SMS;
    if (started) void desk.wake().catch(() => undefined); // else it is tried when its pause is over
    started = true;
  });
  const texts: TextMessages = {
    enabled: () => chosen.config.enable,
    add: (numbers, text, within) =>
      desk.add(
        numbers.map((to) => ({
          lane: 'sms',
          payload: { to, text: text.slice(0, MAX_SMS_TEXT), messageId: randomUUID() },
        })),
        within,
      ),
  };
  const calls: CallHandler[] = [
    ...settingCalls(
      settings,
      smsSetting,
      () => chosen,
      async ({ config }) => assertSafe(config.baseurl, mayBePrivate),
    ),
    handle(postSmsTest, async (_caller, message) => {
      const reason = await trial(chosen, message, { clock, may });
      if (reason !== '') return { hasError: 1 as const, message: reason };
      return { hasError: 0 as const, message: 'The provider took the text message.' };
    }),
  ];
  return { calls, texts, close };
};
