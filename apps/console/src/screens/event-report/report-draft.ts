// A scheduled report as the form holds it, and what follows from another type. Pure but for the language of the page.
import {
  DAILY,
  defaultPoints,
  DRIVER_SCORE,
  driverPointsLine,
  type EventReport,
  eventsMeaning,
  HOURLY,
  type InputOf,
  type postEventReport,
  QUARTER_OF_HOUR_S,
  zoneChoicesSeconds,
} from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { isPeriod } from '../../parts/event-report/report-words.ts';

export type Values = InputOf<typeof postEventReport>['eventReport'];
export type ReportDraft = { eventReport: Values };

/** The zone of this browser as a report takes it: whole quarters of an hour. `minutes` east of UTC. */
const zoneOf = (minutes: number): number => Math.round((minutes * 60) / QUARTER_OF_HOUR_S) * QUARTER_OF_HOUR_S;

/** Whole hours, and where that is none, the zone of this browser and that of the report. */
export const reportZones = (zoneMinutes: number, { eventReport: { tz } }: ReportDraft): readonly number[] =>
  zoneChoicesSeconds(zoneOf(zoneMinutes), tz);

export const newDraft = (zoneMinutes: number): ReportDraft => ({
  eventReport: {
    enable: 1,
    profile: '',
    type: 'event detail',
    period: DAILY,
    unit: 0,
    sender: '',
    receivers: '',
    devices: '',
    script: '',
    memo: '',
    events: '',
    tz: zoneOf(zoneMinutes),
  },
});

export const draftOf = ({ reportid: _id, memberid: _member, period, ...values }: EventReport): ReportDraft => ({
  eventReport: { ...values, script: '', period: isPeriod(period) ? period : DAILY },
});

/** Another type takes something else under `events`, and a driver score is not made hourly. */
export const withType = ({ eventReport: after }: ReportDraft, { eventReport: before }: ReportDraft): ReportDraft => {
  const meaning = eventsMeaning(after.type);
  const isOther = meaning !== eventsMeaning(before.type);
  const events = meaning === 'points' ? driverPointsLine(defaultPoints) : '';
  return {
    eventReport: {
      ...after,
      ...(isOther && { events }),
      ...(after.type === DRIVER_SCORE && after.period === HOURLY && { period: DAILY }),
    },
  };
};

export const eventsLabel = (type: string): string => {
  switch (eventsMeaning(type)) {
    case 'alarms':
      return t('At least so many alarms');
    case 'percent':
      return t('Usage below (%)');
    case 'minutes':
      return t('Idle for at least (minutes)');
    case 'points':
      return t('Points per event');
    default:
      return t('Event codes');
  }
};

export const eventsHelp = (type: string): string => {
  switch (eventsMeaning(type)) {
    case 'alarms':
      return t('Devices with fewer alarms of their memory card are left out; empty for 1.');
    case 'percent':
      return t('Devices whose usage was higher are left out; empty for all.');
    case 'minutes':
      return t('Devices that idled for less are left out; empty for any time.');
    case 'points':
      return t('Pairs such as 13=-1,16=-2. A driver has 100 points.');
    default:
      return t('Joined by commas, such as 13,16; empty for all.');
  }
};
