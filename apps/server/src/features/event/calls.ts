// The events of one device that have a place, for its track, when and why it went off line, and the newest alarms of all. Searching all events is not here.
import { MAX_TRACK_DAYS, MAX_TRACK_EVENTS, postLinkEnd, postRecentAlarms, postTrackEvents } from '@outrider/contract';
import type { Access, Devices } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Said } from '../event-definition/index.ts';
import type { EventDevice } from './event-push.ts';
import { linkEndOf } from './link-end.ts';
import { OFFLINE } from './link-events.ts';
import { recentAlarms } from './recent-alarms.ts';
import type { EventStore } from './store.ts';

export type EventCallsKit = {
  store: EventStore;
  access: Access;
  devices: Devices & { clockOf: (deviceKey: number) => EventDevice | undefined };
  said: (deviceKey: number, code: number) => Said;
};

const DAY_MS = 86_400_000;
/** A month may have an hour more, and a range may reach a minute past midnight. */
const SLACK_MS = 3_660_000;

export const eventCalls = ({ store, devices, access, said }: EventCallsKit): CallHandler[] => [
  handle(postRecentAlarms, async (caller) => ({
    alarms: await recentAlarms({ store, access, devices, said }, caller),
  })),
  handle(postLinkEnd, async (caller, { deviceid }) => {
    const { deviceKey } = devices.seen(caller, deviceid);
    const last = await store.newestOf(deviceKey, OFFLINE);
    return {
      hasError: 0 as const,
      message: last?.note ?? '',
      why: linkEndOf(last?.note),
      since: last?.deviceMs ?? null,
    };
  }),
  handle(postTrackEvents, async (caller, { deviceid, start, end }) => {
    const { deviceKey } = devices.seen(caller, deviceid);
    if (end < start) return { hasError: 1 as const, message: 'Start Time > End Time' };
    if (end - start > MAX_TRACK_DAYS * DAY_MS + SLACK_MS)
      return { hasError: 1 as const, message: `At most ${MAX_TRACK_DAYS} days at once` };
    // Whole seconds on the wire: an event within the last of them belongs to the span.
    const events = await store.placed(deviceKey, notBefore(caller, start), end + 999, MAX_TRACK_EVENTS);
    return events.map(({ serialno, code, note, deviceMs, lat, lng, speedKmh }) => ({
      serialno,
      appdevid: code,
      message: note,
      eventtimeutc: deviceMs,
      vehiclex: lat,
      vehicley: lng,
      speed: speedKmh,
    }));
  }),
];
