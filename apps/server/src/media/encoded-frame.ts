// One message of a stream socket, encoded when the first viewer needs it and shared by all. Knows the stream message, not the viewers.
import { STREAM_HEADER_BYTES, streamFlags, writeStreamHeader, type StreamHeader } from '@outrider/contract';
import { MAX_HEAD_BYTES, webSocketFrame, webSocketFrameIn, webSocketHeadBytes } from './web-socket-frame.ts';

/** What a message needs in front of its body. */
const MESSAGE_ROOM_BYTES = MAX_HEAD_BYTES + STREAM_HEADER_BYTES;

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
    return (this.message ??= this.isRoomy ? this.encodeInPlace() : this.encodeCopy(this.header));
  }

  /** The same message marked as sent late to a joiner; memory of its own, because the original may be in other sockets' queues. */
  replay(): Buffer {
    return this.encodeCopy({ ...this.header, flags: this.header.flags | streamFlags.replay });
  }

  private encodeInPlace(): Buffer {
    const { body, header } = this;
    const start = body.byteOffset - STREAM_HEADER_BYTES;
    writeStreamHeader(new Uint8Array(body.buffer, start, STREAM_HEADER_BYTES), 0, header);
    return webSocketFrameIn(body.buffer, start, STREAM_HEADER_BYTES + body.length);
  }

  private encodeCopy(header: StreamHeader): Buffer {
    const { frame, payload } = webSocketFrame(STREAM_HEADER_BYTES + this.body.length);
    writeStreamHeader(payload, 0, header);
    payload.set(this.body, STREAM_HEADER_BYTES);
    return frame;
  }
}

/** Encodes header and body into a WebSocket frame, once somebody needs it. */
export const encodeFrame = (header: StreamHeader, body: Uint8Array, traits: FrameTraits): EncodedFrame =>
  new EncodedFrame(header, body, traits);
