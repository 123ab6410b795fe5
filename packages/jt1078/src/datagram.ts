// One media packet from one UDP datagram. Streams of bytes are packet-splitter.ts.
import { hasMagic, type MediaPacket, MIN_PACKET_BYTES, readPacket, readSimDigits, type SimBytes } from './packet.ts';
import { checkSimSize, decideSimSize, type SimHints } from './sim-size.ts';

/**
 * The packet a datagram holds; null when it is not exactly one. `hints.previous` is the SIM size of the sender's last packet,
 * null at first. The body is a view of `datagram`.
 */
export const readDatagram = (datagram: Uint8Array, hints: SimHints = { previous: null }): MediaPacket | null => {
  // A plain view: in a Node Buffer `slice` does not copy, and anyone who gets the body may count on a copy.
  const bytes = new Uint8Array(datagram.buffer, datagram.byteOffset, datagram.length);
  if (bytes.length < MIN_PACKET_BYTES || !hasMagic(bytes, 0)) return null;
  const simBytes = exactSize(bytes, hints);
  if (simBytes === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPacket(bytes, view, 0, simBytes, bytes.length, readSimDigits(bytes, 0, simBytes));
};

/** The SIM size that makes the packet end where the datagram ends. */
const exactSize = (bytes: Uint8Array, hints: SimHints): SimBytes | null => {
  const isExact = (simBytes: SimBytes): boolean => {
    const decision = checkSimSize(bytes, 0, simBytes, false, true);
    return decision.kind === 'packet' && decision.length === bytes.length;
  };
  const six = isExact(6);
  if (!isExact(10)) return six ? 6 : null;
  if (!six) return 10;
  const decision = decideSimSize(bytes, 0, hints);
  return decision.kind === 'packet' ? decision.simBytes : 6;
};
