// The days that still grow, as far as each device's are worked out, so that the next question works in only what is new. Bounded; what
// is not here is worked out from the beginning.
import { type DayWork, keepWork, type KeptWork, resumeWork } from './day-work.ts';

/** Devices: 1 kB each and 56 bytes a quarter of an hour so far, 60 MB at most. The one that was asked for longest ago goes first. */
const MAX_DEVICES = 10_000;

export class KeptWorks {
  private readonly works = new Map<number, KeptWork[]>();

  /**
   * What is known of these very days, to go on with; undefined: nothing, or a report came since that belongs before its end. `since`: the
   * earliest that came (unix seconds), Infinity for none, null where that is not known. They are forgotten here until they are kept again.
   */
  take(deviceKey: number, days: readonly number[], since: number | null): DayWork[] | undefined {
    const known = this.works.get(deviceKey);
    this.works.delete(deviceKey);
    if (known === undefined || since === null) return undefined;
    const works = days.flatMap((day) => known.find((work) => work.day === day) ?? []);
    return works.length === days.length && works.every(({ until }) => since > until)
      ? works.map(resumeWork)
      : undefined;
  }

  keep(deviceKey: number, works: readonly DayWork[]): void {
    this.works.set(deviceKey, works.map(keepWork));
    const [oldest] = this.works.keys();
    if (this.works.size > MAX_DEVICES && oldest !== undefined) this.works.delete(oldest);
  }
}
