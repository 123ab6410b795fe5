// The certificate that https speaks with.
import { certificateSetting, getCertificateState } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Standing } from './standing.tsx';

const REFRESH_MS = 5000;
const sourceWords = {
  none: 'There is no https: set a port for it under Protocol.',
  files: 'Files of the configuration',
  own: 'Saved here',
  acme: "Let's Encrypt",
  'self-signed': 'Made by this server: browsers warn of it',
} as const;

/** What https speaks with now. */
export const CertificateInUse = (): ReactElement | null => {
  const { data } = useCall(getCertificateState, {}, { refetchMs: REFRESH_MS });
  if (data === undefined) return null;
  return (
    <Standing title={t('In use')} trouble="">
      <dl>
        <Fact name={t('Source')}>{t(sourceWords[data.source])}</Fact>
        {data.source !== 'none' && (
          <>
            <Fact name={t('Names')}>{data.names.join(', ')}</Fact>
            <Fact name={t('Issued by')}>{data.issuer}</Fact>
            <Fact name={t('Valid from')}>{formatDateTime(data.from)}</Fact>
            <Fact name={t('Valid until')}>{formatDateTime(data.to)}</Fact>
          </>
        )}
      </dl>
    </Standing>
  );
};

export const SslTab = (): ReactElement => (
  <SettingPanel
    setting={certificateSetting}
    stale={[getCertificateState]}
    intro={
      <p className="soft">
        {t(
          'New connections meet it as soon as it is saved. Behind the certificate stand those that issued it, one after the other. The key is never shown again. With both empty the server makes a certificate of its own.',
        )}
      </p>
    }
    rows={[
      { control: 'textarea', key: 'certificate', label: t('Certificate'), rows: 10 },
      { control: 'textarea', key: 'privateKey', label: t('Private key'), rows: 8 },
    ]}
  >
    <CertificateInUse />
  </SettingPanel>
);
