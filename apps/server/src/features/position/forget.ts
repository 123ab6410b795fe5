// Deletes device-hours that are older than what is kept, in slices with short transactions, and gives their room back. A kill half way
// leaves the rest for the next time.
import { newestReceipt } from './hour-codec.ts';
import type { TracksFile } from './store/tracks-file.ts';

/** Rows in one transaction: commits of reports wait behind it. */
const HOURS_AT_ONCE = 128;
/** Pages that move in one transaction. */
const PAGES_AT_ONCE = 32;
/** So much of the file may lie free: the hours of tomorrow take it. */
const FREE_PART = 1 / 16;
const HOUR_S = 3600;

export type Forgotten = { hours: number; pagesGivenBack: number };

/**
 * Deletes the hours before this one (UTC hours since 1970), but none that holds a report received since: a recorder whose clock is wrong,
 * or that was without a network, has just brought it. `pause` is awaited between slices; it gives false to stop early.
 */
export const forgetHours = async (
  file: TracksFile,
  beforeHour: number,
  pause: () => Promise<boolean>,
): Promise<Forgotten> => {
  const gone: Forgotten = { hours: 0, pagesGivenBack: 0 };
  const isOld = (data: Uint8Array): boolean => {
    try {
      return newestReceipt(data) < beforeHour * HOUR_S;
    } catch {
      return false; // a blob of a newer version, or a damaged one: evidence for somebody
    }
  };
  for (let after = { deviceKey: -1, hour: 0 }; ;) {
    let last: typeof after | undefined;
    file.transaction(() => {
      const rows = file.hoursBefore(beforeHour, after, HOURS_AT_ONCE);
      last = rows.at(-1);
      const old = rows.filter(({ data }) => isOld(data)).map(({ id }) => id);
      file.deleteHours(old);
      gone.hours += old.length;
    });
    if (last === undefined) break;
    after = last;
    if (!(await pause())) return gone;
  }
  while (file.freePart() > FREE_PART) {
    const given = file.giveBack(PAGES_AT_ONCE);
    if (given === 0) break;
    gone.pagesGivenBack += given;
    if (!(await pause())) return gone;
  }
  if (gone.pagesGivenBack > 0) file.checkpoint();
  return gone;
};
