// A frame as people read it: its bytes in hex and its fields. What would let somebody in is not shown. Made only while somebody watches.
import { findMessage as findJt1078 } from '@outrider/jt1078';
import { findMessage as findJt808, type Edition, type Frame, type Header, toHex } from '@outrider/jt808';
import type { TracedFrame } from '../traces.ts';

const GENERAL_REPLY = 0x0001;
const HEARTBEAT = 0x0002;
/** So much of the fields is shown. The bytes are all there. */
const MAX_FIELDS = 4000;

/** Messages with a secret, and where in their body it may begin: codes of 0x8100 and 0x0102, passwords of 0x8105 and 0x9206. */
const secretFrom: ReadonlyMap<number, number> = new Map([
  [0x0102, 0],
  [0x8100, 3],
  [0x8105, 1],
  [0x9206, 0],
]);

/** Of the signalling of pictures and sound by JT/T 1078. */
const isPeerId = (id: number): boolean => (id >= 0x9100 && id < 0x9300) || (id >= 0x1200 && id < 0x1300);
const isPeer = ({ messageId }: Header, body: Uint8Array): boolean =>
  isPeerId(messageId === GENERAL_REPLY && body.length >= 4 ? ((body[2] ?? 0) << 8) | (body[3] ?? 0) : messageId);

const HEADER_BYTES = { '2013': 12, '2019': 17 } as const;
const PART_BYTES = 4;

/** `from`: the first byte of the body that is hidden. The checksum is hidden with it, since it would tell of a short code. */
const maskedHex = (raw: Uint8Array, header: Header, from: number): string => {
  const first = HEADER_BYTES[header.layout] + (header.subpackaged ? PART_BYTES : 0) + from;
  let text = toHex(raw.subarray(0, 1));
  let at = 0;
  for (let i = 1; i < raw.length - 1; i += 1) {
    const isEscape = raw[i] === 0x7d && i + 1 < raw.length - 1;
    text += at >= first ? '**' : toHex(raw.subarray(i, isEscape ? i + 2 : i + 1));
    if (isEscape) i += 1;
    at += 1;
  }
  return text + toHex(raw.subarray(-1));
};

/** Bytes as hex; of a message with a secret no text at all. */
const fieldsOf = (decoded: unknown, hidesTexts: boolean): string => {
  const text = JSON.stringify(decoded, (_, value: unknown) => {
    if (value instanceof Uint8Array) return hidesTexts ? '***' : toHex(value);
    if (typeof value === 'bigint') return String(value);
    return hidesTexts && typeof value === 'string' ? '***' : value;
  });
  return text === undefined ? '' : text.length <= MAX_FIELDS ? text : `${text.slice(0, MAX_FIELDS)}…`;
};

const decoded = ({ header, body }: Frame, edition: Edition, hidesTexts: boolean): string => {
  if (header.subpackaged) return `part ${header.packageIndex} of ${header.packageTotal}`;
  if (header.encryption !== 0) return 'encrypted';
  try {
    const codec = findJt808(header.messageId) ?? findJt1078(header.messageId);
    return codec === undefined ? '' : fieldsOf(codec.decode(body, edition), hidesTexts);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

export const tracedFrame = (frame: Frame, way: TracedFrame['way'], edition: Edition, atMs: number): TracedFrame => {
  const { header, body, raw } = frame;
  const { messageId, serial } = header;
  const from = secretFrom.get(messageId);
  const hidden = from === undefined || (!header.subpackaged && body.length <= from) ? undefined : from;
  return {
    way,
    atMs,
    isPeer: isPeer(header, body),
    isHeartbeat: messageId === HEARTBEAT,
    id: messageId,
    name: (findJt808(messageId) ?? findJt1078(messageId))?.name ?? '',
    serial,
    hex: hidden === undefined ? toHex(raw) : maskedHex(raw, header, header.subpackaged ? 0 : hidden),
    fields: decoded(frame, edition, hidden !== undefined),
  };
};
