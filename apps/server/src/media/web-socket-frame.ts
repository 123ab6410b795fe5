// Frames of the WebSocket protocol as the server sends them (RFC 6455, 5.2), built once for all viewers. Sending is elsewhere.

const BINARY_FINAL = 0x82;
/** Of the longest frame head. */
export const MAX_HEAD_BYTES = 10;

/** Bytes of the frame head for a payload of `length` bytes: 2, 4 or 10. */
export const webSocketHeadBytes = (length: number): number => {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : MAX_HEAD_BYTES;
};

/** Writes the head for a payload of `payloadBytes` to the beginning of `frame`, whose length counts both. */
const writeHead = (frame: Buffer, payloadBytes: number): void => {
  const head = frame.length - payloadBytes;
  frame[0] = BINARY_FINAL;
  if (head === 2) frame[1] = payloadBytes;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(payloadBytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(payloadBytes), 2);
  }
};

/**
 * A buffer that holds an unmasked binary frame head and room for `payloadBytes`; `payload` is the view to fill.
 * Built once and written to every socket: the cost of a viewer is one write.
 */
export const webSocketFrame = (payloadBytes: number): { frame: Buffer; payload: Uint8Array } => {
  const head = webSocketHeadBytes(payloadBytes);
  const frame = Buffer.allocUnsafe(head + payloadBytes);
  writeHead(frame, payloadBytes);
  return { frame, payload: frame.subarray(head) };
};

/** The same where the payload lies already, at `offset` of `memory`: the head is written in front of it, over at most MAX_HEAD_BYTES. */
export const webSocketFrameIn = (memory: ArrayBufferLike, offset: number, payloadBytes: number): Buffer => {
  const head = webSocketHeadBytes(payloadBytes);
  const frame = Buffer.from(memory, offset - head, head + payloadBytes);
  writeHead(frame, payloadBytes);
  return frame;
};
