// Frames of the WebSocket protocol as the server sends them (RFC 6455, 5.2), built once for all viewers. Sending is elsewhere.

const BINARY_FINAL = 0x82;

/** Bytes of the frame head for a payload of `length` bytes: 2, 4 or 10. */
const headBytes = (length: number): number => {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
};

/**
 * A buffer that holds an unmasked binary frame head and room for `payloadBytes`; `payload` is the view to fill.
 * Built once and written to every socket: the cost of a viewer is one write.
 */
export const webSocketFrame = (payloadBytes: number): { frame: Buffer; payload: Uint8Array } => {
  const head = headBytes(payloadBytes);
  const frame = Buffer.allocUnsafe(head + payloadBytes);
  frame[0] = BINARY_FINAL;
  if (head === 2) frame[1] = payloadBytes;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(payloadBytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(payloadBytes), 2);
  }
  return { frame, payload: frame.subarray(head) };
};
