// One media packet of JT/T 1078 (clause 5.5.3): the header read and written for 6 and 10 byte SIM fields.
// Finding packets in a byte stream is packet-splitter.ts, deciding the SIM size is sim-size.ts.
import { fromHex, toHex } from '@outrider/jt808';

/** Data types of clause 5.5.3. They decide the layout of the header and the kind of the frame; the payload type never does. */
export const DATA_TYPE = { videoI: 0, videoP: 1, videoB: 2, audio: 3, transparent: 4 } as const;

/** Sub-package flags. Mind the order: 2 is the last, 3 a middle one. */
export const SUBPACKAGE = { atomic: 0, first: 1, last: 2, middle: 3 } as const;

/** Bytes of the SIM field: BCD[6] by the standard, BCD[10] on some devices with a 20-digit number. */
export type SimBytes = 6 | 10;

export const MAGIC_BYTES = 4;
/** The shortest packet: transparent, 6-byte SIM, empty body. */
export const MIN_PACKET_BYTES = 18;
/** What the standard allows a body; receivers accept the whole range of the length field. */
export const MAX_SENT_BODY_BYTES = 950;

/** One packet. `simDigits` has the 12 or 20 nibbles of the SIM field, leading zeros kept. `body` is a view, not a copy. */
export type MediaPacket = {
  readonly simDigits: string;
  readonly channel: number;
  /** 0 to 4, see DATA_TYPE. */
  readonly dataType: number;
  /** 0 to 3, see SUBPACKAGE. */
  readonly subpackage: number;
  readonly payloadType: number;
  /** The M bit. Devices set it at will: never use it to assemble frames. */
  readonly marker: boolean;
  /** 16 bits, wraps. */
  readonly sequence: number;
  /** Relative: only differences count. Null on transparent packets, which by the standard have no such field. */
  readonly timestampMs: bigint | null;
  /** 16 bits, wraps after 65.5 s. Null unless the packet is video. */
  readonly lastIFrameIntervalMs: number | null;
  /** 16 bits, wraps after 65.5 s. Null unless the packet is video. */
  readonly lastFrameIntervalMs: number | null;
  readonly body: Uint8Array;
};

/** Bytes before the body: video 30, audio 26, transparent 18 with a 6-byte SIM; 4 more with a 10-byte SIM. */
export const headerLength = (dataType: number, simBytes: SimBytes): number => {
  const base = 12 + simBytes;
  if (dataType < DATA_TYPE.audio) return base + 12;
  return dataType === DATA_TYPE.audio ? base + 8 : base;
};

/** The time stamp that some recorders put on transparent packets too, where the standard has none. */
export const STAMP_BYTES = 8;

/** Whether "01cd" stands at `offset`; false when fewer than four bytes are left. */
export const hasMagic = (bytes: Uint8Array, offset: number): boolean =>
  bytes[offset] === 0x30 && bytes[offset + 1] === 0x31 && bytes[offset + 2] === 0x63 && bytes[offset + 3] === 0x64;

/** The 12 or 20 SIM nibbles of the packet at `offset`. */
export const readSimDigits = (bytes: Uint8Array, offset: number, simBytes: SimBytes): string =>
  toHex(bytes.subarray(offset + 8, offset + 8 + simBytes));

/**
 * Reads the packet at `offset`. The caller knows that magic, types and all `length` bytes are there (see sim-size.ts);
 * `simDigits` is passed in because it seldom changes on a connection and need not be built per packet.
 */
export const readPacket = (
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  simBytes: SimBytes,
  length: number,
  simDigits: string,
): MediaPacket => {
  const typeAt = offset + 9 + simBytes;
  const types = view.getUint8(typeAt);
  const codec = view.getUint8(offset + 5);
  const dataType = types >> 4;
  const isVideo = dataType < DATA_TYPE.audio;
  const header = headerLength(dataType, simBytes);
  // Whether a transparent packet is stamped was found when its length was (sim-size.ts): the plain length field disagrees then.
  const isStamped = dataType === DATA_TYPE.transparent && header + view.getUint16(offset + header - 2) !== length;
  return {
    simDigits,
    channel: view.getUint8(typeAt - 1),
    dataType,
    subpackage: types & 0x0f,
    payloadType: codec & 0x7f,
    marker: codec >= 0x80,
    sequence: view.getUint16(offset + 6),
    timestampMs: dataType === DATA_TYPE.transparent && !isStamped ? null : view.getBigUint64(typeAt + 1),
    lastIFrameIntervalMs: isVideo ? view.getUint16(typeAt + 9) : null,
    lastFrameIntervalMs: isVideo ? view.getUint16(typeAt + 11) : null,
    body: bytes.subarray(offset + header + (isStamped ? STAMP_BYTES : 0), offset + length),
  };
};

