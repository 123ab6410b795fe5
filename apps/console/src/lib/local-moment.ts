// A moment as an operator enters it: a calendar day and a time of day in the browser's own zone. Pure.

/** `day` is 'YYYY-MM-DD' as typed, which need not be a date yet. */
export type LocalMoment = {
  readonly day: string;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

const two = (n: number): string => String(n).padStart(2, '0');

/** '2026-03-01' of a date's local day. */
export const dayText = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Midnight at the beginning of a local day; undefined when the text is no day of the calendar. */
export const dayDate = (day: string): Date | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(day.trim()) ?? [];
  if (year === undefined) return undefined;
  const found = new Date(Number(year), Number(month) - 1, Number(date));
  return found.getMonth() === Number(month) - 1 && found.getDate() === Number(date) ? found : undefined;
};

/** UTC ms as local day and time; nothing in any of its parts for NaN. */
export const momentOf = (ms: number): LocalMoment => {
  if (Number.isNaN(ms)) return { day: '', hour: ms, minute: ms, second: ms };
  const date = new Date(ms);
  return { day: dayText(date), hour: date.getHours(), minute: date.getMinutes(), second: date.getSeconds() };
};

const within = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;

/** UTC ms of what was entered; undefined while the day is none or a part of the time is missing or out of its range. */
export const momentMs = ({ day, hour, minute, second }: LocalMoment): number | undefined => {
  const date = dayDate(day);
  if (date === undefined || !within(hour, 23) || !within(minute, 59) || !within(second, 59)) return undefined;
  date.setHours(hour, minute, second, 0);
  return date.getTime();
};

/** A span (UTC ms) in which the browser's zone has one offset, seconds east of UTC. */
export type OffsetSpan = { readonly fromMs: number; readonly toMs: number; readonly offsetS: number };

const DAY_MS = 86_400_000;
const offsetAt = (ms: number): number => -new Date(ms).getTimezoneOffset() * 60;

/** When the offset changes between two moments, of which it is known that it does once, to the second. */
const changeBetween = (beforeMs: number, afterMs: number): number => {
  let [low, high] = [beforeMs, afterMs];
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (offsetAt(middle) === offsetAt(beforeMs)) low = middle;
    else high = middle;
  }
  return high;
};

/** The time between two moments, cut where the browser's zone changes its offset: one or three parts in most years. Whole seconds. */
export const offsetSpans = (fromMs: number, toMs: number): OffsetSpan[] => {
  const spans: OffsetSpan[] = [];
  let begin = fromMs;
  for (let at = fromMs; at < toMs; at += DAY_MS) {
    const next = Math.min(at + DAY_MS, toMs);
    if (offsetAt(at) === offsetAt(next)) continue;
    const changeMs = changeBetween(at, next);
    spans.push({ fromMs: begin, toMs: changeMs, offsetS: offsetAt(begin) });
    begin = changeMs;
  }
  return [...spans, { fromMs: begin, toMs, offsetS: offsetAt(begin) }];
};
