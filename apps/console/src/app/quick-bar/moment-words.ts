// A moment as somebody types it behind the name of a vehicle: '107 yesterday 14:32', '107 14:30-14:45', '107 昨天 14:32'. Pure; days and
// times are those of the browser's zone. Which vehicle is meant, and what is done with the moment: use-moments.ts.
import { dayDate, dayText, momentMs } from '../../lib/local-moment.ts';

export type TypedMoment = {
  /** What is left of the text: which vehicle. */
  readonly who: string;
  readonly channel: number | undefined;
} & (
  | { readonly kind: 'moment'; readonly fromMs: number; readonly toMs: number | undefined }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'future' | 'noTime' | 'noDay' | 'several' }
);

const DAYS_AGO: Readonly<Record<string, number>> = {
  today: 0,
  今天: 0,
  今日: 0,
  yesterday: 1,
  昨天: 1,
  昨日: 1,
  'day before yesterday': 2,
  前天: 2,
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** A word by itself: not a part of a longer name or number. */
const word = (pattern: string): RegExp => new RegExp(`(?<![^\\s,])(?:${pattern})(?![^\\s,])`, 'u');

const TIME = String.raw`\d{1,3}:\d{1,3}(?::\d{1,3})?`;
const AGO = word('day before yesterday|yesterday|today|[今昨][天日]|前天');
const DATE = word(String.raw`(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})`);
const DAY_MONTH = word(String.raw`(?<d>\d{1,2}) (?<n>${MONTH})(?: (?<y>\d{4}))?`);
const MONTH_DAY = word(String.raw`(?<n>${MONTH}) (?<d>\d{1,2})(?: (?<y>\d{4}))?`);
const CHINESE_DATE = word(String.raw`(?:(?<y>\d{4})年)?(?<m>\d{1,2})月(?<d>\d{1,2})[日号號]`);
const TIMES = word(String.raw`(?<from>${TIME})(?:\s*(?:-|–|—|~|to|至|到)\s*(?<to>${TIME}))?`);
const CHANNEL = word(String.raw`(?:ch|channel|通道|頻道|频道)\s?(?<c>\d{1,2})`);

/** Digits, colons and dashes as keyboards of the Far East write them; hours in Chinese as 14:30; days apart from what they touch. */
const plain = (typed: string): string =>
  typed
    .replaceAll(/[０-９：～]/g, (wide) => wide.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(
      /(\d{1,2})[點点時时](?:(\d{1,2})分?|(半))?/g,
      (_, hour: string, minute?: string, half?: string) =>
        ` ${hour}:${half === undefined ? (minute ?? '').padStart(2, '0') : '30'} `,
    )
    .replaceAll(/(?:\d{4}年)?\d{1,2}月\d{1,2}[日号號]|[今昨][天日]|前天/g, ' $& ')
    .replaceAll(/(\d{4}-\d{1,2}-\d{1,2})t(?=\d)/g, '$1 ')
    .replaceAll(/\s+/g, ' ');

type Taken = { readonly found: RegExpExecArray | undefined; readonly rest: string };

/** The first place where it stands, and the text without it. */
const take = (text: string, pattern: RegExp): Taken => {
  const found = pattern.exec(text) ?? undefined;
  if (found === undefined) return { found, rest: text };
  return { found, rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}` };
};

const ago = (nowMs: number, days: number): string => {
  const date = new Date(nowMs);
  date.setHours(12);
  date.setDate(date.getDate() - days);
  return dayText(date);
};

/** Without a year: the newest such day that is not to come. */
const dated = ({ y, m, n, d = '' }: Record<string, string | undefined>, nowMs: number): string => {
  const month = String(n === undefined ? m : MONTHS.indexOf(n.slice(0, 3)) + 1);
  if (y !== undefined) return `${y}-${month}-${d}`;
  const year = new Date(nowMs).getFullYear();
  const thisYear = dayDate(`${year}-${month}-${d}`);
  return `${thisYear !== undefined && thisYear.getTime() > nowMs ? year - 1 : year}-${month}-${d}`;
};

/** 'YYYY-MM-DD' as far as the text names a day; it need not be one of the calendar. */
const takeDay = (text: string, nowMs: number): { day: string | undefined; rest: string } => {
  const { found, rest } = take(text, AGO);
  if (found !== undefined) return { day: ago(nowMs, DAYS_AGO[found[0]] ?? 0), rest };
  for (const pattern of [DATE, CHINESE_DATE, DAY_MONTH, MONTH_DAY]) {
    const date = take(text, pattern);
    if (date.found !== undefined) return { day: dated(date.found.groups ?? {}, nowMs), rest: date.rest };
  }
  return { day: undefined, rest: text };
};

/** UTC ms of '14:32' or '14:32:10' on a day; undefined for none, also for an hour that the clocks leap over. */
const timeOn = (day: string, time: string): number | undefined => {
  const [, hour, minute, second = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time) ?? [];
  const ms = momentMs({ day, hour: Number(hour), minute: Number(minute), second: Number(second) });
  return ms !== undefined && new Date(ms).getHours() === Number(hour) ? ms : undefined;
};

const nextDay = (day: string, by: 1 | -1): string => {
  const date = dayDate(day) ?? new Date(Number.NaN);
  date.setHours(12);
  date.setDate(date.getDate() + by);
  return dayText(date);
};

/** From one time to another, the other after midnight where it is the smaller one. */
const rangeOn = (day: string, from: string, to: string): { fromMs: number; toMs: number } | undefined => {
  const fromMs = timeOn(day, from);
  const sameDay = timeOn(day, to);
  if (fromMs === undefined || sameDay === undefined) return undefined;
  const toMs = sameDay > fromMs ? sameDay : timeOn(nextDay(day, 1), to);
  return toMs === undefined ? undefined : { fromMs, toMs };
};

type Times = { readonly from: string; readonly to: string | undefined };

const spanOn = (day: string, { from, to }: Times): { fromMs: number; toMs: number | undefined } | undefined => {
  if (to !== undefined) return rangeOn(day, from, to);
  const fromMs = timeOn(day, from);
  return fromMs === undefined ? undefined : { fromMs, toMs: undefined };
};

/** A range over midnight that nobody named a day for is the last one that has begun. */
const spanOf = (day: string | undefined, times: Times, nowMs: number): ReturnType<typeof spanOn> => {
  const today = ago(nowMs, 0);
  const span = spanOn(day ?? today, times);
  const overnight = span?.toMs !== undefined && dayText(new Date(span.toMs)) !== today;
  return day === undefined && overnight && span.fromMs > nowMs ? spanOn(nextDay(today, -1), times) : span;
};

/** Undefined for a text that names neither a day nor a time. `nowMs`: what lies after it is to come. */
export const readMoment = (typed: string, nowMs: number): TypedMoment | undefined => {
  const { day, rest: withoutDay } = takeDay(plain(typed), nowMs);
  const { found: times, rest: withoutTimes } = take(withoutDay, TIMES);
  const { from, to } = times?.groups ?? {};
  if (day === undefined && from === undefined) return undefined;
  const { found: channel, rest } = take(withoutTimes, CHANNEL);
  const who = rest.replaceAll(/[\s,]+/g, ' ').trim();
  const read = { who, channel: channel === undefined ? undefined : Number(channel.groups?.['c']) };
  if (takeDay(rest, nowMs).day !== undefined || take(rest, TIMES).found !== undefined)
    return { ...read, kind: 'several' };
  const start = day === undefined ? undefined : dayDate(day);
  if (day !== undefined && start === undefined) return { ...read, kind: 'noDay' };
  if (start !== undefined && start.getTime() > nowMs) return { ...read, kind: 'future' };
  if (from === undefined) return { ...read, kind: 'day', day: dayText(start ?? new Date(nowMs)) };
  const span = spanOf(day, { from, to }, nowMs);
  if (span === undefined) return { ...read, kind: 'noTime' };
  if (span.fromMs > nowMs) return { ...read, kind: 'future' };
  const { fromMs, toMs } = span;
  return { ...read, kind: 'moment', fromMs, toMs: toMs === undefined ? undefined : Math.min(toMs, nowMs) };
};
