// Whether pushes leave the server, and by whom text messages are sent.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { outcome, wireFlag } from '../speak/wire.ts';

export const DEFAULT_PUSH_PORT = 80;
/** `port`: of http addresses that name none. `secret`: what pushes are signed with; '' for no signature. */
const pushSettings = z.object({
  enable: wireFlag,
  port: z.number().int().min(1).max(65_535).default(DEFAULT_PUSH_PORT),
  secret: z.string().max(200).default(''),
});
export type PushSettings = z.output<typeof pushSettings>;
export const pushSetting = setting('/gkserver/cloud', pushSettings, {
  key: 'cloud',
  audit: { action: 'Set event pushes', secret: { secret: true } },
  shown: pushSettings,
  readers: 'admin',
  applies: 'now',
  about: {
    load: 'Whether events are pushed to other programs, as the push plans say.',
    save: 'Sets that. While it is off no event is pushed; what already waits goes when it is on again. `secret` signs each push: X-Outrider-Signature is sha256= and the HMAC-SHA256, in hexadecimal digits, of X-Outrider-Timestamp, the method, the path with its query, and the body, each on a line of its own.',
  },
  example: {
    saved: { enable: 1, port: DEFAULT_PUSH_PORT, secret: 'a key of both' },
    shown: { enable: 1, port: DEFAULT_PUSH_PORT, secret: '********' },
  },
});

export const smsProviders = ['infobip'] as const;
/** Added to the base URL of the provider. */
export const SMS_PATH = '/sms/2/text/advanced';
const smsConfig = z
  .object({
    enable: wireFlag,
    baseurl: z
      .string()
      .trim()
      .max(300)
      .regex(/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/, 'An address like https://xyz.api.infobip.com.'),
    apikey: z
      .string()
      .trim()
      .max(300)
      .regex(/^[\u0021-\u007E]*$/, 'This is no API key.'),
  })
  .refine(({ enable, baseurl, apikey }) => !enable || (baseurl !== '' && apikey !== ''), {
    path: ['baseurl'],
    message: 'Type the base URL and the API key.',
  });
const smsSettings = z.object({ provider: z.enum(smsProviders), config: smsConfig });
export type SmsSettings = z.output<typeof smsSettings>;
export const NO_SMS: SmsSettings = { provider: 'infobip', config: { enable: false, baseurl: '', apikey: '' } };
const smsExample = {
  provider: 'infobip' as const,
  config: { enable: 1 as const, baseurl: 'https://xyz.api.infobip.com' },
};
export const smsSetting = setting('/gkserver/sms', smsSettings, {
  key: 'sms',
  audit: { action: 'Set text messages', secret: { 'config.apikey': true } },
  belongs: {
    'config.apikey': {
      to: ['provider', 'config.baseurl'],
      text: 'Type the API key again, since the provider or the base URL was changed.',
    },
  },
  shown: smsSettings,
  readers: 'admin',
  applies: 'now',
  loadBy: { method: 'POST' },
  about: {
    load: 'By whom text messages are sent.',
    save: `Sets that, for the next text message. Messages are sent to ${SMS_PATH} under the base URL. The mask keeps the API key only where provider and base URL stay.`,
  },
  example: {
    saved: { ...smsExample, config: { ...smsExample.config, apikey: 'secret' } },
    shown: { ...smsExample, config: { ...smsExample.config, apikey: '********' } },
  },
});

export const MAX_SMS_TEXT = 600;
export const smsMessage = z.object({
  to: z
    .string()
    .trim()
    .regex(/^\+?\d{6,15}$/, 'This is no telephone number.'),
  from: z.string().trim().min(1).max(30),
  text: z.string().trim().min(1).max(MAX_SMS_TEXT),
});
export type SmsMessage = z.output<typeof smsMessage>;
/** As whom this product sends where nobody says otherwise. */
export const SMS_FROM = 'Outrider';

/** What the provider is sent, by the server and by the browser. `messageId`: by which it knows one that it has. */
export const smsRequest = (
  { baseurl, apikey }: Pick<SmsSettings['config'], 'baseurl' | 'apikey'>,
  { to, from, text, messageId }: SmsMessage & { messageId?: string },
) => ({
  url: `${baseurl.replace(/\/+$/, '')}${SMS_PATH}`,
  headers: { authorization: `App ${apikey}`, 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ messages: [{ destinations: [{ to, messageId }], from, text }] }),
});

const refusal = z.object({ requestError: z.object({ serviceException: z.object({ text: z.string() }) }) });
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
/** Why the provider did not take a message, in its words where it gave some. */
export const smsReasonOf = (status: number, answer: string): string => {
  const parsed = refusal.safeParse(asJson(answer));
  return parsed.success ? parsed.data.requestError.serviceException.text : `It answered ${status}`;
};

/** Hosts of the provider, which every page may ask. */
export const SMS_HOSTS = 'https://*.api.infobip.com';
/** The origin of a base URL as a policy names it; undefined for none, and for what a policy cannot name. */
export const smsOriginOf = (baseurl: string): string | undefined => {
  const origin = URL.canParse(baseurl) ? new URL(baseurl).origin : '';
  return /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?$/.test(origin) ? origin : undefined;
};
/** Whether a page may ask there without its being saved. */
export const isSmsHost = (baseurl: string): boolean =>
  /^https:\/\/[A-Za-z0-9.-]+\.api\.infobip\.com$/.test(smsOriginOf(baseurl) ?? '');

export const postSmsTest = call({
  method: 'POST',
  path: '/gkserver/smstest',
  right: 'admin',
  audit: { action: 'Send test text message', secret: {} },
  input: smsMessage,
  reply: outcome,
  about:
    'Sends a text message at once by what is saved, whether text messages are switched on or not; `message` says why the provider did not take it. For a console that has the key as the mask only: with a key that somebody typed the browser asks the provider itself.',
  example: {
    input: { to: '+886912345678', from: SMS_FROM, text: 'Test' },
    reply: { hasError: 0, message: 'The provider took the text message.' },
  },
});
