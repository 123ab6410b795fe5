// What a report says of alarms, as the alarm journal keeps it until events are made of it: written in the commit that keeps the position.
import type { Position, SafetyAlarm } from '../../kernel/topics.ts';
import { isPlausibleTime } from './plausibility.ts';

/**
 * live: the newest the device said; late: older than that, though not marked as such; replayed: the device says itself that it
 * kept it back in a dead zone.
 */
export type AlarmStory = 'live' | 'late' | 'replayed';

export type AlarmReport = {
  deviceKey: number;
  story: AlarmStory;
  /** Device time, UTC ms; receive time where the device sent no date. */
  timeMs: number;
  /** By what reports of a device are put in order: device time, receive time where that cannot be true. */
  orderMs: number;
  receivedMs: number;
  alarm: number;
  /** Absent where the report says nothing of video alarms. */
  videoAlarm?: number;
  safety?: readonly SafetyAlarm[];
  /** Degrees; null without a fix. */
  lat: number | null;
  lng: number | null;
  speedKmh: number;
};

/** `newestMs`: device time of the newest report before this one. */
export const toAlarmReport = (deviceKey: number, p: Position, newestMs: number): AlarmReport => {
  const timeMs = p.timeMs ?? p.receivedMs;
  const plausible = isPlausibleTime(timeMs, p.receivedMs);
  return {
    deviceKey,
    story: p.replayed ? 'replayed' : plausible && timeMs < newestMs ? 'late' : 'live',
    timeMs,
    orderMs: plausible ? timeMs : p.receivedMs,
    receivedMs: p.receivedMs,
    alarm: p.alarm,
    ...(p.videoAlarm !== undefined && { videoAlarm: p.videoAlarm }),
    ...(p.safety !== undefined && p.safety.length > 0 && { safety: p.safety }),
    lat: p.fixed ? p.latitude : null,
    lng: p.fixed ? p.longitude : null,
    speedKmh: p.speedKmh,
  };
};

/** A row is read, parsed and made into events on the main thread: small enough for less than a millisecond. */
const REPORTS_A_ROW = 256;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Rows of the alarm journal, in order. */
export const encodeAlarmRows = (reports: readonly AlarmReport[]): Uint8Array<ArrayBuffer>[] => {
  const rows: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < reports.length; from += REPORTS_A_ROW)
    rows.push(encoder.encode(JSON.stringify(reports.slice(from, from + REPORTS_A_ROW))));
  return rows;
};

/** Throws SyntaxError for damaged bytes. */
export const decodeAlarmRow = (row: Uint8Array): AlarmReport[] => {
  const reports: AlarmReport[] = JSON.parse(decoder.decode(row)); // written by encodeAlarmRows alone
  return reports;
};
