// Scheduled reports: what is reported of which devices, how often and to whom. The server makes a file of each period that is over; the
// files are report-file.ts.
import { z } from 'zod';
import { mailAddress } from '../settings/mail.ts';
import { call } from '../speak/speak.ts';
import { EAST_ZONE_S, QUARTER_OF_HOUR_S, WEST_ZONE_S } from '../speak/time-zones.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, outcome } from '../speak/wire.ts';

export const MAX_EVENT_REPORTS = 500;
export const MAX_REPORT_DEVICES = 10_000;
export const MAX_REPORT_RECEIVERS = 20;
const MAX_PROFILE = 60;
const MAX_TYPE = 40;
const MAX_MEMO = 500;
const MAX_SCRIPT = 4000;
const MAX_EVENTS_TEXT = 2000;

/** Types that the server has a table of its own for. Any other type lists its events in detail. */
export const eventReportTypes = [
  'event detail',
  'event summary',
  'sdcard alarm',
  'usage alarm',
  'idle alarm',
  'driver score',
] as const;
export type EventReportType = (typeof eventReportTypes)[number];
export const DRIVER_SCORE: EventReportType = 'driver score';

/** Minutes; a month is a month of the calendar. */
export const reportPeriods = [60, 1440, 10_080, 43_200] as const;
export type ReportPeriod = (typeof reportPeriods)[number];
export const HOURLY: ReportPeriod = 60;
export const DAILY: ReportPeriod = 1440;
export const periodNames: Readonly<Record<ReportPeriod, string>> = {
  60: 'Hourly',
  1440: 'Daily',
  10080: 'Weekly',
  43200: 'Monthly',
};

/** What of `events` a type takes: codes of events, a least number of something, or points per code. */
export const eventsMeaning = (type: string): 'codes' | 'alarms' | 'percent' | 'minutes' | 'points' => {
  if (type === 'sdcard alarm') return 'alarms';
  if (type === 'usage alarm') return 'percent';
  if (type === 'idle alarm') return 'minutes';
  return type === DRIVER_SCORE ? 'points' : 'codes';
};

/** A list with semicolons or commas as a list with commas, each item trimmed, empty ones left out. */
export const receiverLine = (text: string): string =>
  text
    .replaceAll(';', ',')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join(',');

const itemsOf = (line: string): string[] => line.split(',').filter((item) => item !== '');

/** The codes of a list; those that are no code are left out. */
export const codesOf = (events: string): number[] =>
  itemsOf(events)
    .filter((item) => /^\d{1,6}$/.test(item))
    .map(Number);

export type Points = { readonly code: number; readonly points: number };
export const LEAST_POINTS = -100;
export const POINTS_STEP = 0.1;

/** '13=-1,16=-2' as pairs; what is no pair is left out. */
export const driverPointsOf = (events: string): Points[] =>
  itemsOf(events).flatMap((item) => {
    const [, code, points] = /^(\d{1,6})=(-?\d+(?:\.\d+)?)$/.exec(item) ?? [];
    return code === undefined ? [] : [{ code: Number(code), points: Number(points) }];
  });
export const driverPointsLine = (points: readonly Points[]): string =>
  points.map(({ code, points: each }) => `${code}=${each}`).join(',');

/** -100 to 0 in tenths. */
export const isPoints = (value: number): boolean =>
  value >= LEAST_POINTS && value <= 0 && Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;

/** What a driver loses for an event where nobody decided otherwise: 1 for bad habits, 2 for risks, 3 for danger. */
export const defaultPoints: readonly Points[] = [
  { code: 13, points: -2 },
  { code: 16, points: -3 },
  { code: 101, points: -1 },
  { code: 102, points: -1 },
  { code: 103, points: -1 },
  { code: 104, points: -3 },
  { code: 105, points: -2 },
  { code: 106, points: -3 },
  { code: 107, points: -2 },
  { code: 108, points: -2 },
  { code: 109, points: -1 },
  { code: 110, points: -1 },
  { code: 111, points: -1 },
  { code: 112, points: -1 },
  { code: 113, points: -1 },
  { code: 114, points: -2 },
  { code: 115, points: -2 },
  { code: 116, points: -3 },
  { code: 117, points: -2 },
];

