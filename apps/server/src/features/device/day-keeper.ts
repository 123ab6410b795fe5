// Keeps the sums of days over a start: writes them before the journal of tracks is packed and at the end, and after a start counts on from
// the rows of the journal behind what was written. What a sum is stands in daily.ts, who counts in day-book.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { JournalFixes, TrackJournal } from '../position/index.ts';
import { addFix, type DayFix, timeOfFix } from './daily.ts';
import { type DayOfDevice, decodeDays, encodeDays } from './day-codec.ts';
import { offsetOf } from './place-zone.ts';
import type { DeviceRecord } from './record.ts';

export type DayKeeperKit = {
  log: Log;
  journal: Pick<TrackJournal, 'read' | 'fixesAfter' | 'keep'>;
  at: (deviceKey: number) => DeviceRecord | undefined;
  all: () => Iterable<DeviceRecord>;
};

/** Written and read in one turn: a millisecond. */
const DEVICES_AT_ONCE = 2048;

/** In no layout: not to be counted on from. */
const NO_DAYS = new Uint8Array(0);

const fixAt = ({ time, received, lat, lng, speed }: JournalFixes, i: number): DayFix => ({
  timeMs: timeOfFix((time[i] ?? 0) * 1000, (received[i] ?? 0) * 1000),
  lat: (lat[i] ?? 0) / 1e6,
  lng: (lng[i] ?? 0) / 1e6,
  speedKmh: (speed[i] ?? 0) / 10,
});

export class DayKeeper {
  private readonly kit: DayKeeperKit;
  private readonly turn = new InTurn();
  /** The row of the journal up to which the days in memory count, and up to which they are kept. */
  private counted = 0;
  private kept = -1;
  private dirty = false;
  /** Days are still being read from tracks: they are not to be counted on from. */
  private incomplete = false;

  constructor(kit: DayKeeperKit) {
    this.kit = kit;
  }

  /** Sums of a day are others. */
  changed(): void {
    this.dirty = true;
  }

  /** Every position up to this row of the journal has been counted. */
  countedTo(journalId: number): void {
    this.counted = journalId;
  }

  /** All days that had to be read from tracks were. */
  complete(): void {
    this.incomplete = false;
    this.dirty = true;
  }

  /**
   * After a start, before devices are let in: takes the kept days over and counts on from the journal. False when that cannot be exact,
   * since rows are gone that nobody has counted; then each day is to be read from its track, up to `complete`.
   */
  async restore(): Promise<boolean> {
    const { journal, log } = this.kit;
    const { sums, packedId, lastId } = await journal.read();
    this.counted = lastId;
    const parts = (sums?.parts ?? []).map((bytes) => decodeDays(bytes));
    const keptTo = sums?.journalId ?? 0;
    if (keptTo < packedId || keptTo > lastId || parts.includes(null)) {
      this.incomplete = true;
      log.info('the sums of days are read from tracks', { keptTo, packedTo: packedId, lastId });
      await journal.keep({ journalId: lastId, parts: [NO_DAYS] }); // what was kept may seem to fit the rows to come
      return false;
    }
    for (const days of parts) {
      for (const [deviceKey, day] of days ?? []) {
        const device = this.kit.at(deviceKey);
        if (device !== undefined) device.day = day;
      }
      await nextTurn();
    }
    this.kept = sums?.journalId ?? -1;
    await this.countOn(keptTo);
    return true;
  }

  /**
   * Writes the days of now; gives the row of the journal up to which they count. Null: they are not complete yet, or could not be
   * written, which is logged.
   */
  keep(): Promise<number | null> {
    return this.turn.run(async () => {
      const { counted } = this;
      if (this.incomplete) return null;
      if (!this.dirty && this.kept === counted) return counted;
      this.dirty = false;
      try {
        await this.kit.journal.keep({ journalId: counted, parts: await this.encoded() });
        this.kept = counted;
        return counted;
      } catch (err) {
        this.dirty = true;
        this.kit.log.warn('the sums of days could not be kept', { err });
        return null;
      }
    });
  }

  private async countOn(keptTo: number): Promise<void> {
    const { journal, at } = this.kit;
    let next = journal.fixesAfter(keptTo);
    for (;;) {
      const { fixes, lastId } = await next;
      if (lastId === null) return;
      next = journal.fixesAfter(lastId); // read while these are counted
      for (const [i, deviceKey] of fixes.deviceKey.entries()) {
        const device = at(deviceKey);
        if (device?.registered === true) device.day = addFix(device.day, fixAt(fixes, i), offsetOf(device));
      }
    }
  }

  /** A day is never changed, only replaced: those of one moment are taken, and written piece by piece. At least one piece. */
  private async encoded(): Promise<Uint8Array<ArrayBuffer>[]> {
    const days: DayOfDevice[] = [];
    for (const { key, day } of this.kit.all()) if (day !== undefined) days.push([key, day]);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let from = 0; from === 0 || from < days.length; from += DEVICES_AT_ONCE) {
      parts.push(encodeDays(days.slice(from, from + DEVICES_AT_ONCE)));
      await nextTurn();
    }
    return parts;
  }
}
