// 0x8800: the answer to 0x0801, complete or with the packages to send again. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readByFit, readList } from '../fields.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/**
 * `packages`: indices to send again, at most 125. None, or no list at all, means complete and is written as the media id alone: a
 * count of 0 behind it made a real terminal refuse. `replySerial` in 2011 only.
 */
export type MediaReply = {
  readonly replySerial?: number;
  readonly mediaId: number;
  readonly packages?: readonly number[];
};

const readBody = (reader: ByteReader, edition: Edition): MediaReply => {
  const serial = edition === '2011' ? { replySerial: reader.u16() } : {};
  const mediaId = reader.u32();
  if (reader.remaining === 0) return { ...serial, mediaId };
  return { ...serial, mediaId, packages: readList(reader.u8(), () => reader.u16()) };
};

export const p8800MediaReply = message<MediaReply>({
  id: 0x8800,
  name: 'media-reply',
  direction: 'down',
  decode: (body, edition) => readByFit(edition, ['2013', '2011'], () => new ByteReader(body), readBody),
  encode: ({ replySerial, mediaId, packages = [] }, edition) => {
    const writer = new ByteWriter(8 + 2 * packages.length);
    if (edition === '2011') writer.u16(replySerial ?? 0);
    writer.u32(mediaId);
    if (packages.length > 0) writer.u8(packages.length);
    for (const index of packages) writer.u16(index);
    return writer.finish();
  },
});
