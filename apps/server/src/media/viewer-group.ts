// The viewers of one stream that accept the same delay: frames are gathered and written once per viewer. No codec, no states.
import type { Clock, Timer } from '../kernel/clock.ts';
import type { EncodedFrame } from './encoded-frame.ts';
import type { Subscriber } from './subscriber.ts';

export class ViewerGroup {
  readonly members = new Set<Subscriber>();
  private readonly clock: Clock;
  private readonly holdMs: number;
  private readonly videoFramesPerWrite: number;
  private readonly onStalled: (subscriber: Subscriber) => void;
  private pending: EncodedFrame[] = [];
  private timer: Timer | null = null;

  /** No frame is held longer than `holdMs`. At 25 frames a second 120 ms make three frames a write; 40 ms only pair audio with video. */
  constructor(clock: Clock, holdMs: 40 | 120, onStalled: (subscriber: Subscriber) => void) {
    this.clock = clock;
    this.holdMs = holdMs;
    this.videoFramesPerWrite = holdMs === 40 ? 1 : 3;
    this.onStalled = onStalled;
  }

  offer(frame: EncodedFrame): void {
    if (this.members.size === 0) return;
    this.pending.push(frame);
    const video = this.pending.reduce((n, f) => n + (f.video ? 1 : 0), 0);
    if (video >= this.videoFramesPerWrite) this.flush();
    else this.timer ??= this.clock.after(this.holdMs - 5, () => this.flush());
  }

  /** Writes what is pending; call it before a member is added, so that a joiner never gets a frame twice. */
  flush(): void {
    this.timer?.cancel();
    this.timer = null;
    const frames = this.pending;
    if (frames.length === 0) return;
    this.pending = [];
    const [only] = frames;
    const chunk = frames.length === 1 && only !== undefined ? only.bytes : Buffer.concat(frames.map((f) => f.bytes));
    const nowMs = this.clock.monotonic();
    for (const member of this.members) {
      if (!member.deliver(frames, chunk, nowMs)) this.onStalled(member);
    }
  }

  close(): void {
    this.timer?.cancel();
    this.timer = null;
    this.pending = [];
  }
}
