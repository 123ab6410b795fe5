// When an event counts as having happened: by the device's clock, or when it was received, where that clock cannot be right. On the day of
// 2000 or 2099 that such a clock says nobody would ever look for it. Lists of a day, searches, reports and how far back an account sees go
// by this; what is shown of an event, and what belongs to a track or to footage, goes by the device's own time. In words of the database
// list/store.ts says the same.
import { isPlausibleTime } from '../position/index.ts';

/** UTC, milliseconds. */
export const momentOf = ({ deviceMs, receivedMs }: { deviceMs: number; receivedMs: number }): number =>
  isPlausibleTime(deviceMs, receivedMs) ? deviceMs : receivedMs;
