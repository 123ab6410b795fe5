// Mail: the server it is sent by, as an administrator sets it, a mail that tries it, and the port by which rooms send mail.
import { randomUUID } from 'node:crypto';
import { type MailSender, NO_MAIL_SENDER, mailAddress, mailSetting, postMailTest } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { NotTakenError, type Outbox } from '../outbox/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { type LeftOut, type Mail, readAuthorities, sendBy } from './transport.ts';

const MAX_RECEIVERS = 50;
const MAX_TEXT = 200_000;
/** Of all attachments of one mail; most mail servers take no more. */
const MAX_ATTACHED_BYTES = 20 * 1024 * 1024;
const TEST_MS = 30_000;

const payload = z.object({
  to: z.array(mailAddress).min(1).max(MAX_RECEIVERS),
  subject: z.string(),
  text: z.string(),
  token: z.string(),
});

export type OutgoingMail = {
  to: readonly string[];
  subject: string;
  /** Plain text. */
  text: string;
  attachments?: readonly { name: string; type: string; data: Uint8Array }[];
};

/** What rooms have of it. */
export type Mailer = {
  /** Whether a mail server is set. */
  ready(): boolean;
  /**
   * Resolves when the mail is on the disk, from where it is sent, again after a failure, for three days. Throws AppError `unavailable`
   * where no mail server is set, `invalid` for receivers that are none, `limit_reached` for attachments that are too large or where too
   * much waits. `within`: a transaction of the caller's, without attachments, after which the outbox is kicked.
   */
  sendMail(mail: OutgoingMail, within?: Database): Promise<void>;
};

export type MailKit = {
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  outbox: Outbox;
  /** PEM of further authorities; '' for none. */
  caFile: string;
  clock: Clock;
  log: Log;
};

/** One line: a subject does not end the head of the mail. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
const messageIdOf = (token: string, { from }: MailSender): string => `<${token}@${from.split('@')[1] ?? 'outrider'}>`;

const checked = ({ to, text, attachments = [] }: OutgoingMail): void => {
  if (to.length === 0 || to.length > MAX_RECEIVERS || !to.every((address) => mailAddress.safeParse(address).success))
    throw new AppError('invalid', 'The receivers of a mail are 1 to 50 mail addresses.');
  const bytes = attachments.reduce((sum, { data }) => sum + data.byteLength, 0);
  if (bytes > MAX_ATTACHED_BYTES || text.length > MAX_TEXT)
    throw new AppError('limit_reached', 'The mail is too large: 20 MB is the most.');
};

export const mailFeature = ({ settings, outbox, caFile, clock, log }: MailKit) => {
  let sender = NO_MAIL_SENDER;
  const authorities = readAuthorities(caFile);
  let refusedReceivers = 0;
  const send = (mail: Mail, signal: AbortSignal): Promise<LeftOut> => sendBy(sender, authorities, mail, signal);
  const desk = outbox.kind('mail', {
    schema: payload,
    async send(mail, { files, signal }) {
      const messageId = messageIdOf(mail.token, sender);
      const { later, never, reason } = await send({ ...mail, attachments: files, messageId }, signal);
      if (never.length > 0) {
        refusedReceivers += never.length;
        log.warn('the mail server refuses receivers of a mail', { receivers: never, reason });
      }
      if (later.length > 0) throw new NotTakenError(reason, { ...mail, to: later });
    },
  });
  let started = false;
  const close = settings.follow(mailSetting, (chosen) => {
    sender = chosen?.mail ?? NO_MAIL_SENDER;
    if (started) void desk.wake().catch(() => undefined); // else it is tried when its pause is over
    started = true;
  });
  const calls: CallHandler[] = [
    ...settingCalls(settings, mailSetting, () => ({ mail: sender })),
    handle(postMailTest, async (_caller, { testreceiver }) => {
      const mail = {
        to: [testreceiver],
        subject: 'Test mail',
        text: 'This mail was sent to try the mail server that is set. Nothing needs to be done.',
        attachments: [],
        messageId: messageIdOf(randomUUID(), sender),
      };
      const late = new AbortController();
      const timer = clock.after(TEST_MS, () =>
        late.abort(new AppError('unavailable', 'The mail server does not answer.')),
      );
      try {
        const { reason } = await send(mail, late.signal);
        if (reason !== '') return { hasError: 1 as const, message: reason };
      } catch (error) {
        return { hasError: 1 as const, message: errorText(error) };
      } finally {
        timer.cancel();
      }
      return { hasError: 0 as const, message: 'The mail server took the mail.' };
    }),
  ];
  const mailer: Mailer = {
    ready: () => sender.server !== '',
    async sendMail(mail, within) {
      if (sender.server === '') throw new AppError('unavailable', 'No mail server is set.');
      checked(mail);
      const { to, subject, text, attachments = [] } = mail;
      const one = { to: [...to], subject: oneLine(subject), text, token: randomUUID() };
      await desk.add([{ lane: 'mail', payload: one, files: attachments }], within);
    },
  };
  return { calls, mailer, close, metrics: () => ({ mail_receivers_refused_total: refusedReceivers }) };
};
