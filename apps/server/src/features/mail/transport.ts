// One mail to one mail server, by the setting as it is. Says why it was not taken, and never the password.
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { MailSender } from '@outrider/contract';
import { createTransport } from 'nodemailer';
import { AppError, StartError, errorText } from '../../kernel/errors.ts';
import { withoutSecrets } from '../../kernel/redact.ts';
import { NotTakenError, RefusedForGoodError } from '../outbox/index.ts';

export type Mail = {
  to: readonly string[];
  subject: string;
  text: string;
  attachments: readonly { name: string; type: string; path: string }[];
  /** The same in each try of one mail, so that a receiver who gets it twice can know. */
  messageId: string;
};

/** Receivers that the mail server did not take: for now, and for good. `reason`: of the first of them; '' where there is none. */
export type LeftOut = { later: string[]; never: string[]; reason: string };

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const MAX_REASON = 400;

const authMethods = { '0': 'CRAM-MD5', '2': 'PLAIN', '3': 'LOGIN' } as const;

const authOf = ({ auth, user, pass }: MailSender) =>
  auth === '1' ? {} : { authMethod: authMethods[auth], auth: { user, pass } };

type Authorities = readonly string[] | undefined;
const optionsOf = (sender: MailSender, ca: Authorities) => ({
  host: sender.server,
  port: sender.port,
  secure: sender.security === '1',
  requireTLS: sender.security === '0',
  ignoreTLS: sender.security === '2',
  ...authOf(sender),
  tls: { ...(ca && { ca: [...ca] }), minVersion: 'TLSv1.2' as const },
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
  dnsTimeout: CONNECT_MS,
  disableUrlAccess: true,
});

/** The authorities that Node brings and those of the file; undefined for Node's own choice. Throws StartError where it cannot be read. */
export const readAuthorities = (file: string): readonly string[] | undefined => {
  if (file === '') return undefined;
  try {
    return [...rootCertificates, readFileSync(file, 'utf8')];
  } catch (error) {
    throw new StartError(`mailCaFile cannot be read: ${errorText(error)}`, { cause: error });
  }
};

const factOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;

const textOf = (error: unknown, name: string): string | undefined => {
  const fact = factOf(error, name);
  return typeof fact === 'string' ? fact : undefined;
};

/** A mail server may say what it was told: the password goes, as it is and as it was sent. */
const withoutPassword = (text: string, { user, pass }: MailSender): string => {
  const sent = [pass, `\0${user}\0${pass}`].map((secret) => Buffer.from(secret).toString('base64'));
  return pass === '' ? text : withoutSecrets(text, [pass, ...sent]);
};

/** What keeps every mail from this server now, in words. */
const awayReasons: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server does not accept the user and password',
  ETLS: 'The connection to the mail server cannot be encrypted',
  EDNS: 'The mail server is not found',
  ECONNECTION: 'The mail server cannot be reached',
  ETIMEDOUT: 'The mail server does not answer',
  ESOCKET: 'The connection to the mail server failed',
  EPROTOCOL: 'The mail server does not speak as mail servers do',
};
const reasons: Readonly<Record<string, string>> = {
  ...awayReasons,
  EENVELOPE: 'The mail server does not take mail from or for this address',
  EMESSAGE: 'The mail server does not take the mail',
};

const statusOf = (error: unknown): number => Number(factOf(error, 'responseCode') ?? 0);

/** Whether the same mail would be refused again: of the address or the mail itself, not of who sends it. */
const isForGood = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(textOf(error, 'code') ?? '') && statusOf(error) >= 500;

const wordsOf = (error: unknown, sender: MailSender): string => {
  const said = textOf(error, 'response') ?? errorText(error);
  const what = reasons[textOf(error, 'code') ?? ''] ?? 'The mail was not sent';
  return withoutPassword(`${what}: ${said.replaceAll(/\s+/g, ' ').trim()}`, sender).slice(0, MAX_REASON);
};

const refusalOf = (error: unknown, sender: MailSender): Error => {
  const text = wordsOf(error, sender);
  if (isForGood(error)) return new RefusedForGoodError(text);
  const isAway = Object.hasOwn(awayReasons, textOf(error, 'code') ?? '');
  return isAway ? new AppError('unavailable', text) : new NotTakenError(text);
};

/** `told`: the answer, or the error where nobody was taken; both name who was refused. */
const leftOutOf = (told: unknown, sender: MailSender): LeftOut => {
  const errors = factOf(told, 'rejectedErrors');
  const refusals: unknown[] = Array.isArray(errors) ? errors : [];
  const receivers = (are: (error: unknown) => boolean): string[] =>
    refusals.filter(are).flatMap((error) => textOf(error, 'recipient') ?? []);
  return {
    later: receivers((error) => !isForGood(error)),
    never: receivers(isForGood),
    reason: refusals.length > 0 ? wordsOf(refusals[0], sender) : '',
  };
};

/**
 * Resolves when the mail server took the mail for some, or may for some of them later. Rejects with the reason in words, as kinds of the
 * outbox do, or with that of the signal.
 */
export const sendBy = async (
  sender: MailSender,
  ca: Authorities,
  mail: Mail,
  signal: AbortSignal,
): Promise<LeftOut> => {
  if (sender.server === '') throw new AppError('unavailable', 'No mail server is set.');
  const transport = createTransport(optionsOf(sender, ca));
  try {
    const answer = await transport.sendMail({
      from: { name: sender.name, address: sender.from },
      to: mail.to.map((address) => ({ name: '', address })),
      subject: mail.subject,
      text: mail.text,
      messageId: mail.messageId,
      attachments: mail.attachments.map(({ name, type, path }) => ({ filename: name, contentType: type, path })),
      signal,
    });
    return leftOutOf(answer, sender);
  } catch (error) {
    if (textOf(error, 'code') === 'EABORT') signal.throwIfAborted();
    const leftOut = leftOutOf(error, sender);
    if (leftOut.later.length > 0) return leftOut;
    throw refusalOf(error, sender);
  } finally {
    transport.close();
  }
};
