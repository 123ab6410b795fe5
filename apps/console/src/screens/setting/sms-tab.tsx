// By whom text messages are sent.
import { smsProviders, smsSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { SmsTest } from './sms-test.tsx';

export const SmsTab = (): ReactElement => (
  <SettingPanel
    setting={smsSetting}
    intro={<p className="soft">{t('Text messages of realtime event plans are sent by this provider.')}</p>}
    rows={[
      {
        control: 'select',
        key: 'provider',
        label: t('Provider'),
        options: smsProviders.map((value) => ({ value, name: value })),
      },
      { control: 'switch', key: 'config.enable', label: t('Send text messages') },
      {
        control: 'text',
        key: 'config.baseurl',
        label: t('Base URL'),
        help: t('As the account of the provider says, like https://xyz.api.infobip.com.'),
      },
      { control: 'password', key: 'config.apikey', label: t('API key'), autoComplete: 'new-password' },
    ]}
  >
    {(draft, saved) => <SmsTest draft={draft.config} saved={saved.config} />}
  </SettingPanel>
);
