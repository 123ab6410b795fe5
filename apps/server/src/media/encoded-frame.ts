// One message of a stream socket, encoded when the first viewer needs it and shared by all. Knows the stream message, not the viewers.
import { STREAM_HEADER_BYTES, streamFlags, writeStreamHeader, type StreamHeader } from '@outrider/contract';
import { MAX_HEAD_BYTES, webSocketFrame, webSocketHeadBytes, writeWebSocketHead } from './web-socket-frame.ts';

/** What a message needs in front of its body. */
const MESSAGE_ROOM_BYTES = MAX_HEAD_BYTES + STREAM_HEADER_BYTES;
/** Where the flags stand in a stream header. */
const STREAM_FLAGS_AT = 3;

/**
 * `key`: a viewer may start here. `video`: counts for the drop rule. `headRoomBytes`: so many bytes in front of the body, in its own
 * memory, are nobody else's: where they are enough the body is not copied.
 */
export type FrameTraits = { key: boolean; video: boolean; headRoomBytes?: number };

export class EncodedFrame {
  readonly key: boolean;
  readonly video: boolean;
  readonly sizeBytes: number;
  private readonly header: StreamHeader;
  private readonly body: Uint8Array;
  private readonly isRoomy: boolean;
  private message: Buffer | null = null;

  constructor(header: StreamHeader, body: Uint8Array, { key, video, headRoomBytes = 0 }: FrameTraits) {
    this.key = key;
    this.video = video;
    this.header = header;
    this.body = body;
    this.isRoomy = headRoomBytes >= MESSAGE_ROOM_BYTES;
    const payloadBytes = STREAM_HEADER_BYTES + body.length;
    this.sizeBytes = webSocketHeadBytes(payloadBytes) + payloadBytes;
  }

  /** A whole WebSocket frame, the same one for everybody: not to be changed. */
  get bytes(): Buffer {
    return (this.message ??= this.isRoomy ? this.encodeInPlace() : this.encodeCopy());
  }

  /** The same message marked as sent late to a joiner; memory of its own, because the original may be in other sockets' queues. */
  replay(): Buffer {
    const frame = Buffer.allocUnsafe(this.sizeBytes);
    this.writeReplay(frame, 0);
    return frame;
  }

  /** The same into `target`, where `sizeBytes` are free from `at` on. */
  writeReplay(target: Buffer, at: number): void {
    const { body, header, sizeBytes } = this;
    const head = sizeBytes - STREAM_HEADER_BYTES - body.length;
    writeWebSocketHead(target, at, head, sizeBytes - head);
    writeStreamHeader(target, at + head, header);
    const flagsAt = at + head + STREAM_FLAGS_AT;
    target[flagsAt] = (target[flagsAt] ?? 0) | streamFlags.replay;
    target.set(body, at + head + STREAM_HEADER_BYTES);
  }

  private encodeInPlace(): Buffer {
    const { body, header, sizeBytes } = this;
    const payloadBytes = STREAM_HEADER_BYTES + body.length;
    const head = sizeBytes - payloadBytes;
    const frame = Buffer.from(body.buffer, body.byteOffset - STREAM_HEADER_BYTES - head, sizeBytes);
    writeWebSocketHead(frame, 0, head, payloadBytes);
    writeStreamHeader(frame, head, header);
    return frame;
  }

  private encodeCopy(): Buffer {
    const { frame, payload } = webSocketFrame(STREAM_HEADER_BYTES + this.body.length);
    writeStreamHeader(payload, 0, this.header);
    payload.set(this.body, STREAM_HEADER_BYTES);
    return frame;
  }
}

/** Encodes header and body into a WebSocket frame, once somebody needs it. */
export const encodeFrame = (header: StreamHeader, body: Uint8Array, traits: FrameTraits): EncodedFrame =>
  new EncodedFrame(header, body, traits);
