// For which share of a time the links of devices stood.

/** Shares from 0 to 1 by device key; null where none of the time is over, or there is no device. */
export type DayShares = { shares: ReadonlyMap<number, number>; overall: number | null };
