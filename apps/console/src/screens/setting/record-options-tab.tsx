// How long recordings are kept. Fewer days say that recordings go before they are saved.
import { recordOptionsSetting, type InputOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { type Consequence, isFewerDays } from '../../parts/form/consequence.tsx';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

type Draft = InputOf<typeof recordOptionsSetting.save>;

/** Nobody counts them before: the server would have to look at every recording there is. */
const consequence = async ({ recorddays }: Draft, start: Draft): Promise<Consequence | undefined> =>
  isFewerDays(recorddays, start.recorddays)
    ? {
        title: t('Delete what is older?'),
        confirmText: t('Save and delete'),
        typed: 'delete',
        text: t(
          'Recordings older than {days} are deleted for good within a minute: those of devices without days of their own, but for protected ones.',
          { days: t('{count} days', { count: recorddays }) },
        ),
      }
    : undefined;

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
    consequence={consequence}
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
