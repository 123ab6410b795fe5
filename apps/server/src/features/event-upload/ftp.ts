// One file to an FTP server: under another name until it is whole. Says why it was not taken, and never the password.
import { lookup } from 'node:dns/promises';
import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { readUploadTarget, type UploadTarget, UPLOAD_TARGET_RULE } from '@outrider/contract';
import { Client } from 'basic-ftp';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import { withoutSecrets } from '../../kernel/redact.ts';
import { isPrivateAddress, type MayBePrivate } from '../../kernel/web/outgoing-request.ts';
import { TargetAwayError } from './away-targets.ts';
import { paced } from './paced.ts';

const SILENCE_MS = 30_000;
const PRIVATE = 'This is a private address, which the configuration does not allow (outgoingHosts).';

export type FtpKit = { clock: Clock; may: MayBePrivate };
export type FtpFile = { file: FileHandle; target: string; remotePath: string };

/** The very address that is connected to, so that a name cannot lead elsewhere a moment later. */
const addressOf = async ({ host }: UploadTarget, may: MayBePrivate): Promise<string> => {
  const { address } = await lookup(host).catch((error: unknown) => {
    throw new TargetAwayError('unavailable', `${host} is not found.`, { cause: error });
  });
  if (isPrivateAddress(address) && !may(host)) throw new AppError('forbidden', PRIVATE);
  return address;
};

/** What went wrong, in the words of the server without what it was told. Not as a cause: that would be logged as it came. */
const wordsOf = (error: unknown, { password }: UploadTarget): string =>
  withoutSecrets(errorText(error), [password, encodeURIComponent(password)]);

/** Rejects with AppError: `invalid` and `forbidden` stay as they are, `unavailable` may be over later; TargetAwayError where nobody is let in. */
export const sendByFtp = async (
  { clock, may }: FtpKit,
  { file, target: text, remotePath }: FtpFile,
  { signal, bytesPerSecond }: { signal: AbortSignal; bytesPerSecond: () => number },
): Promise<void> => {
  const target = readUploadTarget(text);
  if (target === undefined) throw new AppError('invalid', UPLOAD_TARGET_RULE);
  const host = await addressOf(target, may);
  signal.throwIfAborted();
  const client = new Client(SILENCE_MS, { allowSeparateTransferHost: false });
  const stop = (): void => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { port, user, password, secure } = target;
    await client
      .access({ host, port, user, password, secure, secureOptions: { servername: target.host } })
      .catch((error: unknown) => {
        throw new TargetAwayError('unavailable', wordsOf(error, target));
      });
    const folder = posix.dirname(remotePath);
    const name = posix.basename(remotePath);
    if (folder !== '.') await client.ensureDir(folder);
    const bytes = file.createReadStream({ autoClose: false });
    await client.uploadFrom(Readable.from(paced(bytes, { clock, signal, bytesPerSecond })), `${name}.part`);
    await client.rename(`${name}.part`, name);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TargetAwayError) throw error;
    throw new AppError('unavailable', wordsOf(error, target));
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
};
