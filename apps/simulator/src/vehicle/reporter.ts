// Sends positions and keeps the list of what was sent and answered. What could not be delivered is stored, as in a blind area,
// and goes out later in 0x0704 batches (section 13.4), so nothing is lost and nothing counts as delivered before its answer.
import { encodeLocation } from '@outrider/jt808';
import type { LocationReport } from '@outrider/jt808';
import type { Clock } from '../clock.ts';
import type { SignalLink } from '../link/signal-link.ts';

/** Most positions kept for a blind area; the oldest go first, as on a device. */
const MAX_STORED = 20_000;
const BATCH_BYTES = 950;

/** One position as sent. `body` is the 0x0200 body; in a batch the serial is that of the 0x0704. */
export type SentReport = {
  readonly timeMs: number;
  readonly body: Uint8Array;
  serial: number;
  sentMs: number;
  /** When 0x8001 came, and its result; null until then. */
  ackedMs: number | null;
  result: number | null;
  /** In 0x0704 instead of 0x0200. */
  batch: boolean;
};

export class Reporter {
  /** Sent positions, oldest first, at most `keep`. */
  readonly sent: SentReport[] = [];
  ackedCount = 0;
  sentCount = 0;
  /** Sum of the waits for an answer, ms, for the load generator's report. */
  waitedMs = 0;
  private readonly clock: Clock;
  private readonly keep: number;
  private readonly stored: SentReport[] = [];
  private link: SignalLink | null = null;
  private batchOut = false;

  constructor(clock: Clock, keep: number) {
    this.clock = clock;
    this.keep = keep;
  }

  /** Positions that wait for a batch. */
  get storedCount(): number {
    return this.stored.length;
  }

  /** Null while there is no authenticated link. */
  useLink(link: SignalLink | null): void {
    this.link = link;
    this.batchOut = false;
    this.sendBatch();
  }

  /** Sends now, or stores when there is no link. Gives the entry of the list. */
  report(location: LocationReport, answered?: (result: number) => void): SentReport {
    const entry = this.entry(location);
    if (this.link === null) this.store(entry);
    else this.sendAlone(this.link, entry, answered);
    this.sendBatch(); // a batch the platform could not take is tried again
    return entry;
  }

  /** Puts a position aside for a batch, as if it had been taken without a network. */
  storeLater(location: LocationReport): void {
    this.store(this.entry(location));
  }

  /** Sends what is stored, one batch after the other, each after the answer to the one before. */
  sendBatch(): void {
    const link = this.link;
    if (link === null || this.batchOut || this.stored.length === 0) return;
    const entries = this.takeBatch();
    this.batchOut = true;
    const done = (result: number): void => {
      this.batchOut = false;
      for (const entry of entries) this.settle(entry, result);
      this.sendBatch();
    };
    const lost = (): void => {
      this.batchOut = false;
      this.stored.unshift(...entries);
    };
    const serial = link.requestBody(
      0x0704,
      batchBody(entries),
      (result) => (result === 0 ? done(result) : lost()),
      lost,
    );
    for (const entry of entries) this.noteSent(entry, serial, true);
  }

  private sendAlone(link: SignalLink, entry: SentReport, answered?: (result: number) => void): void {
    const done = (result: number): void => {
      this.settle(entry, result);
      answered?.(result);
    };
    const serial = link.requestBody(0x0200, entry.body, done, () => this.store(entry));
    this.noteSent(entry, serial, false);
  }

  private entry(location: LocationReport): SentReport {
    const body = encodeLocation(location);
    const timeMs = location.time ?? 0;
    return { timeMs, body, serial: -1, sentMs: 0, ackedMs: null, result: null, batch: false };
  }

  private noteSent(entry: SentReport, serial: number, batch: boolean): void {
    const again = entry.sentMs > 0;
    entry.serial = serial;
    entry.batch = batch;
    entry.sentMs = this.clock.now();
    if (again) return;
    this.sentCount += 1;
    if (this.keep === 0) return;
    this.sent.push(entry);
    if (this.sent.length > this.keep) this.sent.splice(0, Math.max(1, this.keep >> 4));
  }

  private settle(entry: SentReport, result: number): void {
    entry.ackedMs = this.clock.now();
    entry.result = result;
    this.ackedCount += 1;
    this.waitedMs += entry.ackedMs - entry.sentMs;
  }

  private store(entry: SentReport): void {
    this.stored.push(entry);
    if (this.stored.length > MAX_STORED) this.stored.shift();
  }

  private takeBatch(): SentReport[] {
    let bytes = 3;
    let count = 0;
    for (const { body } of this.stored) {
      if (count > 0 && bytes + body.length + 2 > BATCH_BYTES) break;
      bytes += body.length + 2;
      count += 1;
    }
    return this.stored.splice(0, count);
  }
}

/** 0x0704 of type 1, blind area. */
const batchBody = (entries: readonly SentReport[]): Uint8Array => {
  const parts: Uint8Array[] = [Uint8Array.of(entries.length >> 8, entries.length & 0xff, 1)];
  for (const { body } of entries) parts.push(Uint8Array.of(body.length >> 8, body.length & 0xff), body);
  return new Uint8Array(Buffer.concat(parts));
};
