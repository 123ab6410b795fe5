// Text messages: the provider as an administrator sets it, and their delivery by it.
import { randomUUID } from 'node:crypto';
import { NO_SMS, SMS_PATH, type SmsSettings, smsSetting } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
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

const FROM = 'Outrider';
const MAX_TEXT = 600;
/** `messageId`: the same in each try, so that the provider can know one that it has. */
const message = z.object({ to: z.string(), text: z.string(), messageId: z.string() });
/** All go to one provider by one key: what may change, as with a wrong key or address, is so for all of them. */
const isAway = (): boolean => true;
const refusal = z.object({ requestError: z.object({ serviceException: z.object({ text: z.string() }) }) });

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isPrivateAddress(host) && /^(127\.|::1$)/.test(host));

const reasonOf = (status: number, text: string): string => {
  const parsed = refusal.safeParse(asJson(text));
  return parsed.success ? parsed.data.requestError.serviceException.text : `It answered ${status}`;
};
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

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

export const smsFeature = ({ settings, outbox, clock, mayBePrivate }: SmsKit) => {
  let chosen: SmsSettings = NO_SMS;
  const may: MayBePrivate = (host) => isLoopback(host) || mayBePrivate(host);
  const desk = outbox.kind('sms', {
    schema: message,
    async send({ to, text, messageId }, { signal }) {
      const { enable, baseurl, apikey } = chosen.config;
      if (!enable) throw new AppError('unavailable', 'Text messages are switched off.');
      const answer = await sendOut(
        {
          method: 'POST',
          url: `${baseurl.replace(/\/+$/, '')}${SMS_PATH}`,
          headers: { authorization: `App ${apikey}`, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ messages: [{ destinations: [{ to, messageId }], from: FROM, text }] }),
        },
        { clock, may, signal },
      );
      assertTaken(answer.status, reasonOf(answer.status, answer.text), isAway);
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
        numbers.map((to) => ({ lane: 'sms', payload: { to, text: text.slice(0, MAX_TEXT), messageId: randomUUID() } })),
        within,
      ),
  };
  const calls: CallHandler[] = settingCalls(
    settings,
    smsSetting,
    () => chosen,
    async ({ config }) => assertSafe(config.baseurl, mayBePrivate),
  );
  return { calls, texts, close };
};
