// Whether a certificate can serve: its key, its chain, its dates, its names. Pure but for reading PEM.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { AppError } from '../../kernel/errors.ts';
import { type TlsFiles, tlsOptions } from '../../kernel/web/tls.ts';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MOST = 10;

const refused = (message: string, cause?: unknown): AppError => new AppError('invalid', message, { cause });
const tried = <T>(action: () => T, message: string): T => {
  try {
    return action();
  } catch (error) {
    throw refused(message, error);
  }
};

/** The certificates in a PEM text, in its order. Throws AppError `invalid`. */
const certificatesIn = (pem: string): [X509Certificate, ...X509Certificate[]] => {
  const blocks = pem.match(BLOCK) ?? [];
  const [leaf, ...above] = tried(
    () => blocks.slice(0, MOST).map((block) => new X509Certificate(block)),
    'This is no certificate in PEM.',
  );
  if (leaf === undefined) throw refused('This is no certificate in PEM.');
  return [leaf, ...above];
};

/** Whom it names, as in the address of a page. */
const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName.split(', ').flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);

/** What is told of the first certificate in a PEM text. */
export const factsOf = (pem: string) => {
  const [leaf] = certificatesIn(pem);
  return {
    names: namesOf(leaf),
    issuer: leaf.issuer.replaceAll('\n', ', '),
    fromMs: Date.parse(leaf.validFrom),
    toMs: Date.parse(leaf.validTo),
  };
};

/** Throws AppError `invalid` with what is wrong with it. */
export const checkCertificate = ({ cert, key: keyText }: TlsFiles, nowMs: number): void => {
  const chain = certificatesIn(cert);
  const [leaf] = chain;
  const key = tried(() => createPrivateKey(keyText), 'This is no private key in PEM, or it has a password.');
  if (!leaf.checkPrivateKey(key)) throw refused('The key is not that of the certificate.');
  const { names, fromMs, toMs } = factsOf(cert);
  if (names.length === 0) throw refused('The certificate names no host, and no browser takes it.');
  if (nowMs < fromMs) throw refused('The certificate is not valid yet.');
  if (nowMs >= toMs) throw refused('The certificate has ended.');
  for (const [at, each] of chain.entries()) {
    const above = chain[at + 1];
    if (above !== undefined && !(each.checkIssued(above) && each.verify(above.publicKey)))
      throw refused('The chain is broken: behind each certificate must stand the one that issued it.');
  }
  tried(() => createSecureContext(tlsOptions({ cert, key: keyText })), 'TLS does not take this certificate.');
};
