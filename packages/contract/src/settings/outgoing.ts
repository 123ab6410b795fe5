// Whether pushes leave the server, and by whom text messages are sent.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { wireFlag } from '../speak/wire.ts';

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
  shown: smsSettings,
  readers: 'admin',
  applies: 'now',
  loadBy: { method: 'POST' },
  about: {
    load: 'By whom text messages are sent.',
    save: `Sets that, for the next text message. Messages are sent to ${SMS_PATH} under the base URL.`,
  },
  example: {
    saved: { ...smsExample, config: { ...smsExample.config, apikey: 'secret' } },
    shown: { ...smsExample, config: { ...smsExample.config, apikey: '********' } },
  },
});
