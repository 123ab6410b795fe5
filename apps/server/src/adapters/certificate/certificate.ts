// The certificate for https: the operator's files, or one of our own making that is kept in the data folder.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import { StartError, errorText } from '../../kernel/errors.ts';
import { isDiskFull } from '../../kernel/storage/disk-full.ts';

export type Certificate = { key: string; cert: string };

const DAY_MS = 86_400_000;
/** No browser takes a longer life, the day before now included. */
const LONGEST_DAYS = 397;
const VALID_DAYS = LONGEST_DAYS - 1;
const RENEW_DAYS = 30;
const OWNER_ONLY = 0o600;

const readText = (path: string, key: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`${key} cannot be read: ${errorText(error)}`, { cause: error });
  }
};

/** The operator's own certificate. Throws StartError when a file is missing or the two do not belong together. */
export const readCertificate = (certPath: string, keyPath: string): Certificate => {
  const certificate = { cert: readText(certPath, 'tlsCert'), key: readText(keyPath, 'tlsKey') };
  try {
    if (new X509Certificate(certificate.cert).checkPrivateKey(createPrivateKey(certificate.key))) return certificate;
  } catch (error) {
    throw new StartError(`tlsCert and tlsKey are not a certificate and its key in PEM: ${errorText(error)}`, {
      cause: error,
    });
  }
  throw new StartError('tlsKey is not the key of tlsCert.');
};

const isFit = ({ cert }: Certificate, names: readonly string[], nowMs: number): boolean => {
  const parsed = new X509Certificate(cert);
  const endMs = Date.parse(parsed.validTo);
  const lasts = endMs - nowMs > RENEW_DAYS * DAY_MS;
  const short = endMs - Date.parse(parsed.validFrom) <= LONGEST_DAYS * DAY_MS;
  return (
    lasts &&
    short &&
    names.every((name) => (isIP(name) === 0 ? parsed.checkHost(name) : parsed.checkIP(name)) !== undefined)
  );
};

const pathsIn = (folder: string): { certPath: string; keyPath: string } => ({
  certPath: join(folder, 'tls', 'cert.pem'),
  keyPath: join(folder, 'tls', 'key.pem'),
});

/** The pair of our own making; undefined where there is none, or none that can be used: nobody misses one that can be made again. */
const readOwn = (folder: string): Certificate | undefined => {
  const { certPath, keyPath } = pathsIn(folder);
  try {
    return readCertificate(certPath, keyPath);
  } catch {
    return undefined;
  }
};

const makeOwn = async (names: readonly string[], nowMs: number): Promise<Certificate> => {
  // Loaded when one is made: what can make them takes 5 MB.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Outrider' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
};

const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Under their names both are whole. Of two pairs, as a kill between the renames leaves them, the next start makes a new one. */
const keepOwn = async (folder: string, { cert, key }: Certificate): Promise<void> => {
  const { certPath, keyPath } = pathsIn(folder);
  try {
    await mkdir(join(folder, 'tls'), { recursive: true, mode: 0o700 });
    await writeSynced(`${keyPath}.new`, key);
    await writeSynced(`${certPath}.new`, cert);
    await rename(`${keyPath}.new`, keyPath);
    await rename(`${certPath}.new`, certPath);
  } catch (error) {
    if (isDiskFull(error)) throw error; // reported as what it is
    throw new StartError(`The certificate cannot be kept in ${join(folder, 'tls')}: ${errorText(error)}`, {
      cause: error,
    });
  }
};

/** A certificate for these names and addresses, made once and again shortly before it ends, when an address is new or it is damaged. */
export const selfSignedCertificate = async (
  folder: string,
  names: readonly string[],
  clock: Clock,
): Promise<Certificate> => {
  const kept = readOwn(folder);
  if (kept !== undefined && isFit(kept, names, clock.now())) return kept;
  const made = await makeOwn(names, clock.now());
  await keepOwn(folder, made);
  return made;
};
