// The switch over all pushes of events to other programs.
import { pushSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

export const PushTab = (): ReactElement => (
  <SettingPanel
    setting={pushSetting}
    intro={
      <p className="soft">
        {t('Which events are pushed, and where to, say the push event plans. While this is off nothing is pushed.')}
      </p>
    }
    rows={[
      { control: 'switch', key: 'enable', label: t('Push events') },
      {
        control: 'number',
        key: 'port',
        label: t('Port'),
        help: t('Of http addresses that name none.'),
      },
      {
        control: 'password',
        key: 'secret',
        label: t('Signing key'),
        autoComplete: 'new-password',
        help: t('Receivers check by it that a push comes from here. Empty: pushes are not signed.'),
      },
    ]}
  />
);
