// One camera under load, and what was said and seen of it while it was recorded; compares that with what lies on the disk.
import { readStamp } from '@outrider/media';
import type { CameraFeed } from './camera-feed.ts';
import type { Verdict } from './load.ts';
import type { RecordedFrame } from './segment-files.ts';
import { FLAG, type Viewer } from './viewer.ts';

const SECOND_MS = 1000;
/** What a viewer saw so long before the server's last word is on the disk: frames are written twice a second, the rest is room. */
const LOSS_MS = 2000;
/** They wait while their file is flushed, and while the one before is. */
const FLUSHES = 2;
/** Pauses that a list leaves out. */
const JOINED_MS = 2000;

export class RecordedChannel {
  readonly feed: CameraFeed;
  /** Unix seconds in which the server said it has recorded something. */
  readonly listed = new Set<number>();
  /** Pictures that were seen live in this life, each with when at the latest, on our clock. */
  readonly #seen: { number: number; atMs: number }[] = [];
  /** Numbers of pictures that must be on the disk because they were seen long enough ago. */
  readonly #owed = new Set<number>();
  #viewer: Viewer | null = null;
  #read = 0;
  #lastWordMs = 0;

  constructor(feed: CameraFeed) {
    this.feed = feed;
  }

  get name(): string {
    return `${this.feed.id} channel ${this.feed.channel}`;
  }

  /** A new life, watched by this viewer. */
  watch(viewer: Viewer): void {
    this.#viewer = viewer;
    this.#seen.length = 0;
    this.#read = 0;
  }

  /** What the viewer got meanwhile, which it did at `nowMs` at the latest. */
  look(nowMs: number): void {
    const { messages = [] } = this.#viewer ?? {};
    for (; this.#read < messages.length; this.#read += 1) {
      const message = messages[this.#read];
      if (message?.kind !== 1 || (message.flags & FLAG.replay) !== 0) continue;
      this.#seen.push({ number: readStamp(message.body)?.frameNumber ?? -1, atMs: nowMs });
    }
  }

  /** The server answered a question that was asked at `askedMs`: until then it lived. */
  said(askedMs: number, seconds: Iterable<number>): void {
    for (const second of seconds) this.listed.add(second);
    this.#lastWordMs = askedMs;
  }

  /** A life is over in which the disk took so long at most for a flush. */
  ended(slowestFlushMs: number): void {
    const untilMs = this.#lastWordMs - LOSS_MS - FLUSHES * slowestFlushMs;
    for (const { number, atMs } of this.#seen) if (atMs <= untilMs) this.#owed.add(number);
  }

  /** How many pictures had been seen for so long. */
  get owed(): number {
    return this.#owed.size;
  }

  /** How long before the server's last word the first picture came that was seen in this life and is not on the disk. */
  lossMs(stored: ReadonlySet<number>): number {
    const first = this.#seen.find(({ number }) => !stored.has(number));
    return first === undefined ? 0 : Math.max(0, this.#lastWordMs - first.atMs);
  }

  /** Everything that was listed or is owed is among these frames of the disk, with its bytes, and nothing twice. */
  compare(frames: readonly RecordedFrame[], stored: ReadonlySet<number>, verdict: Verdict): void {
    for (const video of [true, false])
      this.#follow(
        frames.filter((frame) => frame.video === video),
        verdict,
      );
    const missing = [...this.#owed].filter((number) => !stored.has(number));
    if (missing.length > 0)
      verdict.lost.push(
        `${this.name}: ${missing.length} pictures seen live, from ${missing[0]}, up to ${this.feed.last}`,
      );
    const times = frames.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b);
    for (const second of this.listed) if (!isIn(times, second)) verdict.lost.push(`${this.name} second ${second}`);
  }

  /** Of one connection nothing is missing between the first and the last. */
  #follow(frames: readonly RecordedFrame[], verdict: Verdict): void {
    let last = -1;
    for (const { video, key, body } of frames) {
      const what = `${this.name} ${video ? 'picture' : 'sound'}`;
      const number = this.feed.numberOf(video, body);
      if (number === undefined) {
        verdict.lost.push(`${what} behind ${last}: bytes that were never sent`);
        continue;
      }
      const isFirst = this.feed.connectionOf(number) !== this.feed.connectionOf(last);
      if (number <= last) verdict.surplus.push(`${what} ${number} behind ${last}`);
      else if (!isFirst && number !== last + 1) verdict.lost.push(`${what} ${last + 1} to ${number - 1}`);
      else if (isFirst && video && !key) verdict.lost.push(`${what}: the key picture before ${number}`);
      last = number;
    }
  }
}

/** Something is recorded in that second, or it lies in a pause that a list leaves out. */
const isIn = (times: readonly number[], second: number): boolean => {
  const endMs = (second + 1) * SECOND_MS;
  const before = times.findLast((timeMs) => timeMs < endMs) ?? -Infinity;
  const after = times.find((timeMs) => timeMs >= endMs) ?? Infinity;
  return before >= second * SECOND_MS || after - before <= JOINED_MS;
};
