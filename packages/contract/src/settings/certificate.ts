// The certificate that https speaks with: one of an operator's own, and what is in use now.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';
import { call } from '../speak/speak.ts';
import { wireSeconds } from '../speak/wire.ts';

const pem = z.string().trim().max(100_000);
/** PEM: the certificate of this server with those between it and its authority, each behind the one that it issued; and its key. Both or none. */
export const ownCertificate = z
  .object({ certificate: pem, privateKey: pem })
  .refine(({ certificate, privateKey }) => (certificate === '') === (privateKey === ''), {
    path: ['privateKey'],
    message: 'A certificate and its key belong together: fill in both, or none.',
  });
const example = { certificate: '-----BEGIN CERTIFICATE-----', privateKey: '-----BEGIN PRIVATE KEY-----' };
export const certificateSetting = setting('/gkserver/encrypt', ownCertificate, {
  key: 'encrypt',
  audit: { action: 'Set certificate', secret: { privateKey: true } },
  shown: ownCertificate,
  readers: 'admin',
  applies: 'now',
  loadBy: { method: 'POST' },
  configKeys: {
    certificate: { key: 'tlsCert', of: () => '' },
    privateKey: { key: 'tlsKey', of: () => '' },
  },
  about: {
    load: 'The certificate that was saved for https; the key is answered as a mask. tlsCert and tlsKey of the configuration count over it.',
    save: 'Saves it. New connections by https meet it at once, with no restart. Refused where the key is not that of the certificate, the chain is broken, the certificate names no host, or is not valid now. Both empty: the server makes one of its own.',
  },
  example: { saved: example, shown: { ...example, privateKey: '********' } },
});

/** Where the certificate in use comes from: there is no https, files of the configuration, saved, or made by the server itself. */
export const certificateSources = ['none', 'files', 'own', 'acme', 'self-signed'] as const;
export type CertificateSource = (typeof certificateSources)[number];
export const getCertificateState = call({
  method: 'GET',
  path: '/gkserver/certificatestate',
  right: 'admin',
  input: z.object({}),
  reply: z.object({
    source: z.enum(certificateSources),
    names: z.array(z.string()),
    issuer: z.string(),
    from: wireSeconds,
    to: wireSeconds,
  }),
  about:
    'The certificate that https speaks with now: where it comes from, whom it names, who issued it, and from when to when it is valid (unix seconds).',
  example: {
    input: {},
    reply: {
      source: 'own',
      names: ['fleet.example.org'],
      issuer: 'CN=Example CA',
      from: 1_780_000_000,
      to: 1_790_000_000,
    },
  },
});
