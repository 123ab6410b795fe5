// The voice of one talk in one format: keeps the pace of the packets, fills with silence, encodes once for all devices that want
// this format. Where blocks go is the members' business.
import type { AudioEncoder } from '@outrider/media';
import type { VoiceBlock } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { SAMPLES_PER_MS, type VoiceFormat } from './voice-format.ts';

/** Devices have small buffers: what is sent is never further ahead of the clock (JT/T 1078 reference, section 8). */
const AHEAD_MS = 200;
/** Voice that waits to be sent; the oldest goes when more comes, since nobody wants to hear it late. */
const MAX_QUEUED_MS = 600;

export type VoiceMember = {
  /** `spoken` is false for silence. */
  write(block: VoiceBlock, spoken: boolean): void;
};

export class VoiceTrack {
  readonly members = new Set<VoiceMember>();
  /** Samples that were never sent. */
  dropped = 0;
  private readonly clock: Clock;
  private readonly encoder: AudioEncoder;
  private readonly payloadType: number;
  private readonly samples: number;
  private readonly durationMs: number;
  private readonly queue: Int16Array[] = [];
  private queued = 0;
  /** The moment up to which the devices have something to play; null while nobody listens. */
  private filledUntilMs: number | null = null;
  private timer: Timer | null = null;

  /** `encoder` is one of createVoiceEncoder for `format`, used by this track alone. */
  constructor(clock: Clock, format: VoiceFormat, encoder: AudioEncoder) {
    this.clock = clock;
    this.encoder = encoder;
    this.payloadType = format.payloadType;
    this.samples = format.samples;
    this.durationMs = format.samples / SAMPLES_PER_MS;
  }

  join(member: VoiceMember): void {
    this.members.add(member);
    if (this.filledUntilMs !== null) return;
    this.filledUntilMs = this.clock.monotonic();
    this.pump();
  }

  leave(member: VoiceMember): void {
    if (this.members.delete(member) && this.members.size === 0) this.close();
  }

  /** What the operator says, 8 kHz mono. Kept while somebody listens. */
  push(pcm: Int16Array): void {
    if (this.filledUntilMs === null) return;
    this.queue.push(pcm);
    this.queued += pcm.length;
    this.dropBeyond(MAX_QUEUED_MS * SAMPLES_PER_MS);
    this.pump();
  }

  close(): void {
    this.timer?.cancel();
    this.timer = null;
    this.filledUntilMs = null;
    this.queue.length = 0;
    this.queued = 0;
    this.members.clear();
  }

  private dropBeyond(most: number): void {
    for (let excess = this.queued - most; excess > 0; excess = this.queued - most) {
      const [oldest] = this.queue;
      if (oldest === undefined) return;
      const cut = Math.min(excess, oldest.length);
      if (cut === oldest.length) this.queue.shift();
      else this.queue[0] = oldest.subarray(cut);
      this.queued -= cut;
      this.dropped += cut;
    }
  }

  /** Sends what is there as far ahead as devices can take it, and silence where nothing is there in time. */
  private pump(): void {
    const nowMs = this.clock.monotonic();
    let filled = this.filledUntilMs;
    if (filled === null) return;
    if (nowMs - filled > AHEAD_MS) filled = nowMs; // we were held up: what is past is not said any more
    while (this.queued >= this.samples && filled + this.durationMs <= nowMs + AHEAD_MS) {
      this.send(this.take());
      filled += this.durationMs;
    }
    while (filled <= nowMs) {
      this.send(this.queued > 0 ? this.take() : null);
      filled += this.durationMs;
    }
    this.filledUntilMs = filled;
    const roomMs = this.queued >= this.samples ? filled + this.durationMs - AHEAD_MS : filled;
    this.timer?.cancel();
    this.timer = this.clock.after(Math.max(1, roomMs - nowMs), () => this.pump());
  }

  private send(spoken: Int16Array | null): void {
    const body = this.encoder.encode(spoken ?? new Int16Array(this.samples));
    const block = { payloadType: this.payloadType, body, durationMs: this.durationMs };
    for (const member of this.members) member.write(block, spoken !== null);
  }

  /** One packet's worth; the end of it is silence when there is less. */
  private take(): Int16Array {
    const block = new Int16Array(this.samples);
    let filled = 0;
    while (filled < block.length) {
      const [first] = this.queue;
      if (first === undefined) break;
      const part = first.subarray(0, block.length - filled);
      block.set(part, filled);
      filled += part.length;
      if (part.length === first.length) this.queue.shift();
      else this.queue[0] = first.subarray(part.length);
    }
    this.queued -= filled;
    return block;
  }
}
