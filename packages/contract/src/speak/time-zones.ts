// The time zones that can be chosen for devices and reports.

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
