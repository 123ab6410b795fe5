// Which alarms begin and end with a report. Pure: the bits of one device before, its next position, what changed.
import { alarmBitOrigins, safetyCodes, videoAlarmBitOrigins, type BitOrigin } from '@outrider/contract';
import type { Position, SafetyAlarm } from '../../kernel/topics.ts';

export type AlarmState = {
  alarm: number;
  video: number;
  /** Numbers of the newest active-safety alarms: devices repeat an item in later reports. */
  seen: readonly string[];
};

export const initialAlarms: AlarmState = { alarm: 0, video: 0, seen: [] };

/** `key` names the lasting alarm, so that its end finds it; null for one that does not last. */
export type Raised = {
  code: number;
  note: string;
  key: string | null;
  call: boolean;
  /** The alarm identification in hex, null for a bit; and how many files the device keeps for it. */
  alarmSign: string | null;
  attachments: number;
};
export type AlarmStep = { state: AlarmState; raised: Raised[]; cleared: string[] };

const REMEMBERED = 16;
const noFiles = { alarmSign: null, attachments: 0 };

const bitsOf = (word: number): number[] =>
  word === 0 ? [] : Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((word >>> bit) & 1) === 1);

const stepBits = (
  before: number,
  after: number,
  origins: Readonly<Record<number, BitOrigin>>,
  prefix: string,
): { raised: Raised[]; cleared: string[] } => {
  const raised = bitsOf(after & ~before).flatMap((bit): Raised[] => {
    const origin = origins[bit];
    if (origin === undefined) return [];
    const key = origin.lasts === 'kept' ? `${prefix}${bit}` : null;
    return [{ ...noFiles, code: origin.code, note: origin.note ?? '', key, call: origin.call === true }];
  });
  const cleared = bitsOf(before & ~after)
    .filter((bit) => origins[bit]?.lasts === 'kept')
    .map((bit) => `${prefix}${bit}`);
  return { raised, cleared };
};

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
    known = [...known, mark].slice(-REMEMBERED);
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
      alarmSign: alarm.sign,
      attachments: alarm.attachments,
    });
  }
  return { seen: known, raised, cleared };
};

/**
 * A bit that goes from 0 to 1 raises its event once; a bit still set is the same alarm (JT/T 808 section 13.2). A report that
 * carries no video alarm item says nothing about video alarms.
 */
export const stepAlarms = (
  state: AlarmState,
  position: Pick<Position, 'alarm' | 'videoAlarm' | 'safety'>,
): AlarmStep => {
  const video = position.videoAlarm ?? state.video;
  // Nearly every report: thousands a second come through here.
  if (position.alarm === state.alarm && video === state.video && (position.safety?.length ?? 0) === 0)
    return { state, raised: [], cleared: [] };
  const words = stepBits(state.alarm, position.alarm, alarmBitOrigins, 'a');
  const videoWords = stepBits(state.video, video, videoAlarmBitOrigins, 'v');
  const safety = stepSafety(state.seen, position.safety ?? []);
  return {
    state: { alarm: position.alarm, video, seen: safety.seen },
    raised: [...words.raised, ...videoWords.raised, ...safety.raised],
    cleared: [...words.cleared, ...videoWords.cleared, ...safety.cleared],
  };
};
