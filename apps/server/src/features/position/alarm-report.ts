// What a report says of alarms, as the alarm journal keeps it until events are made of it: written in the commit that keeps the position.
import type { Position, SafetyAlarm } from '../../kernel/topics.ts';
import { isPlausibleTime } from './plausibility.ts';

/**
 * live: the newest the device said; late: older than that, though not marked as such; replayed: the device says itself that it
 * kept it back in a dead zone.
 */
export type AlarmStory = 'live' | 'late' | 'replayed';

/** JT/T 808 table 29: `type` 1 circle, 2 rectangle, 3 polygon, 4 route. */
export type AreaCrossing = { type: number; id: number; out: boolean };

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
  /** Which area or route of the device was entered or left (item 0x12), where the report says so. */
  area?: AreaCrossing;
  /** Degrees; null without a fix. */
  lat: number | null;
  lng: number | null;
  speedKmh: number;
  /** The ignition was on; absent in what older versions kept. */
  accOn?: boolean;
};

const AREA_ITEM = 0x12;
const AREA_ITEM_BYTES = 6;
/** Of the items of a report: id, length, content, one behind the other. */
const areaOf = (items: Uint8Array): AreaCrossing | undefined => {
  const view = new DataView(items.buffer, items.byteOffset, items.length);
  for (let at = 0; at + 2 <= items.length; at += 2 + view.getUint8(at + 1)) {
    const isWhole = view.getUint8(at + 1) === AREA_ITEM_BYTES && at + 2 + AREA_ITEM_BYTES <= items.length;
    if (view.getUint8(at) === AREA_ITEM && isWhole)
      return { type: view.getUint8(at + 2), id: view.getUint32(at + 3), out: view.getUint8(at + 7) === 1 };
  }
  return undefined;
};
/** Bits 20 and 21: an area or a route was entered or left. */
const CROSSING_BITS = 0x300000;

/** `newestMs`: device time of the newest report before this one. */
export const toAlarmReport = (deviceKey: number, p: Position, newestMs: number): AlarmReport => {
  const timeMs = p.timeMs ?? p.receivedMs;
  const plausible = isPlausibleTime(timeMs, p.receivedMs);
  const area = (p.alarm & CROSSING_BITS) === 0 ? undefined : areaOf(p.items);
  return {
    deviceKey,
    story: p.replayed ? 'replayed' : plausible && timeMs < newestMs ? 'late' : 'live',
    timeMs,
    orderMs: plausible ? timeMs : p.receivedMs,
    receivedMs: p.receivedMs,
    alarm: p.alarm,
    ...(p.videoAlarm !== undefined && { videoAlarm: p.videoAlarm }),
    ...(p.safety !== undefined && p.safety.length > 0 && { safety: p.safety }),
    ...(area !== undefined && { area }),
    lat: p.fixed ? p.latitude : null,
    lng: p.fixed ? p.longitude : null,
    speedKmh: p.speedKmh,
    accOn: p.accOn,
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
