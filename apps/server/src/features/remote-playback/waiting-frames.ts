// What one channel of a remote playback has and has not sent yet, in the order it came. Pure; when it is due is the playback's to say.
import type { Encoded } from '../../media/index.ts';
import type { FrameSource } from './frame-source.ts';

/** `replay`: before the moment asked for, or shown before: it is decoded only. */
export type WaitingFrame = { encoded: Encoded; timeMs: number; from: FrameSource['from']; replay: boolean };

export class WaitingFrames {
  /** The moment that was asked for. */
  wantedMs: number;
  /** When the newest frame that came was recorded, sent or not; null: none of this place came. */
  newestMs: number | null = null;
  private frames: WaitingFrame[] = [];
  private waitingBytes = 0;
  private lastMs = { video: 0, audio: 0 };

  constructor(wantedMs: number) {
    this.wantedMs = wantedMs;
  }

  get bytes(): number {
    return this.waitingBytes;
  }

  get empty(): boolean {
    return this.frames.length === 0;
  }

  /** When the oldest frame that waits was recorded. */
  get oldestMs(): number | undefined {
    return this.frames[0]?.timeMs;
  }

  /** Another moment is wanted: what waited is dropped. */
  begin(wantedMs: number): void {
    this.wantedMs = wantedMs;
    this.newestMs = null;
    this.lastMs = { video: 0, audio: 0 };
    this.clear();
  }

  /** `keysOnly`: of pictures only those that stand alone are sent. */
  put(frame: Omit<WaitingFrame, 'replay'>, keysOnly: boolean): void {
    const { encoded, timeMs } = frame;
    const { kind } = encoded.whole;
    // Where one source goes on behind another, it begins at the key frame before.
    const again = timeMs <= this.lastMs[kind];
    if (again && kind === 'audio') return;
    this.lastMs[kind] = Math.max(this.lastMs[kind], timeMs);
    this.newestMs = Math.max(this.newestMs ?? 0, timeMs);
    if (keysOnly && !encoded.frame.key) return;
    this.frames.push({ ...frame, replay: again || timeMs < this.wantedMs });
    this.waitingBytes += encoded.frame.sizeBytes;
  }

  /** Gives out what was recorded up to the moment, as long as there is room. */
  giveOut(upToMs: number, hasRoom: () => boolean, send: (frame: WaitingFrame) => void): void {
    let given = 0;
    while (hasRoom()) {
      const next = this.frames[given];
      if (next === undefined || next.timeMs > upToMs) break;
      given += 1;
      send(next);
    }
    if (given === 0) return;
    for (const { encoded } of this.frames.splice(0, given)) this.waitingBytes -= encoded.frame.sizeBytes;
  }

  /** What waits is not wanted any more. */
  clear(): void {
    this.frames = [];
    this.waitingBytes = 0;
  }
}
