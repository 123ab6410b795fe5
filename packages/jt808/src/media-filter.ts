// The filter over stored media in 0x8802 and 0x8803. Section 19.2.
import type { ByteReader, ByteWriter } from './bytes.ts';

/**
 * `type` and `event` as in media-item.ts, `channel` 0 for all. `start` and `end` are the 12 digits YYMMDDhhmmss in the terminal's
 * zone, all zero for no limit.
 */
export type MediaFilter = {
  readonly type: number;
  readonly channel: number;
  readonly event: number;
  readonly start: string;
  readonly end: string;
};

export const readMediaFilter = (reader: ByteReader): MediaFilter => ({
  type: reader.u8(),
  channel: reader.u8(),
  event: reader.u8(),
  start: reader.digits(6),
  end: reader.digits(6),
});

/** RangeError when a time is not 12 digits. */
export const writeMediaFilter = (writer: ByteWriter, { type, channel, event, start, end }: MediaFilter): ByteWriter => {
  if (start.length !== 12 || end.length !== 12) throw new RangeError('start and end take 12 digits');
  return writer.u8(type).u8(channel).u8(event).digits(start).digits(end);
};
