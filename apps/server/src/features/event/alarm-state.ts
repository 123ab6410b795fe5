// Which alarms begin and end with a report. Pure: what was known of one device, its next report, what changed.
import { alarmBitOrigins, safetyCodes, videoAlarmBitOrigins, type BitOrigin } from '@outrider/contract';
import type { SafetyAlarm } from '../../kernel/topics.ts';
import type { AlarmReport } from '../position/index.ts';

/** Alarm bits and video alarm bits. */
type Words = { alarm: number; video: number };
/** Words that hold from a moment on, UTC ms by the order of reports. */
type Change = Words & { sinceMs: number };

export type AlarmState = {
  /** What is on now. Reports replayed from a dead zone or late do not touch it. */
  live: Words & { newestMs: number };
  /** What the last report from a dead zone said, for one that is older than everything known. */
  late: Words;
  /** The newest changes in device time, of both, rising. */
  past: readonly Change[];
  /** Marks of the newest active-safety alarms: devices repeat an item in later reports. */
  seen: readonly string[];
};

export const initialAlarms: AlarmState = {
  live: { alarm: 0, video: 0, newestMs: 0 },
  late: { alarm: 0, video: 0 },
  past: [],
  seen: [],
};

export type Raised = {
  code: number;
  note: string;
  /** Names the lasting alarm, so that its end finds it; null for one that does not last. */
  key: string | null;
  call: boolean;
  /** What of the report it was made of, the same whenever the report is repeated. */
  origin: string;
  /** The alarm identification in hex, null for a bit; and how many files the device keeps for it. */
  alarmSign: string | null;
  attachments: number;
};
/** `live`: it is on now, so that it may last and its end is heard. */
export type AlarmStep = { state: AlarmState; live: boolean; raised: Raised[]; cleared: string[] };
export type SteppedReport = Pick<AlarmReport, 'story' | 'orderMs' | 'receivedMs' | 'alarm' | 'videoAlarm' | 'safety'>;

const REMEMBERED_MARKS = 32;
const REMEMBERED_CHANGES = 8;
/** A clock that ran ahead and is set right must not make everything after it late. */
const CLOCK_SLACK_MS = 60_000;
const noFiles = { alarmSign: null, attachments: 0 };

const bitsOf = (word: number): number[] =>
  word === 0 ? [] : Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((word >>> bit) & 1) === 1);

type Bits = { origins: Readonly<Record<number, BitOrigin>>; prefix: string };
const alarmBits: Bits = { origins: alarmBitOrigins, prefix: 'a' };
const videoBits: Bits = { origins: videoAlarmBitOrigins, prefix: 'v' };

const raisedBits = (before: number, after: number, { origins, prefix }: Bits): Raised[] =>
  bitsOf(after & ~before).flatMap((bit): Raised[] => {
    const row = origins[bit];
    if (row === undefined) return [];
    const origin = `${prefix}${bit}`;
    const key = row.lasts === 'kept' ? origin : null;
    return [{ ...noFiles, code: row.code, note: row.note ?? '', key, call: row.call === true, origin }];
  });

const clearedBits = (before: number, after: number, { origins, prefix }: Bits): string[] =>
  bitsOf(before & ~after)
    .filter((bit) => origins[bit]?.lasts === 'kept')
    .map((bit) => `${prefix}${bit}`);

const stepSafety = (
  seen: readonly string[],
  alarms: readonly SafetyAlarm[],
): { seen: readonly string[]; raised: Raised[]; cleared: string[] } => {
  const raised: Raised[] = [];
  const cleared: string[] = [];
  let known = seen;
  for (const alarm of alarms) {
    const mark = `${alarm.source}.${alarm.type}.${alarm.flag}.${alarm.alarmId}.${alarm.signKey}`;
    if (known.includes(mark)) continue;
    known = [...known, mark].slice(-REMEMBERED_MARKS);
    const codes = safetyCodes(alarm.source, alarm.type, {
      level: alarm.level,
      ...(alarm.side && { side: alarm.side }),
    });
    const key = `${alarm.source}.${codes.start}`;
    const ends = alarm.flag === 'end';
    if (ends) cleared.push(key);
    const code = ends ? codes.end : codes.start;
    if (code === null) continue;
    raised.push({
      code,
      note: '',
      key: alarm.flag === 'start' ? key : null,
      call: false,
      origin: mark,
      alarmSign: alarm.sign,
      attachments: alarm.attachments,
    });
  }
  return { seen: known, raised, cleared };
};

const withChange = (past: readonly Change[], change: Change): Change[] => {
  const at = past.findIndex(({ sinceMs }) => sinceMs > change.sinceMs);
  return past.toSpliced(at < 0 ? past.length : at, 0, change).slice(-REMEMBERED_CHANGES);
};

const isSame = (a: Words, b: Words): boolean => a.alarm === b.alarm && a.video === b.video;

type Story = { report: SteppedReport; isLive: boolean; before: Words; after: Words; seen: readonly string[] };

/** The same object where nothing changed: it need not be stored. */
const nextState = (state: AlarmState, { report, isLive, before, after, seen }: Story): AlarmState => {
  const liveMs = Math.min(report.orderMs, report.receivedMs + CLOCK_SLACK_MS);
  const sinceMs = isLive ? liveMs : report.orderMs;
  const next = { ...state };
  if (isLive && !isSame(state.live, after)) next.live = { ...after, newestMs: liveMs };
  if (!isLive && !isSame(state.late, after)) next.late = after;
  if (!isSame(before, after)) next.past = withChange(state.past, { ...after, sinceMs });
  next.seen = seen;
  const changed =
    next.live !== state.live || next.late !== state.late || next.past !== state.past || seen !== state.seen;
  return changed ? next : state;
};

/**
 * A bit that goes from 0 to 1 raises its event once; a bit still set is the same alarm (JT/T 808 section 13.2). What was before a
 * report is what the newest one older than it said, in device time, replayed or not. What is on now is decided by live reports alone.
 * A report that carries no video alarm item says nothing about video alarms.
 */
export const stepAlarms = (state: AlarmState, report: SteppedReport): AlarmStep => {
  const { live } = state;
  const atMs = report.orderMs;
  const isLive = report.story === 'live' && atMs >= live.newestMs;
  const older = state.past.findLast(({ sinceMs }) => sinceMs <= atMs);
  const before = older ?? (isLive ? live : state.late);
  const after: Words = { alarm: report.alarm, video: report.videoAlarm ?? (isLive ? live : before).video };
  const safety = stepSafety(state.seen, report.safety ?? []);
  // What is not on now may have been on in a dead zone: it is on again.
  const known: Words = isLive ? { alarm: before.alarm & live.alarm, video: before.video & live.video } : before;
  const raised = [
    ...raisedBits(known.alarm, after.alarm, alarmBits),
    ...raisedBits(known.video, after.video, videoBits),
    ...safety.raised,
  ];
  const cleared = [
    ...clearedBits(live.alarm, after.alarm, alarmBits),
    ...clearedBits(live.video, after.video, videoBits),
    ...safety.cleared,
  ];
  return {
    state: nextState(state, { report, isLive, before, after, seen: safety.seen }),
    live: isLive,
    raised,
    cleared: isLive ? cleared : [],
  };
};
