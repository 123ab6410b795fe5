// Plays a span of one channel from what is kept of it on the server, as fast as it is read and only while somebody wants more.
import type { DeviceSpeed, MediaFrame } from '../../gateway/index.ts';
import { errorText } from '../../kernel/errors.ts';
import type { RecordingCursor, StoredFrame } from '../recording/index.ts';
import { isKeysOnly, type FrameSource, type SourceEvents } from './frame-source.ts';

/** Frames handed on before other work gets its turn. */
const BATCH = 64;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export class KeptSource implements FrameSource {
  readonly from = 'kept';
  readonly complete = true;
  private readonly endMs: number;
  private readonly events: SourceEvents;
  private speed: DeviceSpeed;
  private held = false;
  private over = false;
  private wake: (() => void) | null = null;
  private readonly running: Promise<void>;

  /** `open` gives a cursor that stands at the key frame at or before the moment asked for. */
  constructor(open: () => Promise<RecordingCursor>, take: { endMs: number; speed: DeviceSpeed }, events: SourceEvents) {
    this.endMs = take.endMs;
    this.speed = take.speed;
    this.events = events;
    this.running = this.run(open);
  }

  setSpeed(speed: DeviceSpeed): void {
    this.speed = speed;
  }

  hold(): void {
    this.held = true;
  }

  goOn(): void {
    this.held = false;
    this.wake?.();
  }

  seek(): boolean {
    return false;
  }

  async close(): Promise<void> {
    this.over = true;
    this.wake?.();
    await this.running;
  }

  private async run(open: () => Promise<RecordingCursor>): Promise<void> {
    let cursor: RecordingCursor | undefined;
    try {
      cursor = await open();
      await this.play(cursor);
    } catch (error) {
      this.finish({ kind: 'error', message: `What is kept cannot be read: ${errorText(error)}` });
    } finally {
      await cursor?.close();
    }
  }

  private async play(cursor: RecordingCursor): Promise<void> {
    for (let count = 1; !this.over; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- frames follow each other
      const frame = await cursor.next();
      if (this.over) return;
      if (frame === undefined) return this.finish({ kind: 'finished', message: '' });
      if (frame.timeMs >= this.endMs) return this.finish({ kind: 'reached', message: '' });
      if (!isKeysOnly(this.speed) || frame.key) this.events.frame(mediaFrameOf(frame));
      // oxlint-disable-next-line no-await-in-loop
      if (count % BATCH === 0) await turn();
      // oxlint-disable-next-line no-await-in-loop
      while (this.held && !this.over) await this.released();
    }
  }

  private released(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private finish(end: Parameters<SourceEvents['over']>[0]): void {
    if (this.over) return;
    this.over = true;
    this.events.over(end);
  }
}

/** As a device would send it. */
const mediaFrameOf = ({ kind, codec, body, timeMs, discontinuity }: StoredFrame): MediaFrame => ({
  kind,
  codec,
  body,
  presentationUs: timeMs * 1000,
  discontinuity,
  damagedBefore: false,
  arrivalMs: timeMs,
});
