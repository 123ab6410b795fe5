// The mail server that mails are sent by: the setting, and a mail that tries it.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { outcome } from '../speak/wire.ts';

/** '0' STARTTLS (ports 25 and 587), '1' TLS from the first byte (port 465), '2' nothing is encrypted. */
export const smtpSecurities = ['0', '1', '2'] as const;
/** '0' CRAM-MD5, '1' nobody signs in, '2' PLAIN, '3' LOGIN. */
export const smtpAuths = ['0', '1', '2', '3'] as const;

/** Of one receiver or sender, without a name. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+$/;
const NO_ADDRESS = 'This is no mail address.';
export const mailAddress = z.string().trim().max(254).regex(ADDRESS, NO_ADDRESS);

const line = z
  .string()
  .max(200)
  // oxlint-disable-next-line no-control-regex -- they would end a line of the mail, or of the talk with its server
  .regex(/^[^\u0000-\u001F\u007F]*$/, 'This holds a character that nobody types.');

export const mailSender = z
  .object({
    /** '': mails are not sent. */
    server: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._:-]{0,253}$/, 'This is no host name and no address.'),
    port: z.number().int().min(1).max(65_535),
    security: z.enum(smtpSecurities),
    auth: z.enum(smtpAuths),
    user: line,
    pass: line,
    from: z
      .string()
      .trim()
      .max(254)
      .refine((text) => text === '' || ADDRESS.test(text), NO_ADDRESS),
    /** Of the sender, as receivers see it. */
    name: line,
  })
  .refine(({ server, from }) => server === '' || from !== '', {
    path: ['from'],
    message: 'Type the address that mails come from.',
  })
  .refine(({ server, auth, user }) => server === '' || auth === '1' || user !== '', {
    path: ['user'],
    message: 'Type the user, or choose no authentication.',
  });
export type MailSender = z.output<typeof mailSender>;

export const NO_MAIL_SENDER: MailSender = {
  server: '',
  port: 587,
  security: '0',
  auth: '2',
  user: '',
  pass: '',
  from: '',
  name: '',
};

const mailSettings = z.object({ mail: mailSender });
const example = {
  mail: { ...NO_MAIL_SENDER, server: 'mail.example.org', user: 'fleet', pass: 'secret', from: 'fleet@example.org' },
};
export const mailSetting = setting('/gkserver/smtp', mailSettings, {
  key: 'smtp',
  audit: { action: 'Set mail server', secret: { 'mail.pass': true } },
  belongs: {
    'mail.pass': {
      to: ['mail.server', 'mail.port', 'mail.security', 'mail.auth', 'mail.user'],
      text: 'Type the password again, since the server, its port, the security, the authentication or the user was changed.',
    },
  },
  shown: mailSettings,
  readers: 'admin',
  applies: 'now',
  loadBy: { method: 'POST' },
  about: {
    load: 'The mail server that mails are sent by.',
    save: "Sets that, for the next mail. With an empty server nothing is sent. `security`: '0' STARTTLS, '1' TLS, '2' none; `auth`: '0' CRAM-MD5, '1' none, '2' PLAIN, '3' LOGIN. The mask keeps the password only where those two, the server, its port and the user stay.",
  },
  example: { saved: example, shown: { mail: { ...example.mail, pass: '********' } } },
});

export const postMailTest = call({
  method: 'POST',
  path: '/gkserver/smtptest',
  right: 'admin',
  audit: { action: 'Send test mail', secret: {} },
  input: z.object({ testreceiver: mailAddress }),
  reply: outcome,
  about:
    'Sends a mail to `testreceiver` at once by the mail server that is saved; `message` says why it was not taken.',
  example: {
    input: { testreceiver: 'operator@example.org' },
    reply: { hasError: 0, message: 'The mail server took the mail.' },
  },
});
