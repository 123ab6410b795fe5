// The door of the JT/T 808 package: what server, simulator and jt1078 may use.
export { ByteReader, ByteWriter, fromHex, toHex } from './bytes.ts';
export { DecodeError } from './errors.ts';
export { decodeGbk, encodeGbk } from './gbk.ts';
export { message } from './message.ts';
export type { Direction, Edition, MessageCodec } from './message.ts';
export { decodeTime, encodeTime, STANDARD_OFFSET_MINUTES } from './time.ts';
