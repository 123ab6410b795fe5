// TIME fields of JT/T 808: BCD[6] YYMMDDhhmmss in the device's zone, GMT+8 by the standard. Pure arithmetic, no clock.

/** The standard's zone, GMT+8, in minutes. Exported devices are often set to another: it is a setting of each device. */
export const STANDARD_OFFSET_MINUTES = 480;

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const DAYS_FROM_1970_TO_2000 = 10_957;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * UTC milliseconds of the 12 digits YYMMDDhhmmss (year 2000 + YY), null when they are no date: devices send zeros, month 13 and
 * nibbles above 9. `offsetMinutes` is the device's zone east of UTC.
 */
export const decodeTime = (digits: string, offsetMinutes = STANDARD_OFFSET_MINUTES): number | null => {
  if (!/^\d{12}$/.test(digits)) return null;
  const day = dayOf(pair(digits, 0), pair(digits, 2), pair(digits, 4));
  return day === null ? null : timeOf(day, pair(digits, 6), pair(digits, 8), pair(digits, 10), offsetMinutes);
};

/** As decodeTime, of the six BCD bytes at `at`: without the detour over digits, for ingest. Too few bytes give null. */
export const decodeTimeBytes = (
  bytes: Uint8Array,
  at: number,
  offsetMinutes = STANDARD_OFFSET_MINUTES,
): number | null => {
  const day = dayOf(bcd(bytes[at]), bcd(bytes[at + 1]), bcd(bytes[at + 2]));
  return day === null ? null : timeOf(day, bcd(bytes[at + 3]), bcd(bytes[at + 4]), bcd(bytes[at + 5]), offsetMinutes);
};

/** 12 digits YYMMDDhhmmss of a UTC time, seconds cut off. Throws RangeError outside the years 2000 to 2099 of that zone. */
export const encodeTime = (utcMs: number, offsetMinutes = STANDARD_OFFSET_MINUTES): string => {
  const localMs = Math.floor(utcMs + offsetMinutes * MS_PER_MINUTE);
  let days = Math.floor(localMs / MS_PER_DAY) - DAYS_FROM_1970_TO_2000;
  if (!(days >= 0 && days < daysBeforeYear(100))) throw new RangeError(`${utcMs} is not between 2000 and 2099`);
  let year = Math.floor(days / 366);
  while (daysBeforeYear(year + 1) <= days) year += 1;
  days -= daysBeforeYear(year);
  let month = 1;
  while (month < 12 && daysBeforeMonth(year, month + 1) <= days) month += 1;
  const day = days - daysBeforeMonth(year, month) + 1;
  const seconds = Math.floor((localMs - Math.floor(localMs / MS_PER_DAY) * MS_PER_DAY) / 1000);
  const parts = [year, month, day, Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join('');
};

/** Days since 1970, null when there is no such day. */
const dayOf = (year: number, month: number, day: number): number | null => {
  if (year > 99 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return DAYS_FROM_1970_TO_2000 + daysBeforeYear(year) + daysBeforeMonth(year, month) + day - 1;
};

const timeOf = (days: number, hour: number, minute: number, second: number, offsetMinutes: number): number | null => {
  if (hour > 23 || minute > 59 || second > 59) return null;
  return days * MS_PER_DAY + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000;
};

/** Two decimal digits of one byte; 255, which no field of a time takes, for anything else. */
const bcd = (byte: number | undefined): number => {
  if (byte === undefined) return 255;
  const [tens, ones] = [byte >> 4, byte & 0xf];
  return tens > 9 || ones > 9 ? 255 : tens * 10 + ones;
};

const pair = (digits: string, at: number): number =>
  (digits.charCodeAt(at) - 48) * 10 + (digits.charCodeAt(at + 1) - 48);

// Years count from 2000. Every fourth year of 2000 to 2099 is a leap year, 2000 included.
const isLeap = (year: number): boolean => year % 4 === 0;

const daysBeforeYear = (year: number): number => year * 365 + Math.ceil(year / 4);

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

const daysBeforeMonth = (year: number, month: number): number => {
  let days = 0;
  for (let earlier = 1; earlier < month; earlier += 1) days += daysInMonth(year, earlier);
  return days;
};
