// A camera as it is sent live: frames of its clip at their pace, sound between them, stamped and with rising timestamps while
// the clip loops. Takes time from a clock and gives frames to a sink; it knows no socket.
import { insertOsd, insertStamp } from '@outrider/media';
import type { Clock, Timer } from '../clock.ts';
import { AUDIO_BLOCK_MS } from './clip-store.ts';
import type { AudioClip, AudioName, ClipStore, StreamName, VideoClip } from './clip-store.ts';
import { louder } from './loudness.ts';
import type { LinkFrame } from './media-link.ts';
import type { LiveSource } from './live-source.ts';
import { PAYLOAD } from './payload.ts';
import { clipOf } from './size-clips.ts';

/** How a stream is set just now: asked with each key frame, as encoders do. */
export type PictureSettings = {
  readonly resolution: number;
  readonly framesPerSecond: number;
  /** Null: as the clip is. A clip is filled up to more, and cannot be made less. */
  readonly bitRateKbps: number | null;
  readonly sound: boolean;
  /** Volumes of the microphones and of the loudspeaker, per cent. */
  readonly microphone: number;
  readonly loudspeaker: number;
  /** What stands in the picture; none: nothing. */
  readonly osd: readonly string[];
};

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
  readonly picture: (channel: number, stream: StreamName) => PictureSettings;
  readonly send: (frame: LinkFrame) => void;
};

export class LiveFlow implements LiveSource {
  private readonly options: LiveFlowOptions;
  private readonly sound: AudioClip | null;
  private clip: VideoClip;
  private stream: StreamName;
  private set: PictureSettings;
  private startMs = 0;
  private nextFrame = 0;
  private nextBlock = 0;
  private frameNumber = 0;
  private lastFrameMs: number | null = null;
  private lastKeyMs: number | null = null;
  /** Bytes that the stream is behind its bit rate. */
  private behindBytes = 0;
  private audible: boolean;
  private visible: boolean;
  private timer: Timer | null = null;

  constructor(options: LiveFlowOptions) {
    this.options = options;
    this.stream = options.stream;
    this.set = options.picture(options.channel, options.stream);
    this.clip = clipOf(options.clips, options.channel, options.stream, this.set.resolution);
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
    this.beginAt(now, keyBefore(this.clip, Math.floor((inLoop * this.fps) / 1000)));
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
    this.stream = stream;
  }

  /** Pictures of a clip that comes slower than it was drawn show the same in slow motion: none can be left out. */
  private get fps(): number {
    return this.set.framesPerSecond;
  }

  /** This frame is due now; frames and blocks are counted on from it. */
  private beginAt(nowMs: number, frame: number): void {
    this.startMs = nowMs - (frame * 1000) / this.fps;
    this.nextFrame = frame;
    this.nextBlock = Math.ceil((nowMs - this.startMs) / AUDIO_BLOCK_MS);
  }

  /** What was set since the last key frame begins with this one. */
  private takeSettings(dueMs: number): void {
    const { channel, clips, picture } = this.options;
    const { framesPerSecond } = this.set;
    this.set = picture(channel, this.stream);
    this.clip = clipOf(clips, channel, this.stream, this.set.resolution);
    if (this.set.framesPerSecond !== framesPerSecond) this.beginAt(dueMs, this.nextFrame);
    if (this.set.bitRateKbps === null) this.behindBytes = 0;
  }

  private step(): void {
    const now = this.options.clock.now();
    for (;;) {
      const frameMs = this.startMs + (this.nextFrame * 1000) / this.fps;
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
    if (this.clip.keys.has(place)) this.takeSettings(dueMs);
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
      body: this.filled(insertStamp(this.labelled(body, key), stamp, this.clip.codec)),
    });
    this.lastFrameMs = dueMs;
    if (key) this.lastKeyMs = dueMs;
  }

  private labelled(body: Uint8Array, key: boolean): Uint8Array {
    const { osd } = this.set;
    return key && osd.length > 0 ? insertOsd(body, osd, this.clip.codec) : body;
  }

  /** With as many filler bytes as the bit rate asks for; what a large picture takes, the next ones leave out. */
  private filled(body: Uint8Array): Uint8Array {
    const { bitRateKbps } = this.set;
    if (bitRateKbps === null) return body;
    this.behindBytes += (bitRateKbps * 1000) / 8 / this.fps - body.length;
    const room = Math.floor(this.behindBytes);
    if (room < FILLER_LEAST) return body;
    this.behindBytes -= room;
    return withFiller(body, room, this.clip.codec);
  }

  private sendBlock(dueMs: number): void {
    const block = this.sound?.blocks[this.nextBlock % this.sound.blocks.length];
    this.nextBlock += 1;
    if (block === undefined || this.sound === null || !this.audible || !this.set.sound) return;
    this.options.send({
      dataType: 3,
      payloadType: PAYLOAD[this.sound.codec],
      timestampMs: BigInt(Math.floor(dueMs + this.options.clockOffsetMs)),
      body: this.sound.codec === 'g711a' ? louder(block, this.set.microphone) : block,
    });
  }
}

const FILLER_LEAST = 16;
/** NAL unit types of filler data (H.264 table 7-1, H.265 table 7-1). */
const FILLER = { h264: [12], h265: [38 << 1, 1] } as const;

const withFiller = (body: Uint8Array, bytes: number, codec: VideoClip['codec']): Uint8Array => {
  const head = [0, 0, 0, 1, ...FILLER[codec]];
  const out = new Uint8Array(body.length + bytes).fill(0xff);
  out.set(body);
  out.set(head, body.length);
  out[out.length - 1] = 0x80;
  return out;
};

/** The last key frame at or before `frame`. */
const keyBefore = (clip: VideoClip, frame: number): number => {
  let place = Math.min(Math.max(frame, 0), clip.frames.length - 1);
  while (place > 0 && !clip.keys.has(place)) place -= 1;
  return place;
};

/** 16-bit milliseconds since the frame before; 0 on the first. */
const interval = (beforeMs: number | null, nowMs: number): number =>
  beforeMs === null ? 0 : Math.min(0xffff, Math.round(nowMs - beforeMs));
