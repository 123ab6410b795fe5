// 0x0802: stored media that match 0x8802. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList } from '../fields.ts';
import { LOCATION_BASE_LENGTH, decodeLocation, writeLocationBase } from '../location.ts';
import type { LocationReport } from '../location.ts';
import { message } from '../message.ts';

/** `location` is the moment of shooting, without items. No `mediaId` in 2011. */
export type StoredMedia = {
  readonly mediaId?: number;
  readonly type: number;
  readonly channel: number;
  readonly event: number;
  readonly location: LocationReport;
};

/**
 * `count` as announced; encoding writes the number of items when it is absent. 2011 has no `replySerial`, its count is over all
 * packets.
 */
export type MediaList = {
  readonly replySerial?: number;
  readonly count?: number;
  readonly items: readonly StoredMedia[];
};

const HEAD_LENGTH = 4;
const ITEM_LENGTH_2011 = 3 + LOCATION_BASE_LENGTH;
const ITEM_LENGTH = 4 + ITEM_LENGTH_2011;

const readItem = (reader: ByteReader): StoredMedia => ({
  type: reader.u8(),
  channel: reader.u8(),
  event: reader.u8(),
  location: decodeLocation(reader.take(LOCATION_BASE_LENGTH)),
});

const writeItem = (writer: ByteWriter, item: StoredMedia): void => {
  writer.u8(item.type).u8(item.channel).u8(item.event);
  writeLocationBase(writer, item.location);
};

export const t0802MediaList = message<MediaList>({
  id: 0x0802,
  name: 'media-list',
  direction: 'up',
  decode: (body, edition) => {
    const reader = new ByteReader(body);
    const first = reader.u16();
    const count = reader.u16();
    const length = body.length - HEAD_LENGTH;
    const fits2011 = length === count * ITEM_LENGTH_2011;
    const fits2013 = length === count * ITEM_LENGTH;
    if (fits2011 && (edition === '2011' || !fits2013)) {
      return { count: first, items: readList(count, () => readItem(reader)) };
    }
    // By what is there, not by the count: a list in several packages announces the whole.
    const present = Math.min(count, Math.floor(length / ITEM_LENGTH));
    const items = readList(present, () => ({ mediaId: reader.u32(), ...readItem(reader) }));
    return { replySerial: first, count, items };
  },
  encode: ({ replySerial, count, items }, edition) => {
    const writer = new ByteWriter(HEAD_LENGTH + ITEM_LENGTH * items.length);
    if (edition === '2011') writer.u16(count ?? items.length).u16(items.length);
    else writer.u16(replySerial ?? 0).u16(count ?? items.length);
    for (const item of items) {
      if (edition !== '2011') writer.u32(item.mediaId ?? 0);
      writeItem(writer, item);
    }
    return writer.finish();
  },
});
