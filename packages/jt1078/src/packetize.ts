// Whole frames to media packets, for the simulator and for talk: bodies of at most 950 bytes, flags, sequence numbers.
import { DATA_TYPE, MAX_SENT_BODY_BYTES, type MediaPacket, packetLength, SUBPACKAGE, writePacket } from './packet.ts';

/** A frame to send. `simDigits` has 12 or 20 digits. The intervals count for video only; 0 when not given. */
export type OutgoingFrame = {
  readonly simDigits: string;
  readonly channel: number;
  readonly dataType: number;
  readonly payloadType: number;
  /** Any start, in milliseconds; null only for transparent data. */
  readonly timestampMs: bigint | null;
  readonly lastIFrameIntervalMs?: number;
  readonly lastFrameIntervalMs?: number;
  readonly body: Uint8Array;
};

/**
 * Cuts frames into packets. One per connection: it counts packets per SIM and channel, audio and video together, from 0, as real
 * devices do (clause 5.5.3 leaves it open).
 */
export class Packetizer {
  private readonly sequences = new Map<string, number>();

  /** The packets of one frame in sending order; bodies are views of the frame. M is set on atomic and last packets. */
  packets(frame: OutgoingFrame): MediaPacket[] {
    const count = Math.max(1, Math.ceil(frame.body.length / MAX_SENT_BODY_BYTES));
    const key = `${frame.simDigits}/${frame.channel}`;
    const first = this.sequences.get(key) ?? 0;
    this.sequences.set(key, first + count);
    const isVideo = frame.dataType < DATA_TYPE.audio;
    const packets: MediaPacket[] = [];
    for (let index = 0; index < count; index += 1) {
      const from = index * MAX_SENT_BODY_BYTES;
      packets.push({
        simDigits: frame.simDigits,
        channel: frame.channel,
        dataType: frame.dataType,
        subpackage: subpackageOf(index, count),
        payloadType: frame.payloadType,
        marker: index === count - 1,
        sequence: (first + index) & 0xffff,
        timestampMs: frame.dataType === DATA_TYPE.transparent ? null : (frame.timestampMs ?? 0n),
        lastIFrameIntervalMs: isVideo ? (frame.lastIFrameIntervalMs ?? 0) : null,
        lastFrameIntervalMs: isVideo ? (frame.lastFrameIntervalMs ?? 0) : null,
        body: frame.body.subarray(from, from + MAX_SENT_BODY_BYTES),
      });
    }
    return packets;
  }

  /** The bytes of all packets of one frame, ready for one write. Throws RangeError for values that fit no field. */
  bytes(frame: OutgoingFrame): Uint8Array {
    const packets = this.packets(frame);
    let length = 0;
    for (const packet of packets) length += packetLength(packet);
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (const packet of packets) offset = writePacket(bytes, offset, packet);
    return bytes;
  }
}

const subpackageOf = (index: number, count: number): number => {
  if (count === 1) return SUBPACKAGE.atomic;
  if (index === 0) return SUBPACKAGE.first;
  return index === count - 1 ? SUBPACKAGE.last : SUBPACKAGE.middle;
};
