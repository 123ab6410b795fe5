// What somebody searches events by, as it is typed, and the question that it makes. Pure.
import { type InputOf, type postEventQuery, zoneChoicesSeconds, zonesBetweenHours } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { dayDate, dayText } from '../../lib/local-moment.ts';

export type Criteria = {
  serialno: number;
  afterSerialno: number;
  beforeSerialno: number;
  /** 'YYYY-MM-DD', '' for none. */
  date: string;
  /** 'YYYY-MM-DD hh:mm:ss', '' for none. */
  afterDate: string;
  beforeDate: string;
  deviceid: string;
  groupid: string;
  codes: readonly string[];
  withPhoto: boolean;
  /** Seconds east of UTC. */
  timeZone: number;
  newestFirst: boolean;
};
export type EventQuestion = InputOf<typeof postEventQuery>;

/** Also the one that is chosen already, as that of this browser. */
export const zonesAround = ({ timeZone }: Pick<Criteria, 'timeZone'>): readonly number[] =>
  zoneChoicesSeconds(...zonesBetweenHours, timeZone);

export const noCriteria = (zoneMinutes: number): Criteria => ({
  serialno: Number.NaN,
  afterSerialno: Number.NaN,
  beforeSerialno: Number.NaN,
  date: '',
  afterDate: '',
  beforeDate: '',
  deviceid: '',
  groupid: '',
  codes: [],
  withPhoto: false,
  timeZone: zoneMinutes * 60,
  newestFirst: true,
});

const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/;
/** '2026-03-01 14:05' is at its first second; '' where it is no moment. */
const momentIn = (text: string): string => {
  const [, day, minute, second = ':00'] = MOMENT.exec(text.trim()) ?? [];
  return day === undefined ? '' : `${day} ${minute}${second}`;
};

export const momentProblem = (text: string): string | undefined =>
  text.trim() !== '' && momentIn(text) === '' ? t('Write the moment as 2026-03-01 14:05:00.') : undefined;

const numbers = ({ serialno, afterSerialno, beforeSerialno }: Criteria): EventQuestion =>
  Object.fromEntries(
    Object.entries({ serialno, afterSerialno, beforeSerialno }).filter(([, number]) => !Number.isNaN(number)),
  );

/** Undefined while something is written that makes no sense. */
export const questionOf = (criteria: Criteria): EventQuestion | undefined => {
  const { date, afterDate, beforeDate, deviceid, groupid, codes, withPhoto, timeZone, newestFirst } = criteria;
  const typed = dayDate(date);
  if (date !== '' && typed === undefined) return undefined;
  if (momentProblem(afterDate) !== undefined || momentProblem(beforeDate) !== undefined) return undefined;
  if (Object.values(numbers(criteria)).some((number) => !Number.isInteger(number) || Number(number) < 0))
    return undefined;
  return {
    ...numbers(criteria),
    ...(typed !== undefined && { date: dayText(typed) }),
    ...(afterDate.trim() !== '' && { afterDate: momentIn(afterDate) }),
    ...(beforeDate.trim() !== '' && { beforeDate: momentIn(beforeDate) }),
    ...(deviceid !== '' && { deviceid }),
    ...(groupid !== '' && { groupid: Number(groupid) }),
    ...(codes.length > 0 && { appdevids: codes.map(Number) }),
    ...(withPhoto && { hasSnapshot: true }),
    timeZone,
    desc: newestFirst,
  };
};
