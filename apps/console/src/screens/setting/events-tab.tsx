// Whether and in which order footage is fetched for events, and how much room what came of it may take.
import { eventParametersSetting, getDiskInfo, quotaMb } from '@outrider/contract';
import type { InputOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import type { Consequence } from '../../parts/form/consequence.tsx';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

type Draft = InputOf<typeof eventParametersSetting.save>;

const MB_OF_GB = 1024;

/** What takes more room than it would be given. */
const consequence = async ({ eventParams: draft }: Draft): Promise<Consequence | undefined> => {
  const info = await send(getDiskInfo, {});
  const shares = [
    [t('Footage Space'), info.footageUsedSize, draft.footagesize],
    [t('Snapshot Space'), info.snapshotUsedSize, draft.snapsize],
    [t('SD Backup Space'), info.sdUsedSize, draft.sdsize],
    [t('Auto Upload Space'), info.autouploadUsedSize, draft.autouploadsize],
  ] as const;
  const lost = shares
    .map(([name, used, size]) => ({ name, beyond: quotaMb(size) === 0 ? 0 : used - quotaMb(size) }))
    .filter(({ beyond }) => beyond > 0);
  if (lost.length === 0) return undefined;
  return {
    title: t('Delete what is beyond?'),
    confirmText: t('Save and delete'),
    typed: 'delete',
    text: (
      <>
        <p>{t('More is kept than you want to give room to. The oldest is deleted for good within a minute.')}</p>
        <ul>
          {lost.map(({ name, beyond }) => (
            <li key={name}>
              {name}: <strong>{`${(beyond / MB_OF_GB).toFixed(4)} GB`}</strong>
            </li>
          ))}
        </ul>
      </>
    ),
  };
};

export const EventsTab = (): ReactElement => (
  <SettingPanel
    setting={eventParametersSetting}
    stale={[getDiskInfo]}
    intro={
      <p className="soft">
        {t(
          'Sizes are like 500M, 100G or 2T; a number alone is in MB, nothing or 0 is no limit. What is beyond a size goes within a minute, the oldest first, but protected files.',
        )}
      </p>
    }
    consequence={consequence}
    rows={[
      {
        control: 'switch',
        key: 'eventParams.videoDownload',
        label: t('Download video'),
        help: t('Off: nothing more is fetched for plans and custom events. It goes on when it is on again.'),
      },
      {
        control: 'switch',
        key: 'eventParams.downloadOldfirst',
        label: t('Download old events first'),
        help: t('Off: what happened last is fetched first.'),
      },
      [
        { control: 'text', key: 'eventParams.footagesize', label: t('Footage size'), autoComplete: 'off' },
        { control: 'text', key: 'eventParams.snapsize', label: t('Snapshot size'), autoComplete: 'off' },
      ],
      [
        { control: 'text', key: 'eventParams.sdsize', label: t('SD backup size'), autoComplete: 'off' },
        { control: 'text', key: 'eventParams.autouploadsize', label: t('Auto upload size'), autoComplete: 'off' },
      ],
    ]}
  />
);
