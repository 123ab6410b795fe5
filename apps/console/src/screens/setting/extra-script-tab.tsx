// A script of the operator's own, which every page runs.
import { extraScriptSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

export const ExtraScriptTab = (): ReactElement => (
  <SettingPanel
    setting={extraScriptSetting}
    intro={
      <p className="soft">
        {t(
          'JavaScript that every page runs, the sign-in page included, before the console starts. It can do whatever the person at the console can. It may ask this server only. Only the user named admin may change it. If it breaks the pages, open {address}.',
          { address: '/setting?tab=extrajs&plain' },
        )}
      </p>
    }
    rows={[{ control: 'textarea', key: 'text', label: t('Script'), rows: 16 }]}
  />
);