/** Bytes `writePacket` needs for a packet. */
export const packetLength = (packet: MediaPacket): number =>
  headerLength(packet.dataType, simBytesOf(packet.simDigits)) +
  (isStampedData(packet) ? STAMP_BYTES : 0) +
  packet.body.length;

const isStampedData = ({ dataType, timestampMs }: MediaPacket): boolean =>
  dataType === DATA_TYPE.transparent && timestampMs !== null;

/** The bytes of one packet. Throws RangeError for a value that does not fit its field or a SIM of other than 12 or 20 digits. */
export const encodePacket = (packet: MediaPacket): Uint8Array => {
  const bytes = new Uint8Array(packetLength(packet));
  writePacket(bytes, 0, packet);
  return bytes;
};

/** Writes one packet at `offset` and gives the offset behind it. Throws like `encodePacket`. */
export const writePacket = (target: Uint8Array, offset: number, packet: MediaPacket): number => {
  const simBytes = simBytesOf(packet.simDigits);
  checkRanges(packet);
  const view = new DataView(target.buffer, target.byteOffset + offset, packetLength(packet));
  view.setUint32(0, 0x30316364);
  view.setUint8(4, 0x81); // version 2, no padding, no extension, CC 1: the only value the standard knows
  view.setUint8(5, (packet.marker ? 0x80 : 0) | packet.payloadType);
  view.setUint16(6, packet.sequence);
  target.set(fromHex(packet.simDigits), offset + 8);
  let at = 8 + simBytes;
  view.setUint8(at, packet.channel);
  view.setUint8(at + 1, (packet.dataType << 4) | packet.subpackage);
  at += 2;
  if (packet.dataType !== DATA_TYPE.transparent || isStampedData(packet)) {
    view.setBigUint64(at, packet.timestampMs ?? 0n);
    at += 8;
  }
  if (packet.dataType < DATA_TYPE.audio) {
    view.setUint16(at, packet.lastIFrameIntervalMs ?? 0);
    view.setUint16(at + 2, packet.lastFrameIntervalMs ?? 0);
    at += 4;
  }
  view.setUint16(at, packet.body.length);
  target.set(packet.body, offset + at + 2);
  return offset + at + 2 + packet.body.length;
};

const simBytesOf = (simDigits: string): SimBytes => {
  if (simDigits.length === 12) return 6;
  if (simDigits.length === 20) return 10;
  throw new RangeError(`a SIM field has 12 or 20 digits, not ${simDigits.length}`);
};

const checkRanges = (packet: MediaPacket): void => {
  fits('channel', packet.channel, 0xff);
  fits('data type', packet.dataType, DATA_TYPE.transparent);
  fits('sub-package flag', packet.subpackage, SUBPACKAGE.middle);
  fits('payload type', packet.payloadType, 0x7f);
  fits('sequence', packet.sequence, 0xffff);
  fits('last I frame interval', packet.lastIFrameIntervalMs ?? 0, 0xffff);
  fits('last frame interval', packet.lastFrameIntervalMs ?? 0, 0xffff);
  fits('body length', packet.body.length, 0xffff);
  const timestamp = packet.timestampMs ?? 0n;
  if (timestamp < 0n || timestamp > 0xffffffffffffffffn) throw new RangeError(`timestamp ${timestamp} does not fit`);
};

const fits = (field: string, value: number, max: number): void => {
  if (!Number.isInteger(value) || value < 0 || value > max) throw new RangeError(`${field} ${value} does not fit`);
};
