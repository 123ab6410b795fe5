// The mobile signal: recorders count it as modems do, 0 to 31; on the wire of browsers it is per cent. Pure.

/** The largest count of JT/T 808 item 0x30. */
export const MOST_SIGNAL = 31;
/** What modems say when they do not know. */
const UNKNOWN = 99;

/** Per cent of a count 0 to 31; null for what a modem does not know. A count above 31 is full. */
export const signalPercent = (count: number): number | null =>
  count === UNKNOWN ? null : Math.round((100 * Math.min(count, MOST_SIGNAL)) / MOST_SIGNAL);

/** The count behind a percentage: each of the 32 has one of its own. */
export const signalCount = (percent: number): number => Math.round((percent * MOST_SIGNAL) / 100);
