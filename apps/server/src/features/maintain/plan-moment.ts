// When a restart plan is carried out next, by the clock of the machine. Pure.

/** 0 to 2 of the plans for the machine, and the same of those for the process. */
const DAILY = 0;
const WEEKLY = 1;
const MONDAY = 1;

/** The hour of a day that is so many days after that of `ms`; a day without that hour has the one after it. */
const atHour = (ms: number, days: number, hour: number): Date => {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour);
};

/** A month has a first within 31 days, a week a Monday within 7. */
const FARTHEST_DAYS = 32;
/** No next moment is further ahead, whatever the hour of the day is called. */
export const FARTHEST_MS = (FARTHEST_DAYS + 1) * 86_400_000;

/** The first moment after `ms`; undefined where the plan is to do nothing. */
export const nextRestart = (plan: number, hour: number, ms: number): number | undefined => {
  if (plan === 0) return undefined;
  const rhythm = (plan - 1) % 3;
  const fits = (day: Date): boolean =>
    rhythm === DAILY || (rhythm === WEEKLY ? day.getDay() === MONDAY : day.getDate() === 1);
  for (let days = 0; days <= FARTHEST_DAYS; days += 1) {
    const day = atHour(ms, days, hour);
    if (day.getTime() > ms && fits(day)) return day.getTime();
  }
  throw new Error('No day fits the plan.');
};
