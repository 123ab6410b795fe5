// The certificate that https speaks with: the files of the configuration, else one that an administrator saved, else one of the server's
// own making. Who takes it up is rooms/certificate.ts.
import {
  type CertificateSource,
  certificateSetting,
  getCertbot,
  getCertificateState,
  postCertbot,
  putCertbot,
  SECRET_MASK,
} from '@outrider/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { TlsFiles } from '../../kernel/web/tls.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { checkCertificate, factsOf } from './check.ts';
import { Issued, type IssuedKit } from './issued.ts';

export type CertificateKit = Pick<IssuedKit, 'log' | 'issue' | 'host' | 'port'> & {
  settings: Pick<Settings, 'follow' | 'state' | 'save' | 'get' | 'set'>;
  clock: Clock;
  /** Those that the configuration names; undefined where it names none. */
  files: (() => TlsFiles) | undefined;
  selfSigned: () => Promise<TlsFiles>;
};

export type CertificateFeature = {
  /** The one to use now. Rejects with StartError while the files of the configuration cannot be used. */
  find(): Promise<TlsFiles>;
  /** Hears that another one may count. Ends with the function it answers. */
  hear(changed: () => void): () => void;
  /** The authority asks at the port of pages too. */
  addRoutes(app: FastifyInstance): void;
  calls: CallHandler[];
  close(): Promise<void>;
};

const NONE = { certificate: '', privateKey: '' };

const told = async (asking: Promise<string>) => ({ hasError: 0 as const, message: 'Success', text: await asking });

const certbotCalls = (issued: Issued): CallHandler[] => [
  handle(getCertbot, () => {
    const { text, timeMs, domains, email, toMs } = issued.state;
    return { text, time: timeMs, domains, email, to: toMs };
  }),
  handle(postCertbot, (_caller, { domains, email }) => told(issued.get(domains, email))),
  handle(putCertbot, () => told(issued.renew())),
];

export const certificateFeature = (kit: CertificateKit): CertificateFeature => {
  const { settings, clock, files, selfSigned } = kit;
  let own = NONE;
  const listeners = new Set<() => void>();
  const tellAll = (): void => listeners.forEach((tell) => tell());
  const unfollow = settings.follow(certificateSetting, (saved) => {
    own = saved ?? NONE;
    tellAll();
  });
  const issued = new Issued({ ...kit, changed: tellAll });
  let used: { source: CertificateSource; cert: string } = { source: 'none', cert: '' };
  const use = (source: CertificateSource, found: TlsFiles): TlsFiles => {
    used = { source, cert: found.cert };
    return found;
  };
  return {
    async find() {
      if (files !== undefined) return use('files', files());
      if (own.certificate !== '') return use('own', { cert: own.certificate, key: own.privateKey });
      if (issued.files !== undefined) return use('acme', issued.files);
      return use('self-signed', await selfSigned());
    },
    hear(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    addRoutes(app) {
      app.get<{ Params: { token: string } }>('/.well-known/acme-challenge/:token', async ({ url }, reply) => {
        const answer = issued.answerTo(url);
        return answer === undefined ? reply.callNotFound() : reply.type('text/plain').send(answer);
      });
    },
    calls: [
      ...certbotCalls(issued),
      ...settingCalls(
        settings,
        certificateSetting,
        () => own,
        async ({ certificate, privateKey }) => {
          if (certificate === '') return;
          const key = privateKey === SECRET_MASK ? own.privateKey : privateKey;
          checkCertificate({ cert: certificate, key }, clock.now());
        },
      ),
      handle(getCertificateState, () => {
        const { source, cert } = used;
        if (source === 'none') return { source, names: [], issuer: '', from: 0, to: 0 };
        const { names, issuer, fromMs, toMs } = factsOf(cert);
        return { source, names, issuer, from: fromMs, to: toMs };
      }),
    ],
    close() {
      unfollow();
      return issued.close();
    },
  };
};
