// Pictures for the pointer on a timeline: the key picture nearest to a moment, as it was recorded. How many may be asked for stands here
// too. Nothing is decoded.
import {
  AppError,
  MAX_PREVIEW_BYTES,
  PREVIEW_NEAR_SECONDS,
  type postRecordedPreview,
  type ReplyOf,
} from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { RecordingCursor, RecordingReader } from './reader.ts';
import type { StoredFrame } from './segment-format.ts';

/** Of one account a second and at once, and of all at once: each reads two pictures from the disk. */
const LIMITS = { aSecond: 12, atOnce: 4, ofAll: 16 };
const SECOND_MS = 1000;
const NEAR_MS = PREVIEW_NEAR_SECONDS * SECOND_MS;

type Picture = ReplyOf<typeof postRecordedPreview>['picture'];
/** `sinceMs`: nothing from before is given, UTC ms. */
export type PreviewAsked = { deviceKey: number; channel: number; atMs: number; sinceMs: number };
type Asking = { sinceMs: number; count: number; running: number };

const farFrom = (atMs: number, frame: StoredFrame | undefined): number =>
  frame === undefined ? Infinity : Math.abs(frame.timeMs - atMs);

/** The key picture before the moment, or the one after it where that is nearer; in a gap the first one after it. */
const nearest = async (cursor: RecordingCursor, atMs: number): Promise<StoredFrame | undefined> => {
  const before = await cursor.next(true);
  if (before === undefined || before.timeMs >= atMs) return before;
  const after = await cursor.next(true);
  return farFrom(atMs, after) < farFrom(atMs, before) ? after : before;
};

const pictureOf = (frame: StoredFrame | undefined, { atMs, sinceMs }: PreviewAsked): Picture => {
  if (frame === undefined || farFrom(atMs, frame) > NEAR_MS || frame.timeMs < sinceMs) return null;
  const { codec, body, timeMs } = frame;
  if ((codec !== 'h264' && codec !== 'h265') || body.length > MAX_PREVIEW_BYTES) return null;
  return { timeMs, codec, data: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64') };
};

export class Previews {
  readonly #reader: Pick<RecordingReader, 'open'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Accounts that asked within the last second. */
  readonly #asking = new Map<number, Asking>();
  #running = 0;
  #read = 0;
  #refused = 0;

  constructor(reader: Pick<RecordingReader, 'open'>, clock: Pick<Clock, 'monotonic'>) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Null: there is none near. Throws AppError `limit_reached` where the account asks too often. */
  async near(userId: number, asked: PreviewAsked, signal?: AbortSignal): Promise<Picture> {
    const asking = this.#admit(userId);
    asking.running += 1;
    this.#running += 1;
    try {
      return await this.#look(asked, signal);
    } finally {
      asking.running -= 1;
      this.#running -= 1;
    }
  }

  metrics(): Record<string, number> {
    return { recording_previews_total: this.#read, recording_previews_refused_total: this.#refused };
  }

  #admit(userId: number): Asking {
    const nowMs = this.#clock.monotonic();
    for (const [id, { sinceMs, running }] of this.#asking)
      if (running === 0 && nowMs - sinceMs >= SECOND_MS) this.#asking.delete(id);
    const asking = this.#asking.get(userId) ?? { sinceMs: nowMs, count: 0, running: 0 };
    this.#asking.set(userId, asking);
    if (nowMs - asking.sinceMs >= SECOND_MS) Object.assign(asking, { sinceMs: nowMs, count: 0 });
    asking.count += 1;
    if (asking.count > LIMITS.aSecond || asking.running >= LIMITS.atOnce || this.#running >= LIMITS.ofAll) {
      this.#refused += 1;
      throw new AppError('limit_reached', 'Too many pictures are asked for at once');
    }
    return asking;
  }

  async #look(asked: PreviewAsked, signal: AbortSignal | undefined): Promise<Picture> {
    const cursor = await this.#reader.open(asked.deviceKey, asked.channel, asked.atMs);
    try {
      if (signal?.aborted === true) return null; // the pointer moved on
      this.#read += 1;
      return pictureOf(await nearest(cursor, asked.atMs), asked);
    } finally {
      await cursor.close();
    }
  }
}
