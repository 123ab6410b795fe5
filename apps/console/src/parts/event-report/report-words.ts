// What periods and types of scheduled reports are called.
import { eventReportTypes, periodNames, type ReportPeriod } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

/** A period that is none of the known ones shows its minutes. */
export const periodText = (minutes: number): string => {
  const known = Object.entries(periodNames).find(([each]) => Number(each) === minutes);
  return known === undefined ? String(minutes) : t(known[1]);
};

/** A type of somebody's own is called as it was typed. */
export const typeText = (type: string): string => (eventReportTypes.some((known) => known === type) ? t(type) : type);

export const isPeriod = (minutes: number): minutes is ReportPeriod => Object.hasOwn(periodNames, minutes);
