// Which moments a query covers: local days of the browser and minutes of the day. Pure.
import { dayDate, dayText } from '../../lib/local-moment.ts';

/** The slider of the time of day: minutes, and how far one key press goes. */
export const LAST_MINUTE = 1440;
export const MINUTE_STEP = 5;
/** A longer span is not asked for at once. */
export const MAX_DAYS = 31;

/** 'YYYY-MM-DD'; `last` '' while one day is chosen. */
export type Days = { readonly first: string; readonly last: string };
/** Minutes of the day: `from` of the first day, `to` of the last. */
export type Minutes = { readonly from: number; readonly to: number };
/** UTC ms, both ends included, whole seconds. */
export type Span = { readonly startMs: number; readonly endMs: number };

const HOUR_MS = 3_600_000;

const atMinute = (day: Date, minute: number): Date => {
  const moment = new Date(day);
  moment.setHours(0, minute, 0, 0);
  return moment;
};

/** Where clocks are set back an hour comes twice. A span that ends in it takes both. */
const second = (moment: Date): Date => {
  const later = new Date(moment.getTime() + HOUR_MS);
  return later.getHours() === moment.getHours() ? later : moment;
};

/** From the start minute to the end + 1 minutes less one second; undefined while there is no day. */
export const spanOf = ({ first, last }: Days, { from, to }: Minutes): Span | undefined => {
  const [firstDay, lastDay] = [dayDate(first), dayDate(last === '' ? first : last)];
  if (firstDay === undefined || lastDay === undefined) return undefined;
  const startMs = atMinute(firstDay, from).getTime();
  const endMs = second(atMinute(lastDay, to + 1)).getTime() - 1000;
  return endMs < startMs ? undefined : { startMs, endMs };
};

/** The local days a span touches, in order, each as text. The minute past midnight touches none. */
export const daysOf = (days: Days): readonly string[] => {
  const [first, last] = [dayDate(days.first), dayDate(days.last === '' ? days.first : days.last)];
  if (first === undefined || last === undefined) return [];
  const found: string[] = [];
  for (let ahead = 0; ; ahead += 1) {
    const day = new Date(first.getFullYear(), first.getMonth(), first.getDate() + ahead);
    if (day > last) return found;
    found.push(dayText(day));
  }
};

/** The span in pieces that end with local days, so that a month comes day by day. Together they are the span. */
export const piecesOf = ({ startMs, endMs }: Span): readonly Span[] => {
  const pieces: Span[] = [];
  for (let from = startMs; from <= endMs;) {
    const day = new Date(from);
    const next = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
    // A minute past midnight is no piece of its own.
    const to = endMs - next < 2 * 60_000 ? endMs : next - 1000;
    pieces.push({ startMs: from, endMs: Math.min(to, endMs) });
    from = Math.min(to, endMs) + 1000;
  }
  return pieces;
};

/** 75 as '01:15', 1440 as '24:00'. */
export const minuteText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** What the slider's ends become when one is moved: the other gives way. */
export const withMinute = (minutes: Minutes, end: keyof Minutes, value: number): Minutes => {
  const minute = Math.max(0, Math.min(LAST_MINUTE, Math.round(value / MINUTE_STEP) * MINUTE_STEP));
  return end === 'from'
    ? { from: minute, to: Math.max(minute, minutes.to) }
    : { from: Math.min(minute, minutes.from), to: minute };
};
