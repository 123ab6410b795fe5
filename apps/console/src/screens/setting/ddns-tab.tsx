// The service of names that is told the address of this server, and what it answered.
import { ddnsSetting, ddnsTypes, getDdnsState, NO_IP_SERVER } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Standing } from './standing.tsx';

const REFRESH_MS = 5000;

const LastAnswer = (): ReactElement | null => {
  const { data } = useCall(getDdnsState, {}, { refetchMs: REFRESH_MS });
  if (data === undefined) return null;
  return (
    <Standing
      title={t('Last answer')}
      trouble={data.stopped ? t('The service refuses. It is not asked again until you save.') : ''}
    >
      {data.time === 0 ? (
        <p className="soft">{t('The service has not been asked yet.')}</p>
      ) : (
        <dl>
          <Fact name={t('Answer')}>{data.answer}</Fact>
          <Fact name={t('Time')}>{formatDateTime(data.time)}</Fact>
          <Fact name={t('Name')}>{data.hostname}</Fact>
          <Fact name={t('Reported address')}>{data.address === '' ? '–' : data.address}</Fact>
        </dl>
      )}
    </Standing>
  );
};

export const DdnsTab = (): ReactElement => (
  <SettingPanel
    setting={ddnsSetting}
    stale={[getDdnsState]}
    intro={
      <p className="soft">
        {t(
          'Tells a service of dynamic names the public address of this server, now and when it changes. The name is that under Network, or the one behind ?hostname= in the address.',
        )}
      </p>
    }
    rows={[
      { control: 'switch', key: 'enable', label: t('Update the service') },
      {
        control: 'select',
        key: 'type',
        label: t('Service'),
        options: ddnsTypes.map((label, value) => ({ value, name: t(label) })),
      },
      {
        control: 'text',
        key: 'server',
        label: t('Server'),
        help: t('A host name, or a whole address. Empty with NO-IP: {server}.', { server: NO_IP_SERVER }),
      },
      { control: 'text', key: 'user', label: t('User'), autoComplete: 'off' },
      { control: 'password', key: 'pass', label: t('Password'), autoComplete: 'new-password' },
    ]}
  >
    <LastAnswer />
  </SettingPanel>
);
