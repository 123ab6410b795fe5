// Which event a picture belongs to: the alarm of its device nearest to the moment it was taken. An event may be known later than its
// picture, so what belongs to none is looked at again for a while.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { StoredFile } from './store.ts';

export type NearEvent = { serialno: number; deviceMs: number };

export type LinkingKit = {
  clock: Clock;
  log: Log;
  /** The file belongs to the event, unless it belongs to one by now. */
  linkLoose: (file: StoredFile, eventSerial: number) => Promise<void>;
  /** Alarms of a device between two moments (UTC, milliseconds). */
  alarmsBetween: (deviceKey: number, fromMs: number, toMs: number) => Promise<NearEvent[]>;
};

/** A picture is taken when an alarm begins or soon after; clocks and files names are whole seconds. */
const BEFORE_MS = 5_000;
const AFTER_MS = 60_000;
const LOOK_MS = 5_000;
export const GIVE_UP_MS = 15 * 60_000;
/** Files that wait for an event; above it the oldest waits no longer. */
const MOST_WAITING = 2000;
/** Looked at in one turn of the event loop. */
const AT_ONCE = 25;
/** Taken by the clock or by the way driven, whatever happens. */
const UNRELATED = new Set(['timed', 'distance']);

/** The alarm nearest to the moment; of two as near the earlier one. Pure. */
export const nearestAlarm = (takenMs: number, alarms: readonly NearEvent[]): number | undefined => {
  const [nearest] = alarms
    .filter(({ deviceMs }) => takenMs >= deviceMs - BEFORE_MS && takenMs <= deviceMs + AFTER_MS)
    .toSorted((a, b) => Math.abs(takenMs - a.deviceMs) - Math.abs(takenMs - b.deviceMs) || a.serialno - b.serialno);
  return nearest?.serialno;
};

export class Linking {
  private readonly kit: LinkingKit;
  private readonly waiting = new Map<number, { file: StoredFile; sinceMs: number }>();
  private readonly timer: Timer;
  private readonly work = new InTurn();
  private looking = false;
  private closed = false;

  constructor(kit: LinkingKit) {
    this.kit = kit;
    this.timer = kit.clock.every(LOOK_MS, () => this.look());
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  /** A file that is new. */
  add(file: StoredFile): void {
    if (file.eventSerial !== null || UNRELATED.has(file.cause)) return;
    const oldest = this.waiting.keys().next().value;
    if (this.waiting.size >= MOST_WAITING && oldest !== undefined) this.waiting.delete(oldest);
    this.waiting.set(file.id, { file, sinceMs: this.kit.clock.monotonic() });
    this.enqueue([file]);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.timer.cancel();
    await this.work.idle();
  }

  private look(): void {
    const before = this.kit.clock.monotonic() - GIVE_UP_MS;
    for (const [id, { sinceMs }] of this.waiting) if (sinceMs < before) this.waiting.delete(id);
    if (this.waiting.size === 0 || this.looking) return;
    this.looking = true;
    this.enqueue([...this.waiting.values()].map(({ file }) => file));
    void this.work.idle().then(() => {
      this.looking = false;
    });
  }

  private enqueue(files: readonly StoredFile[]): void {
    void this.work.attempt(
      () => this.tryAll(files),
      (err) => this.kit.log.error('files not matched to events', { err }),
    );
  }

  private async tryAll(files: readonly StoredFile[]): Promise<void> {
    for (const [i, file] of files.entries()) {
      const { id, deviceKey, takenMs } = file;
      // oxlint-disable-next-line no-await-in-loop -- a few, then time for others
      if (i > 0 && i % AT_ONCE === 0) await nextTurn();
      if (this.closed) return;
      if (!this.waiting.has(id)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one short query after the other
      const alarms = await this.kit.alarmsBetween(deviceKey, takenMs - AFTER_MS, takenMs + BEFORE_MS);
      const serialno = nearestAlarm(takenMs, alarms);
      if (serialno === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      await this.kit.linkLoose(file, serialno);
      this.waiting.delete(id); // also where somebody else was first
    }
  }
}