export const BAD_CODES = 'Events are codes joined by commas, such as 13,16; empty for all.';
export const BAD_NUMBER = 'A number of 0 or more is expected here.';
export const BAD_POINTS = 'Points are pairs such as 13=-1,16=-2, each from -100 to 0 in steps of 0.1.';
export const NO_HOURLY_SCORE = 'A driver score is made daily, weekly or monthly.';
export const BAD_RECEIVER = 'A receiver is a mail address; several are joined by commas.';
export const TOO_MANY_RECEIVERS = 'There are too many receivers.';
export const NO_SCRIPTS = 'Reports run no scripts here: leave it empty.';
export const BAD_DEVICES = 'Devices are ids joined by commas; empty for all that you may see.';

const isEvents = (type: string, events: string): boolean => {
  const items = itemsOf(events);
  const meaning = eventsMeaning(type);
  if (meaning === 'codes') return items.length === codesOf(events).length && items.length <= 200;
  if (meaning === 'points') {
    const points = driverPointsOf(events);
    const codes = new Set(points.map(({ code }) => code));
    return (
      items.length === points.length && codes.size === items.length && points.every((each) => isPoints(each.points))
    );
  }
  return events === '' || /^\d{1,6}(\.\d+)?$/.test(events);
};
const problemOfEvents = {
  codes: BAD_CODES,
  points: BAD_POINTS,
  alarms: BAD_NUMBER,
  percent: BAD_NUMBER,
  minutes: BAD_NUMBER,
};

const line = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
    .max(most);

const receivers = z
  .string()
  .max(4000)
  .overwrite(receiverLine)
  .refine((text) => itemsOf(text).every((item) => mailAddress.safeParse(item).success), BAD_RECEIVER)
  .refine((text) => itemsOf(text).length <= MAX_REPORT_RECEIVERS, TOO_MANY_RECEIVERS);

const devices = z
  .string()
  .max(MAX_REPORT_DEVICES * 32)
  .overwrite((text) => [...new Set(itemsOf(receiverLine(text)))].join(','))
  .refine((text) => itemsOf(text).every((id) => deviceId.safeParse(id).success), BAD_DEVICES);

const bit = z.union([z.literal(0), z.literal(1)]);

/** What people decide of a report. */
const fields = {
  enable: bit.default(1),
  profile: line(MAX_PROFILE).min(1),
  type: line(MAX_TYPE).min(1),
  /** Minutes. */
  period: z.union(reportPeriods.map((minutes) => z.literal(minutes))).default(DAILY),
  /** 0: km and km/h; 1: miles and mph. */
  unit: bit.default(0),
  /** What a mail of it is signed with. */
  sender: line(100).default(''),
  receivers: receivers.default(''),
  /** Ids joined by commas; '': every device that its member may see. */
  devices: devices.default(''),
  memo: line(MAX_MEMO).default(''),
  script: z
    .string()
    .max(MAX_SCRIPT)
    .overwrite((text) => text.trim())
    .refine((text) => text === '', NO_SCRIPTS)
    .default(''),
  /** What `type` makes of it: codes, a least number, or points. */
  events: z
    .string()
    .max(MAX_EVENTS_TEXT)
    .overwrite((text) => receiverLine(text))
    .default(''),
  /** Seconds east of UTC, whole quarters of an hour. */
  tz: z.number().int().min(WEST_ZONE_S).max(EAST_ZONE_S).multipleOf(QUARTER_OF_HOUR_S).default(0),
};

