// Decides to which segment each frame of a channel belongs, as it will be when what waits is written: where one begins, and which frames
// belong to none. Pure; the files are channel-recorder.ts's business.
import type { WholeFrame } from '../../media/index.ts';
import { HEAD_BYTES, MAX_TIME_MS, recordBytes } from './segment-format.ts';
import { Timeline } from './timeline.ts';

export type SegmentLimits = { segmentMs: number; segmentBytes: number };
/** A frame's place: its moment on the server's timeline, and whether a segment begins with it. */
export type Place = { timeMs: number; begin: boolean };

/** A pause that makes two segments of what comes before and after. */
const GAP_MS = 3000;

/** A camera that sent no picture for so long is lost, and its sound goes on alone. */
const LONE_SOUND_MS = 10_000;

/** A segment as it will be. `pictureMs`: its last picture; null: it has none. */
export type Planned = { startMs: number; bytes: number; lastMs: number; pictureMs: number | null };

/** A segment begins where a decoder can: at a key picture, or at sound where there are no pictures, or none any more. */
export const canBegin = (frame: WholeFrame, timeMs: number, planned: Planned | null): boolean => {
  if (frame.kind !== 'audio') return frame.key;
  const pictureMs = planned?.pictureMs ?? null;
  return pictureMs === null || Math.abs(timeMs - pictureMs) > LONE_SOUND_MS;
};

export class SegmentPlan {
  private readonly limits: SegmentLimits;
  private readonly timeline = new Timeline();
  private planned: Planned | null = null;
  private wantsCut = true;

  constructor(limits: SegmentLimits) {
    this.limits = limits;
  }

  /**
   * Where the frame belongs. `early`: a decoder can do nothing with it, because no key picture came yet. `late`: a record of this
   * segment cannot say its time, because the stream never sends another key frame.
   */
  place(frame: WholeFrame): Place | 'early' | 'late' {
    const { timeMs, restarted } = this.timeline.place(frame);
    const { planned } = this;
    // A clock that was set is no lost camera.
    if (restarted && planned !== null && planned.pictureMs !== null) planned.pictureMs += timeMs - planned.lastMs;
    if (restarted || planned === null || timeMs - planned.lastMs > GAP_MS) this.wantsCut = true;
    const begin = canBegin(frame, timeMs, planned) && (this.wantsCut || frame.newFormat || this.isFull(timeMs));
    if (planned === null) return begin ? { timeMs, begin } : 'early';
    // Who begins to record in the middle of a group of pictures may have begun at sound.
    if (frame.kind === 'video' && !frame.key && planned.pictureMs === null) return 'early';
    return begin || timeMs - planned.startMs <= MAX_TIME_MS ? { timeMs, begin } : 'late';
  }

  /** The frame will be written where it was placed. */
  take(frame: WholeFrame, { timeMs, begin }: Place): void {
    if (begin || this.planned === null) {
      this.planned = { startMs: timeMs, bytes: HEAD_BYTES, lastMs: timeMs, pictureMs: null };
      this.wantsCut = false;
    }
    this.planned.bytes += recordBytes(frame);
    this.planned.lastMs = timeMs;
    // Pictures that begin after sound: only their key frame may come first, and it makes a segment of its own.
    if (frame.kind === 'video') this.planned.pictureMs = timeMs;
  }

  /** The next frame that can begins another segment. */
  cut(): void {
    this.wantsCut = true;
  }

  /** The segment is at its end: what comes belongs to none until one begins. */
  end(): void {
    this.planned = null;
  }

  /** What comes next has another time base. */
  restart(): void {
    this.timeline.restart();
    this.cut();
  }

  private isFull(timeMs: number): boolean {
    const { planned, limits } = this;
    if (planned === null) return false;
    return timeMs - planned.startMs >= limits.segmentMs || planned.bytes >= limits.segmentBytes;
  }
}
