// The certificate that https speaks with: the files of the configuration, else one that an administrator saved, else one of the server's
// own making. Who takes it up is rooms/certificate.ts.
import { type CertificateSource, certificateSetting, getCertificateState, SECRET_MASK } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { TlsFiles } from '../../kernel/web/tls.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { checkCertificate, factsOf } from './check.ts';

export type CertificateKit = {
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
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
  calls: CallHandler[];
  close(): void;
};

const NONE = { certificate: '', privateKey: '' };

export const certificateFeature = ({ settings, clock, files, selfSigned }: CertificateKit): CertificateFeature => {
  let own = NONE;
  const listeners = new Set<() => void>();
  const close = settings.follow(certificateSetting, (saved) => {
    own = saved ?? NONE;
    for (const tell of listeners) tell();
  });
  let used: { source: CertificateSource; cert: string } = { source: 'none', cert: '' };
  const use = (source: CertificateSource, found: TlsFiles): TlsFiles => {
    used = { source, cert: found.cert };
    return found;
  };
  return {
    async find() {
      if (files !== undefined) return use('files', files());
      if (own.certificate !== '') return use('own', { cert: own.certificate, key: own.privateKey });
      return use('self-signed', await selfSigned());
    },
    hear(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    calls: [
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
    close,
  };
};
