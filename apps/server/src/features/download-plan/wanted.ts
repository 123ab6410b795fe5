// From an event and its plan to what is fetched: which channels, from when to when, and whether at all. Pure.
import {
  DEFAULT_POST_S,
  DEFAULT_PRE_S,
  isInParts,
  localParts,
  MAX_PLAN_OFFSET_S,
  readTimeParts,
} from '@outrider/contract';
import { isPlausibleTime } from '../position/index.ts';
import type { PlanValues, WantedFetch } from './store.ts';

export type PlannedEvent = {
  serialno: number;
  deviceKey: number;
  code: number;
  deviceMs: number;
  receivedMs: number;
  /** As `eventSources`. */
  sourceType: number;
  accOn: boolean | null;
};
/** What the device is besides: its installed channels, and how far its clocks are from UTC when it happened, in minutes. */
export type PlannedDevice = { channels: readonly number[]; utcOffsetMinutes: number; accOn: boolean };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** Recorders close what they record a little later. */
const SETTLE_MS = 3000;

const minuteOf = (ms: number): number => ((Math.floor(ms / MINUTE_MS) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

/**
 * The parts were chosen on local clocks and are held in UTC. They mean what the clocks of the device show when it happens, so that summer
 * time does not move them; a plan that does not say on which clocks they were chosen means UTC.
 */
const isInTime = (
  { entimepart, timepart, timeoffset }: PlanValues,
  deviceMs: number,
  utcOffsetMinutes: number,
): boolean => {
  if (!entimepart) return true;
  const utc = readTimeParts(timepart) ?? [];
  if (timeoffset === null) return isInParts(utc, minuteOf(deviceMs));
  return isInParts(localParts(utc, timeoffset), minuteOf(deviceMs + utcOffsetMinutes * MINUTE_MS));
};

/** Whether the plan fetches anything for this event, apart from how many there were before. */
export const isWanted = (plan: PlanValues, event: PlannedEvent, device: PlannedDevice): boolean => {
  if (plan.accoffonly && (event.accOn ?? device.accOn)) return false;
  return isInTime(plan, event.deviceMs, device.utcOffsetMinutes);
};

/** Photos show the present: later they say nothing of the event. */
export const PHOTOS_WITHIN_MS = 6 * 3_600_000;

/** Whether what the device would photograph now may stand for an event of then. */
export const isForPhotos = (eventMs: number, nowMs: number): boolean => nowMs - eventMs <= PHOTOS_WITHIN_MS;

/** When it happened; for a device whose clock says what cannot be, when it was told. */
const happenedMs = ({ deviceMs, receivedMs }: PlannedEvent): number =>
  isPlausibleTime(deviceMs, receivedMs) ? deviceMs : receivedMs;

/** By a clock that is more than a day ahead, often decades: nothing is listed under such a time when it is asked for. */
const isAhead = ({ deviceMs, receivedMs }: PlannedEvent): boolean =>
  deviceMs > receivedMs && !isPlausibleTime(deviceMs, receivedMs);

/** Longer than anything that is wanted has to wait. */
const LONGEST_WAIT_MS = MAX_PLAN_OFFSET_S * 1000 + 60_000;

/** Also what would wait for longer: a clock was wrong then, that of the recorder or ours. */
export const isDue = (dueMs: number, nowMs: number): boolean => dueMs <= nowMs || dueMs > nowMs + LONGEST_WAIT_MS;

/** What is fetched for it. Nothing where the device has none of the channels. */
export const wantedOf = (
  plan: PlanValues,
  event: PlannedEvent,
  { channels: installed }: Pick<PlannedDevice, 'channels'>,
  nowMs: number,
): WantedFetch[] => {
  const channels = plan.downloadplan.filter((channel) => installed.includes(channel));
  if (channels.length === 0) return [];
  const { serialno: eventSerial, deviceKey, code, deviceMs: eventMs } = event;
  const startMs = eventMs - (plan.preoffset ?? DEFAULT_PRE_S) * 1000;
  const afterMs = eventMs + (plan.postoffset ?? DEFAULT_POST_S) * 1000;
  const endMs = plan.maxbackupsecs === 0 ? afterMs : Math.min(afterMs, startMs + plan.maxbackupsecs * 1000);
  const mainChannels = channels.filter((channel) => plan.streamtype.includes(channel));
  const audio = plan.mediatype === '3' || plan.mediatype === '6';
  const base = {
    eventSerial,
    deviceKey,
    code,
    eventMs,
    startMs,
    endMs,
    channels,
    mainChannels,
    audio,
    createdMs: nowMs,
  };
  // On our clock: with one that is some hours ahead it happened when it was told, and what it dates so is there then.
  const afterTold = (ms: number): number => Math.min(happenedMs(event), event.receivedMs) + (ms - eventMs);
  const wanted: WantedFetch[] = [];
  if (plan.mediatype !== '4' && endMs > startMs && !isAhead(event))
    wanted.push({ ...base, kind: 'footage', dueMs: Math.max(nowMs, afterTold(endMs) + SETTLE_MS) });
  const photos = { ...base, kind: 'photos' as const, eventMs: happenedMs(event) };
  if (['4', '5', '6'].includes(plan.mediatype) && isForPhotos(photos.eventMs, nowMs)) {
    wanted.push({ ...photos, dueMs: nowMs });
    if (plan.snapshotmode === 1) wanted.push({ ...photos, dueMs: Math.max(nowMs + 1000, afterTold(afterMs)) });
  }
  return wanted;
};
