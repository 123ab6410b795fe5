// Finds and ends processes by a mark in their environment. Process groups are not enough: browsers leave theirs.
import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable that carries the mark to children and grandchildren. */
export const markName = 'FLEET_TEST_MARK';

const environmentOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return ''; // ended meanwhile, or another user's
  }
};

/** Kills every process, other than this one, whose environment carries `mark`. Does nothing where there is no /proc. */
export const killMarked = (mark: string): void => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    if (!environmentOf(pid).includes(mark)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended between the two lines: what we wanted.
    }
  }
};
