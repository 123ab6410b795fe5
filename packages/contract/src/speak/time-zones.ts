// The time zones that can be chosen for devices, reports and searches.

const FARTHEST_HOURS = 12;
/** India's zone is the one between the hours. */
const INDIA_HOURS = 5.5;

/** Hours east of UTC, from west to east: the whole hours -12 to +12, and 5.5. */
export const timeZoneChoices: readonly number[] = [
  ...Array.from({ length: 2 * FARTHEST_HOURS + 1 }, (_, i) => i - FARTHEST_HOURS),
  INDIA_HOURS,
].toSorted((a, b) => a - b);

const MINUTES_OF_HOUR = 60;
/** The same in minutes, with `suggested` at its place: a recorder's clock may run in a zone that is none of the usual ones. */
export const zoneChoicesMinutes = (suggested: number): readonly number[] =>
  [...new Set([...timeZoneChoices.map((hours) => hours * MINUTES_OF_HOUR), suggested])].toSorted((a, b) => a - b);

export const QUARTER_OF_HOUR_S = 900;
const HOUR_S = 3600;
export const WEST_ZONE_S = -12 * HOUR_S;
export const EAST_ZONE_S = 14 * HOUR_S;

/** Seconds east of UTC, from west to east: the whole hours -12 to +14, and each of `others` at its place. */
export const zoneChoicesSeconds = (...others: readonly number[]): readonly number[] => {
  const hours = Array.from({ length: (EAST_ZONE_S - WEST_ZONE_S) / HOUR_S + 1 }, (_, i) => WEST_ZONE_S + i * HOUR_S);
  return [...new Set([...hours, ...others])].toSorted((a, b) => a - b);
};

/** The zones between the hours in which people live, summer time too, in seconds east of UTC. */
export const zonesBetweenHours: readonly number[] = [
  -9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75,
].map((hours) => hours * HOUR_S);
