// A recording as it is played back (0x9201, 0x9202): normal, fast, by key frames forwards or backwards, paused, moved. Takes
// time from a clock and gives frames to a sink, which it waits for. The timestamps are the recording's own time.
import { insertStamp } from '@outrider/media';
import type { Clock, Timer } from '../clock.ts';
import { AUDIO_BLOCK_MS } from './clip-store.ts';
import type { AudioName, ClipStore, VideoClip } from './clip-store.ts';
import type { LinkFrame } from './media-link.ts';
import { PAYLOAD } from './payload.ts';

/** From here on only key frames are sent, as recorders do. */
const KEYS_ONLY_FROM = 8;
/** While the network takes no more. */
const CONGESTED_WAIT_MS = 20;

export type PlaybackPace = {
  /** Recorded ms per ms; negative is backwards, by key frames. */
  readonly rate: number;
  readonly keysOnly: boolean;
};

export type PlaybackFlowOptions = {
  readonly clock: Clock;
  readonly clips: ClipStore;
  readonly deviceId: string;
  readonly channel: number;
  readonly stream: 'main' | 'sub';
  readonly audio: AudioName | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly send: (frame: LinkFrame) => void;
  /** Whether the network does not keep up: what is on a disk is read later then, not left out. */
  readonly congested: () => boolean;
  /** The range is played to its end; not called after `stop`. */
  readonly finished: () => void;
};

export class PlaybackFlow {
  private readonly options: PlaybackFlowOptions;
  private readonly clip: VideoClip;
  private pace: PlaybackPace = { rate: 1, keysOnly: false };
  /** Frames are numbered from the epoch; the loop of the clips begins again at every multiple of its length. */
  private next: number;
  private anchorMs = 0;
  private anchorFrame = 0;
  private lastFrameMs: number | null = null;
  private lastKeyMs: number | null = null;
  private frameNumber = 0;
  private timer: Timer | null = null;

  constructor(options: PlaybackFlowOptions) {
    this.options = options;
    this.clip = options.clips.videoFor(options.channel, options.stream);
    this.next = this.keyAt(options.startMs);
  }

  /** Recorded ms of the frame that comes next. */
  get positionMs(): number {
    return this.timeOf(this.next);
  }

  start(pace: PlaybackPace): void {
    this.stop();
    this.pace = { ...pace, keysOnly: pace.keysOnly || pace.rate < 0 || pace.rate >= KEYS_ONLY_FROM };
    if (this.pace.keysOnly) this.next = this.keyAt(this.positionMs);
    this.anchorMs = this.options.clock.now();
    this.anchorFrame = this.next;
    this.timer = this.options.clock.after(0, () => this.step());
  }

  /** The picture at the start, once. */
  single(): void {
    this.sendFrame();
  }

  /** Stops; `start` goes on from here. */
  stop(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  /** Goes on from the key frame at or before `positionMs`, at the same pace. */
  seek(positionMs: number): void {
    const within = Math.min(Math.max(positionMs, this.options.startMs), this.options.endMs);
    this.next = this.keyAt(within);
    this.lastFrameMs = null;
    this.lastKeyMs = null;
    if (this.timer !== null) this.start(this.pace);
  }

  private step(): void {
    const { clock, startMs, endMs, congested, finished } = this.options;
    for (;;) {
      const position = this.positionMs;
      if (position >= endMs || (this.pace.rate < 0 && position < startMs)) {
        this.timer = null;
        finished();
        return;
      }
      const dueMs = this.anchorMs + (this.timeOf(this.next) - this.timeOf(this.anchorFrame)) / this.pace.rate;
      const waitMs = congested() ? CONGESTED_WAIT_MS : dueMs - clock.now();
      if (waitMs > 0) {
        this.timer = clock.after(waitMs, () => this.step());
        return;
      }
      this.sendFrame();
      if (this.pace.rate === 1 && !this.pace.keysOnly) this.sendSound(position, this.timeOf(this.next + 1));
      this.advance();
    }
  }

  private advance(): void {
    const direction = this.pace.rate < 0 ? -1 : 1;
    do {
      this.next += direction;
    } while (this.pace.keysOnly && !this.isKey(this.next));
  }

  private sendFrame(): void {
    const { deviceId, channel, clock, send } = this.options;
    const body = this.clip.frames[this.next % this.clip.frames.length];
    if (body === undefined) return;
    const key = this.isKey(this.next);
    const position = this.positionMs;
    const stamp = { deviceId, channel, frameNumber: this.frameNumber, captureMs: Math.floor(clock.now()) };
    this.frameNumber += 1;
    send({
      dataType: key ? 0 : 1,
      payloadType: PAYLOAD[this.clip.codec],
      timestampMs: BigInt(Math.floor(position)),
      lastIFrameIntervalMs: interval(this.lastKeyMs, position),
      lastFrameIntervalMs: interval(this.lastFrameMs, position),
      body: insertStamp(body, stamp, this.clip.codec),
    });
    this.lastFrameMs = position;
    if (key) this.lastKeyMs = position;
  }

  /** The blocks that begin between two frames. */
  private sendSound(fromMs: number, untilMs: number): void {
    const { audio, clips, channel, send } = this.options;
    if (audio === null) return;
    const { blocks } = clips.audioFor(channel, audio);
    for (let i = Math.ceil(fromMs / AUDIO_BLOCK_MS); i * AUDIO_BLOCK_MS < untilMs; i += 1) {
      const body = blocks[i % blocks.length];
      const timestampMs = BigInt(i * AUDIO_BLOCK_MS);
      if (body !== undefined) send({ dataType: 3, payloadType: PAYLOAD[audio], timestampMs, body });
    }
  }

  private isKey(frame: number): boolean {
    return this.clip.keys.has(frame % this.clip.frames.length);
  }

  private keyAt(timeMs: number): number {
    let frame = Math.floor((timeMs * this.clip.fps) / 1000);
    while (!this.isKey(frame)) frame -= 1;
    return frame;
  }

  private timeOf(frame: number): number {
    return (frame * 1000) / this.clip.fps;
  }
}

const interval = (beforeMs: number | null, nowMs: number): number =>
  beforeMs === null ? 0 : Math.min(0xffff, Math.abs(Math.round(nowMs - beforeMs)));
