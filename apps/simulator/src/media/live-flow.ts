// A camera as it is sent live: frames of its clip at their pace, sound between them, stamped and with rising timestamps while
// the clip loops. Takes time from a clock and gives frames to a sink; it knows no socket.
import { insertStamp } from '@outrider/media';
import type { Clock, Timer } from '../clock.ts';
import { AUDIO_BLOCK_MS } from './clip-store.ts';
import type { AudioClip, AudioName, ClipStore, StreamName, VideoClip } from './clip-store.ts';
import type { LinkFrame } from './media-link.ts';
import type { LiveSource } from './live-source.ts';
import { PAYLOAD } from './payload.ts';

export type LiveFlowOptions = {
  readonly clock: Clock;
  readonly clips: ClipStore;
  readonly deviceId: string;
  readonly channel: number;
  readonly stream: StreamName;
  readonly video: boolean;
  /** Null sends no sound. */
  readonly audio: AudioName | null;
  /** Added to the timestamps: the device's clock may be off. */
  readonly clockOffsetMs: number;
  readonly send: (frame: LinkFrame) => void;
};

export class LiveFlow implements LiveSource {
  private readonly options: LiveFlowOptions;
  private readonly sound: AudioClip | null;
  private clip: VideoClip;
  private startMs = 0;
  private nextFrame = 0;
  private nextBlock = 0;
  private frameNumber = 0;
  private lastFrameMs: number | null = null;
  private lastKeyMs: number | null = null;
  private switchTo: VideoClip | null = null;
  private audible: boolean;
  private visible: boolean;
  private timer: Timer | null = null;

  constructor(options: LiveFlowOptions) {
    this.options = options;
    this.clip = options.clips.videoFor(options.channel, options.stream);
    this.sound = options.audio === null ? null : options.clips.audioFor(options.channel, options.audio);
    this.audible = this.sound !== null;
    this.visible = options.video;
  }

  /** Begins with a key frame, now. All streams of a fleet show the same place of their loops at the same time. */
  start(): void {
    this.resume();
  }

  /** Goes on after `pause` with the key frame that is due about now. */
  resume(): void {
    if (this.timer !== null) return;
    const { clock, clips } = this.options;
    const now = clock.now();
    const inLoop = now % clips.loopMs;
    const frame = keyBefore(this.clip, Math.floor((inLoop * this.clip.fps) / 1000));
    this.startMs = now - (frame * 1000) / this.clip.fps;
    this.nextFrame = frame;
    this.nextBlock = Math.ceil((now - this.startMs) / AUDIO_BLOCK_MS);
    this.timer = clock.after(0, () => this.step());
  }

  pause(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  stop(): void {
    this.pause();
  }

  /** What goes on being sent; a flow with neither is silent but alive. */
  select({ video, audio }: { readonly video: boolean; readonly audio: boolean }): void {
    this.visible = video;
    this.audible = audio && this.sound !== null;
  }

  /** The other size from the next key frame on (0x9102 command 1). */
  switchStream(stream: StreamName): void {
    const clip = this.options.clips.videoFor(this.options.channel, stream);
    this.switchTo = clip === this.clip ? null : clip;
  }

  private step(): void {
    const now = this.options.clock.now();
    for (;;) {
      const frameMs = this.startMs + (this.nextFrame * 1000) / this.clip.fps;
      const blockMs = this.startMs + this.nextBlock * AUDIO_BLOCK_MS;
      const dueMs = this.sound === null ? frameMs : Math.min(frameMs, blockMs);
      if (dueMs > now) {
        this.timer = this.options.clock.after(dueMs - now, () => this.step());
        return;
      }
      if (frameMs <= dueMs) this.sendFrame(frameMs);
      else this.sendBlock(blockMs);
    }
  }

  private sendFrame(dueMs: number): void {
    const place = this.nextFrame % this.clip.frames.length;
    if (this.clip.keys.has(place) && this.switchTo !== null) {
      this.clip = this.switchTo;
      this.switchTo = null;
    }
    this.nextFrame += 1;
    const body = this.clip.frames[place];
    if (body === undefined || !this.visible) return;
    const key = this.clip.keys.has(place);
    const { deviceId, channel, clock, clockOffsetMs } = this.options;
    const stamp = { deviceId, channel, frameNumber: this.frameNumber, captureMs: Math.floor(clock.now()) };
    this.frameNumber += 1;
    this.options.send({
      dataType: key ? 0 : 1,
      payloadType: PAYLOAD[this.clip.codec],
      timestampMs: BigInt(Math.floor(dueMs + clockOffsetMs)),
      lastIFrameIntervalMs: interval(this.lastKeyMs, dueMs),
      lastFrameIntervalMs: interval(this.lastFrameMs, dueMs),
      body: insertStamp(body, stamp, this.clip.codec),
    });
    this.lastFrameMs = dueMs;
    if (key) this.lastKeyMs = dueMs;
  }

  private sendBlock(dueMs: number): void {
    const block = this.sound?.blocks[this.nextBlock % this.sound.blocks.length];
    this.nextBlock += 1;
    if (block === undefined || this.sound === null || !this.audible) return;
    this.options.send({
      dataType: 3,
      payloadType: PAYLOAD[this.sound.codec],
      timestampMs: BigInt(Math.floor(dueMs + this.options.clockOffsetMs)),
      body: block,
    });
  }
}

/** The last key frame at or before `frame`. */
const keyBefore = (clip: VideoClip, frame: number): number => {
  let place = Math.min(Math.max(frame, 0), clip.frames.length - 1);
  while (place > 0 && !clip.keys.has(place)) place -= 1;
  return place;
};

/** 16-bit milliseconds since the frame before; 0 on the first. */
const interval = (beforeMs: number | null, nowMs: number): number =>
  beforeMs === null ? 0 : Math.min(0xffff, Math.round(nowMs - beforeMs));
