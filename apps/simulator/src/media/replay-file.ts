// A recorded media file as a source: its packets, cut into what one camera sent, with the pace of its timestamps. It plays them
// as they were recorded, and over again with timestamps and sequence numbers that go on rising.
import { DATA_TYPE, encodePacket, PacketSplitter } from '@outrider/jt1078';
import type { MediaPacket } from '@outrider/jt1078';
import type { Clock, Timer } from '../clock.ts';
import type { LiveSource } from './live-source.ts';

/** A gap above this in a file's timestamps is a jump of its clock, not a pause. */
const MAX_GAP_MS = 5000;
const NORMAL_GAP_MS = 40;

/** One camera's packets with their time from the first, ms. */
export type Recording = {
  readonly channel: number;
  readonly packets: readonly { readonly atMs: number; readonly packet: MediaPacket }[];
  /** When the first packet follows the last one in a loop. */
  readonly lengthMs: number;
  readonly hasVideo: boolean;
};

export type ReplayFile = { readonly simDigits: string; readonly recordings: readonly Recording[] };

/** Cuts a file's bytes. Throws RangeError when it holds no media packet. */
export const readReplayFile = (bytes: Uint8Array): ReplayFile => {
  const packets = new PacketSplitter().push(bytes, 0);
  const first = packets[0];
  if (first === undefined) throw new RangeError('no JT/T 1078 packet in this file');
  const byChannel = new Map<number, MediaPacket[]>();
  for (const packet of packets) {
    const known = byChannel.get(packet.channel) ?? [];
    known.push(packet);
    byChannel.set(packet.channel, known);
  }
  const recordings = [...byChannel].map(([channel, own]) => recordingOf(channel, own));
  return { simDigits: first.simDigits, recordings };
};

const recordingOf = (channel: number, packets: readonly MediaPacket[]): Recording => {
  let atMs = 0;
  let before: bigint | null = null;
  const timed = packets.map((packet) => {
    if (packet.timestampMs !== null) {
      const gap = before === null ? 0 : Number(packet.timestampMs - before);
      // Sound may carry a time a little before the picture it follows; only what goes on moves the time.
      atMs += gap > MAX_GAP_MS || gap < -MAX_GAP_MS ? NORMAL_GAP_MS : Math.max(0, gap);
      before = before === null || gap > 0 || gap < -MAX_GAP_MS ? packet.timestampMs : before;
    }
    return { atMs, packet };
  });
  const hasVideo = packets.some(({ dataType }) => dataType <= DATA_TYPE.videoB);
  return { channel, packets: timed, lengthMs: atMs + NORMAL_GAP_MS, hasVideo };
};

/** What 0x1003 says of a file: the codecs of its first sound and picture. */
export const codecsOf = ({ recordings }: ReplayFile): { audio?: number; video?: number; audioBytes?: number } => {
  const packets = recordings.flatMap((recording) => recording.packets.map(({ packet }) => packet));
  const sound = packets.find(({ dataType }) => dataType === DATA_TYPE.audio);
  const picture = packets.find(({ dataType }) => dataType <= DATA_TYPE.videoB);
  return {
    ...(sound !== undefined && { audio: sound.payloadType, audioBytes: sound.body.length }),
    ...(picture !== undefined && { video: picture.payloadType }),
  };
};

export type ReplayFlowOptions = {
  readonly clock: Clock;
  readonly recording: Recording;
  /** Null keeps the SIM of the file. */
  readonly simDigits: string | null;
  readonly sound: boolean;
  readonly once: boolean;
  readonly send: (bytes: Uint8Array) => void;
  /** Only with `once`. */
  readonly finished: () => void;
};

export class ReplayFlow implements LiveSource {
  private readonly options: ReplayFlowOptions;
  private place = 0;
  private round = 0;
  private startMs = 0;
  private timer: Timer | null = null;
  private pausedMs: number | null = null;
  private visible = true;
  private audible: boolean;

  constructor(options: ReplayFlowOptions) {
    this.options = options;
    this.audible = options.sound;
  }

  start(): void {
    this.startMs = this.options.clock.now();
    this.timer = this.options.clock.after(0, () => this.step());
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  pause(): void {
    this.stop();
    this.pausedMs = this.options.clock.now();
  }

  /** Goes on with the packet that would have come next. */
  resume(): void {
    if (this.pausedMs === null) return;
    this.startMs += this.options.clock.now() - this.pausedMs;
    this.pausedMs = null;
    this.timer = this.options.clock.after(0, () => this.step());
  }

  select({ video, audio }: { readonly video: boolean; readonly audio: boolean }): void {
    this.visible = video;
    this.audible = audio && this.options.sound;
  }

  /** A file has one stream only. */
  switchStream(): void {}

  private step(): void {
    const { clock, recording, once, finished } = this.options;
    for (;;) {
      const next = recording.packets[this.place];
      if (next === undefined) {
        if (once) {
          this.timer = null;
          finished();
          return;
        }
        this.place = 0;
        this.round += 1;
        continue;
      }
      const waitMs = this.startMs + this.round * recording.lengthMs + next.atMs - clock.now();
      if (waitMs > 0) {
        this.timer = clock.after(waitMs, () => this.step());
        return;
      }
      this.place += 1;
      this.send(next.packet);
    }
  }

  private send(packet: MediaPacket): void {
    const { recording, simDigits, send } = this.options;
    const isAudio = packet.dataType === DATA_TYPE.audio;
    if ((isAudio && !this.audible) || (packet.dataType <= DATA_TYPE.videoB && !this.visible)) return;
    const shiftMs = BigInt(this.round * recording.lengthMs);
    send(
      encodePacket({
        ...packet,
        simDigits: simDigits ?? packet.simDigits,
        sequence: (packet.sequence + this.round * recording.packets.length) & 0xffff,
        timestampMs: packet.timestampMs === null ? null : BigInt.asUintN(64, packet.timestampMs + shiftMs),
      }),
    );
  }
}
