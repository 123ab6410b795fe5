// Which reports the alarm journal needs: those that may begin or end an alarm. Thousands a second say what the one before them said.
import type { AlarmReport, AlarmStory } from './alarm-report.ts';

type Known = { alarm: number; video: number; story: AlarmStory; orderMs: number; batch: number };

/** Nothing was said of video alarms since the start. */
const UNKNOWN = -1;

/**
 * Says no only to a report that follows one with the same alarms in the same story, where that one is on disk or in the same commit.
 * Whatever is not sure is kept: what is made of it is decided by who reads the journal.
 */
export class AlarmFilter {
  private readonly known = new Map<number, Known>();
  private batch = 1;
  private committed = 0;

  matters({ deviceKey, story, orderMs, alarm, videoAlarm, safety }: AlarmReport): boolean {
    const known = this.known.get(deviceKey);
    const video = videoAlarm ?? known?.video ?? UNKNOWN;
    if (
      known !== undefined &&
      safety === undefined &&
      known.alarm === alarm &&
      known.video === video &&
      known.story === story &&
      known.orderMs <= orderMs &&
      (known.batch === this.batch || known.batch <= this.committed)
    ) {
      known.orderMs = orderMs;
      return false;
    }
    this.known.set(deviceKey, { alarm, video, story, orderMs, batch: this.batch });
    return true;
  }

  /** The commit that holds everything up to now begins; gives its number. */
  seal(): number {
    this.batch += 1;
    return this.batch - 1;
  }

  onDisk(batch: number): void {
    this.committed = batch;
  }

  /** A commit failed: what it held is not in the journal. */
  clear(): void {
    this.known.clear();
  }
}
