// How long recordings are kept.
import { recordOptionsSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

export const RecordOptionsTab = (): ReactElement => (
  <SettingPanel
    setting={recordOptionsSetting}
    intro={
      <p className="soft">
        {t(
          'For devices that say nothing else. Recordings that are older go within a minute of saving, but protected ones stay. Whatever the days, the oldest go when a disk is full.',
        )}
      </p>
    }
    rows={[
      {
        control: 'number',
        key: 'recorddays',
        label: t('Record days'),
        help: t('0: unlimited, until the disk is full.'),
        unit: t('days'),
      },
    ]}
  />
);
