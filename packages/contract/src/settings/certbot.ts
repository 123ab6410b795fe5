// A certificate that an authority issues by itself (ACME, Let's Encrypt): getting it, renewing it, and what came of it last.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, outcome, wireSeconds } from '../speak/wire.ts';

/** Names with commas, spaces or lines between them. */
export const domainsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
const NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const domains = z
  .string()
  .trim()
  .min(1, 'Type the names of this server.')
  .max(5000)
  .refine((text) => domainsIn(text).every((name) => NAME.test(name)), 'Type host names, with commas between them.')
  .refine((text) => domainsIn(text).length <= 50, 'Type at most 50 names.');
const email = z.email('This is no mail address.').max(254);

export const CERTBOT_BUSY = 'Trying get certificate now';

export const getCertbot = call({
  method: 'GET',
  path: '/gkserver/certbot',
  right: 'admin',
  input: z.object({}),
  reply: z.object({ text: z.string(), time: wireSeconds, domains: z.string(), email: z.string(), to: wireSeconds }),
  about:
    'What came of getting a certificate last, in words, and when (0: never); the names and the mail address it was asked with; until when the certificate is valid (0: there is none).',
  example: {
    input: {},
    reply: {
      text: 'The certificate was issued.',
      time: 1_790_000_000,
      domains: 'fleet.example.org',
      email: 'admin@example.org',
      to: 1_797_000_000,
    },
  },
});
const done = outcome.extend({ text: z.string() });
const example = { hasError: 0 as const, message: 'Success', text: 'The certificate was issued.' };
export const postCertbot = call({
  method: 'POST',
  path: '/gkserver/certbot',
  right: 'admin',
  audit: { action: 'Get certificate', secret: { password: true } },
  input: z.object({ ...bodyCredentials, domains, email }),
  reply: done,
  about:
    'Gets a certificate for these names from the authority (ACME, http-01 at port 80), and accepts its terms. Answers when it is there, or with what the authority says. It counts at once, unless one is saved at /gkserver/encrypt, and is renewed 30 days before it ends.',
  example: { input: { domains: 'fleet.example.org', email: 'admin@example.org' }, reply: example },
});
export const putCertbot = call({
  method: 'PUT',
  path: '/gkserver/certbot',
  right: 'admin',
  audit: { action: 'Renew certificate', secret: { password: true } },
  input: z.object(bodyCredentials),
  reply: done,
  about: 'Renews that certificate now.',
  example: { input: {}, reply: example },
});
