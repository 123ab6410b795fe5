// Whether what the server missed is fetched from the recorders later.
import { eventRecoverSetting } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

const choices = () =>
  [
    { value: '', name: t('Default'), about: t('Footage that plans want for events that came late.') },
    { value: '0', name: t('Disable'), about: t('Nothing is fetched later.') },
    { value: '1', name: t('Enable'), about: t('Also planned recordings of the last 72 hours that this server lacks.') },
  ] as const;

export const EventRecoverTab = (): ReactElement => (
  <SettingPanel
    setting={eventRecoverSetting}
    intro={
      <p className="soft">
        {t(
          'Recorders go on recording where there is no network. When they are back, what this server missed can be fetched from their disks: piece by piece, behind everybody who watches. An event of the code 98 says what came.',
        )}
      </p>
    }
    rows={[{ control: 'radio', key: 'enable', label: t('Event recover'), options: choices() }]}
  />
);