type Checked = { type: string; events: string; period: number };
const isWhole = ({ type, events, period }: Checked, issues: z.RefinementCtx): void => {
  if (!isEvents(type, events))
    issues.addIssue({ code: 'custom', path: ['events'], message: problemOfEvents[eventsMeaning(type)] });
  if (type === DRIVER_SCORE && period === HOURLY)
    issues.addIssue({ code: 'custom', path: ['period'], message: NO_HOURLY_SCORE });
};

const reportid = z.number().int().positive();
const added = z.object({ ...fields, ...seenUpdatetime }).superRefine(isWhole);
const changed = z.object({ reportid, ...fields, ...seenUpdatetime }).superRefine(isWhole);

/** `memberid`: the account that made it; its devices are those that this account may see. */
export const eventReport = z.object({
  reportid: z.number().int(),
  memberid: z.string(),
  enable: bit,
  profile: z.string(),
  type: z.string(),
  period: z.number().int(),
  unit: bit,
  sender: z.string(),
  receivers: z.string(),
  devices: z.string(),
  script: z.string(),
  memo: z.string(),
  events: z.string(),
  tz: z.number().int(),
  updatetime,
});
export type EventReport = z.output<typeof eventReport>;

const example = {
  enable: 1,
  profile: 'North depot',
  type: 'driver score',
  period: 1440,
  unit: 0,
  sender: 'Example Transport',
  receivers: 'office@example.org',
  devices: '13800000101',
  script: '',
  memo: '',
  events: '13=-1,16=-2',
  tz: 28_800,
} as const;
const listed: z.input<typeof eventReport> = { reportid: 7, memberid: 'admin', ...example, updatetime: 1_790_000_000 };

/** The list as it is then. `reportid`: of the report that was saved. */
const answer = outcome.extend({ reportid: z.number().int(), eventReports: z.array(eventReport) });
const answered: z.input<typeof answer> = { hasError: 0, message: 'Save Success', reportid: 7, eventReports: [listed] };

export const getEventReports = call({
  method: 'GET',
  path: '/gkevent/eventreport',
  right: 'F_event_report',
  input: z.object({}),
  reply: z.array(eventReport),
  about: 'The scheduled reports of the caller, oldest first; those of all accounts for level 0.',
  example: { input: {}, reply: [listed] },
});

export const postEventReport = call({
  method: 'POST',
  path: '/gkevent/eventreport',
  right: 'F_event_report',
  audit: { action: 'Add scheduled report', secret: { password: true } },
  input: z.object({ ...bodyCredentials, eventReport: added }),
  reply: answer,
  about: `Adds a scheduled report of the caller's devices, and gives the list as it is then. Its first file is of the period that ends next. At most ${MAX_EVENT_REPORTS} reports.`,
  example: { input: { eventReport: example }, reply: answered },
});

export const putEventReport = call({
  method: 'PUT',
  path: '/gkevent/eventreport',
  right: 'F_event_report',
  audit: { action: 'Change scheduled report', secret: { password: true } },
  input: z.object({ ...bodyCredentials, eventReport: changed }),
  reply: answer,
  about:
    'Changes a scheduled report and gives the list as it is then. With `updatetime` in it, it is refused (409) where somebody changed it since. Files that were made stay as they are.',
  example: { input: { eventReport: { reportid: 7, ...example } }, reply: answered },
});

export const deleteEventReport = call({
  method: 'DELETE',
  path: '/gkevent/eventreport',
  right: 'F_event_report',
  audit: { action: 'Delete scheduled report', secret: { password: true } },
  input: z.object({ ...bodyCredentials, eventReport: z.object({ reportid }) }),
  reply: answer,
  about: 'Deletes a scheduled report and gives the list as it is then. Its files stay as long as they are kept.',
  example: {
    input: { eventReport: { reportid: 7 } },
    reply: { hasError: 0, message: 'Delete Success', reportid: 7, eventReports: [] },
  },
});
