// For how many days events, the stream log and tracks are kept. A shorter time says what goes before it is saved.
import { MAX_COUNTED, keptDaysSetting, postKeptCount } from '@outrider/contract';
import type { InputOf, KeptDays } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { type Consequence, isFewerDays } from '../../parts/form/consequence.tsx';
import type { Rows } from '../../parts/form/row.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';

type Draft = InputOf<typeof keptDaysSetting.save>;

const LOG_DAYS = [30, 60, 90, 180, 360, 720];
const TRACK_DAYS = [180, 360, 720, 1080, 1440, 1800, 2160, 3600];
const YEAR_DAYS = 360;

/** `set`: what is set now, which the configuration may have chosen freely. */
const options = (days: readonly number[], set: number, nameOf: (count: number) => string) => {
  const all = set === 0 || days.includes(set) ? days : [...days, set].toSorted((a, b) => a - b);
  return [...all.map((value) => ({ value, name: nameOf(value) })), { value: 0, name: t('full') }];
};
const dayName = (count: number): string => t('{count} days', { count });
const yearName = (days: number): string => {
  const years = days / YEAR_DAYS;
  return Number.isInteger(years * 2) ? t('{count} years', { count: years }) : dayName(days);
};

const keepsLess = (draft: KeptDays, start: KeptDays): boolean =>
  (['events', 'uslogs', 'gps'] as const).some((what) => isFewerDays(draft[what], start[what]));

const counted = (count: number): string =>
  count < MAX_COUNTED ? String(count) : t('{number} or more', { number: MAX_COUNTED });

const consequence = async ({ events, uslogs, gps }: Draft, start: Draft): Promise<Consequence | undefined> => {
  if (!keepsLess({ events, uslogs, gps }, start)) return undefined;
  const found = await send(postKeptCount, { events, uslogs, gps });
  const lost = [
    [t('Events'), found.events],
    [t('Rows of the stream log'), found.uslogs],
    [t('Hours of tracks'), found.gps],
  ] as const;
  if (lost.every(([, count]) => count === 0)) return undefined;
  return {
    title: t('Delete what is older?'),
    confirmText: t('Save and delete'),
    typed: 'delete',
    text: (
      <>
        <p>{t('These are older than you want to keep them. They are deleted for good as soon as you save.')}</p>
        <ul>
          {lost
            .filter(([, count]) => count > 0)
            .map(([name, count]) => (
              <li key={name}>
                {name}: <strong>{counted(count)}</strong>
              </li>
            ))}
        </ul>
      </>
    ),
  };
};

const rows = (set: KeptDays): Rows<Draft> => [
  { control: 'select', key: 'events', label: t('Events'), options: options(LOG_DAYS, set.events, dayName) },
  { control: 'select', key: 'uslogs', label: t('Stream log'), options: options(LOG_DAYS, set.uslogs, dayName) },
  { control: 'select', key: 'gps', label: t('GPS tracks'), options: options(TRACK_DAYS, set.gps, yearName) },
];

export const KeptDaysTab = (): ReactElement => (
  <SettingPanel
    setting={keptDaysSetting}
    intro={
      <p className="soft">
        {t(
          'What is older is deleted at once and every hour. Events with protected files, those of devices with days of their own, and the last position of a device stay.',
        )}
      </p>
    }
    consequence={consequence}
    rows={rows}
  />
);
