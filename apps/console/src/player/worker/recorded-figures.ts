// What is counted and noted of one recorded channel: the figures of the statistics panel, and the latest pictures on screen. Recordings
// have no delay, so their frames count without a time of taking.
import type { PlayerStatistics } from '../messages.ts';
import type { Drawn } from '../recorded/messages.ts';
import type { RecordedFrame } from './frame-shelf.ts';
import type { RecordedPicture } from './recorded-pictures.ts';
import { Statistics } from './statistics.ts';

/** The latest pictures on screen, for who compares channels. */
const MAX_DRAWN = 64;

export class RecordedFigures {
  /** Oldest first. */
  drawn: readonly Drawn[] = [];
  readonly #statistics = new Statistics();

  bytes(count: number, nowMs: number): void {
    this.#statistics.bytes(count, nowMs);
  }

  took({ frame, stamped }: RecordedPicture): void {
    this.#statistics.stamped = stamped;
    this.#statistics.took({ replay: frame.replay, captureMs: 0 });
  }

  /** `atMs` of the steady time. */
  showed({ replay, takenMs }: RecordedFrame, nowMs: number, atMs: number): void {
    this.#statistics.showed({ replay, captureMs: 0 }, nowMs);
    this.drawn = [...this.drawn.slice(1 - MAX_DRAWN), { atMs, takenMs }];
  }

  /** `dropped`: pictures that were never shown. */
  read(about: Parameters<Statistics['read']>[0], dropped: number, nowMs: number): PlayerStatistics {
    return this.#statistics.read(about, dropped, nowMs);
  }
}
