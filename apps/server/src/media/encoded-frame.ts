// One message of a stream socket, encoded once and shared by all viewers. Knows the stream message, not the viewers.
import { STREAM_HEADER_BYTES, streamFlags, writeStreamHeader, type StreamHeader } from '@outrider/contract';
import { webSocketFrame } from './web-socket-frame.ts';

/** `bytes` is a whole WebSocket frame. `key`: a viewer may start here. `video`: counts for the drop rule. */
export type EncodedFrame = { bytes: Buffer; key: boolean; video: boolean };

/** Encodes header and body into a WebSocket frame of its own. */
export const encodeFrame = (
  header: StreamHeader,
  body: Uint8Array,
  kind: { key: boolean; video: boolean },
): EncodedFrame => {
  const { frame, payload } = webSocketFrame(STREAM_HEADER_BYTES + body.length);
  writeStreamHeader(payload, 0, header);
  payload.set(body, STREAM_HEADER_BYTES);
  return { bytes: frame, ...kind };
};

/** The same message marked as sent late to a joiner; a copy, because the original may still be in other sockets' queues. */
export const asReplay = (encoded: EncodedFrame): Buffer => {
  const copy = Buffer.from(encoded.bytes);
  const head = copy.length - payloadLength(copy);
  copy[head + 3] = (copy[head + 3] ?? 0) | streamFlags.replay;
  return copy;
};

const payloadLength = (frame: Buffer): number => {
  const short = frame[1] ?? 0;
  if (short < 126) return short;
  return short === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
};
