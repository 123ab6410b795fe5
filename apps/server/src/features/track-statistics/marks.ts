// Which kept days lack positions that came since: remembered at once, written to the table soon after. Not: making days again.
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { AFTER_S, BEFORE_S } from './day-steps.ts';
import { createNews } from './news.ts';
import type { TrackDayStore } from './store.ts';
import { DAY_S } from './sums.ts';

const WRITE_EVERY_MS = 1000;
/** In one transaction. */
const WRITTEN_AT_ONCE = 500;
/** A day is some 30 bytes here: above this the marks are in the table only, which is enough but for the newest second. */
const MAX_MARKS = 500_000;

export type Marks = {
  /** A position of this device time (unix seconds) is on disk. */
  add(deviceKey: number, time: number): void;
  /** Is there a position that came after `since` was taken, or that no making of the day has taken up? */
  has(deviceKey: number, day: number): boolean;
  /** Is there one that came in this round or later, or may have? */
  hasSince(deviceKey: number, day: number, round: number): boolean;
  /** The earliest device time of what came since growing days of the device were last made; Infinity: nothing. Null: that is not known. */
  since(deviceKey: number): number | null;
  /** Growing days of the device were made with everything from before this round. */
  worked(deviceKey: number, round: number): void;
  /** What comes from here on belongs to a later round than what came before. */
  nextRound(): number;
  /** The day was made with everything from before this round, and is in the table. */
  made(deviceKey: number, day: number, round: number): void;
  /** The devices that have marks. */
  devices(): IterableIterator<number>;
  /**
   * Runs what writes days to the table when all marks so far are written, and while no others are: a day that is fresh in the table lacks
   * nothing but what is marked meanwhile. Rejects where they cannot be written.
   */
  inTurn<T>(action: () => Promise<T>): Promise<T>;
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type MarksKit = { clock: Clock; log: Log; store: Pick<TrackDayStore, 'markStale'> };

/** By device: marked days, and of each the round of its newest position. */
class MarkedDays {
  private readonly marks = new Map<number, Map<number, number>>();
  size = 0;

  roundOf(deviceKey: number, day: number): number | undefined {
    return this.marks.get(deviceKey)?.get(day);
  }

  /** Is it marked for the first time? */
  add(deviceKey: number, day: number, round: number): boolean {
    const days = this.marks.get(deviceKey) ?? new Map<number, number>();
    this.marks.set(deviceKey, days);
    const isNew = !days.has(day);
    if (isNew) this.size += 1;
    days.set(day, round);
    return isNew;
  }

  delete(deviceKey: number, day: number): void {
    const days = this.marks.get(deviceKey);
    if (days?.delete(day) !== true) return;
    this.size -= 1;
    if (days.size === 0) this.marks.delete(deviceKey);
  }

  clear(): void {
    this.marks.clear();
    this.size = 0;
  }

  devices(): IterableIterator<number> {
    return this.marks.keys();
  }
}

export const createMarks = ({ clock, log, store }: MarksKit): Marks => {
  const marks = new MarkedDays();
  let unwritten: { deviceKey: number; day: number }[] = [];
  let round = 1;
  /** The last one in which marks were forgotten here: what was begun until then cannot know whether something came since. */
  let forgottenIn = 0;
  const news = createNews();
  const writing = new InTurn();

  const mark = (deviceKey: number, day: number): void => {
    if (marks.add(deviceKey, day, round)) unwritten.push({ deviceKey, day });
  };
  const write = async (): Promise<void> => {
    const taken = unwritten;
    unwritten = [];
    let at = 0;
    try {
      for (; at < taken.length; at += WRITTEN_AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- short transactions: other rooms write in between
        await store.markStale(taken.slice(at, at + WRITTEN_AT_ONCE));
      }
    } finally {
      // What was refused is written the next time: after a start nothing else knows of it.
      unwritten = [...taken.slice(at), ...unwritten];
    }
    if (marks.size <= MAX_MARKS) return;
    marks.clear();
    forgottenIn = round;
  };
  const flush = (): Promise<void> => writing.attempt(write, (err) => log.error('days of tracks not marked', { err }));
  const timer = clock.every(WRITE_EVERY_MS, () => void flush());
  return {
    add(deviceKey, time) {
      news.add(deviceKey, time, round);
      for (const at of [time - AFTER_S, time, time + BEFORE_S]) mark(deviceKey, Math.floor(at / DAY_S));
    },
    since: news.since,
    worked: (deviceKey, madeInRound) => news.worked(deviceKey, madeInRound),
    has: (deviceKey, day) => marks.roundOf(deviceKey, day) !== undefined,
    hasSince: (deviceKey, day, since) => Math.max(forgottenIn, marks.roundOf(deviceKey, day) ?? 0) >= since,
    nextRound() {
      round += 1;
      return round;
    },
    made(deviceKey, day, madeInRound) {
      const marked = marks.roundOf(deviceKey, day);
      if (marked === undefined) return;
      // It may have come while the day was written, and was not to be written itself where its day had a mark already.
      if (marked >= madeInRound) unwritten.push({ deviceKey, day });
      else marks.delete(deviceKey, day);
    },
    devices: () => marks.devices(),
    inTurn: (action) =>
      writing.run(async () => {
        await write();
        return action();
      }),
    flush,
    async close() {
      timer.cancel();
      await flush();
    },
  };
};
