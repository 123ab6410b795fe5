// The zone of the place where a device is, for devices that are set so (gpstzenable), and the offset that its times are shown in. How the
// times in its reports are read is its utcOffsetMinutes alone.
import zoneAt from '@photostructure/tz-lookup';
import { type ZoneClock, zoneClock } from '../../kernel/zone-clock.ts';

type Place = { lat: number; lng: number };
/** `placeZone`: null where the clock of the device counts. */
type Zoned = { utcOffsetMinutes: number; placeZone: string | null };

/** Minutes east of UTC: always, or at a moment. */
export type Offset = number | ((ms: number) => number);

const clocks = new Map<string, ZoneClock | null>();

const clockOf = (zone: string): ZoneClock | null => {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    try {
      clock = zoneClock(zone);
    } catch {
      clock = null; // newer than the zones that this Node knows
    }
    clocks.set(zone, clock);
  }
  return clock;
};

/** The name of the zone. Null for what is no place on earth, and for a zone whose clocks are not known. */
export const zoneOfPlace = ({ lat, lng }: Place): string | null => {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  const zone = zoneAt(lat, lng);
  return clockOf(zone) === null ? null : zone;
};

/** What the days of a device are counted in. */
export const offsetOf = ({ utcOffsetMinutes, placeZone }: Zoned): Offset => {
  const clock = placeZone === null ? null : clockOf(placeZone);
  return clock === null ? utcOffsetMinutes : (ms) => clock.offsetAt(ms);
};

/** Minutes east of UTC that its times are shown in at a moment. */
export const shownOffset = (device: Zoned, atMs: number): number => {
  const offset = offsetOf(device);
  return typeof offset === 'number' ? offset : offset(atMs);
};

/** The same for what happened at a place, which may lie in another zone than the one where the device is now. */
export const shownOffsetAt = (
  device: Zoned,
  atMs: number,
  { lat, lng }: { lat: number | null; lng: number | null },
): number => {
  const there = device.placeZone === null || lat === null || lng === null ? null : zoneOfPlace({ lat, lng });
  return shownOffset({ ...device, placeZone: there ?? device.placeZone }, atMs);
};
