// Frames of the WebSocket protocol as the server sends them (RFC 6455, 5.2), built once for all viewers. Sending is elsewhere.

const BINARY_FINAL = 0x82;
/** Of the longest frame head. */
export const MAX_HEAD_BYTES = 10;

/** Bytes of the frame head for a payload of `length` bytes: 2, 4 or 10. */
export const webSocketHeadBytes = (length: number): number => {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : MAX_HEAD_BYTES;
};

/** Writes the head of `headBytes` for a payload of `payloadBytes` at `at`. */
export const writeWebSocketHead = (target: Buffer, at: number, headBytes: number, payloadBytes: number): void => {
  target[at] = BINARY_FINAL;
  if (headBytes === 2) target[at + 1] = payloadBytes;
  else if (headBytes === 4) {
    target[at + 1] = 126;
    target.writeUInt16BE(payloadBytes, at + 2);
  } else {
    target[at + 1] = 127;
    target.writeBigUInt64BE(BigInt(payloadBytes), at + 2);
  }
};

/**
 * A buffer that holds an unmasked binary frame head and room for `payloadBytes`; `payload` is the view to fill.
 * Built once and written to every socket: the cost of a viewer is one write.
 */
export const webSocketFrame = (payloadBytes: number): { frame: Buffer; payload: Uint8Array } => {
  const head = webSocketHeadBytes(payloadBytes);
  const frame = Buffer.allocUnsafe(head + payloadBytes);
  writeWebSocketHead(frame, 0, head, payloadBytes);
  return { frame, payload: frame.subarray(head) };
};
