// 0x0805: the answer to 0x8801, with the ids of what was taken. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList } from '../fields.ts';
import { message } from '../message.ts';

/** `result` 0 ok, 1 failed, 2 channel not supported. `mediaIds` after a result of 0. */
export type SnapshotReply = {
  readonly replySerial: number;
  readonly result: number;
  readonly mediaIds?: readonly number[];
};

export const t0805SnapshotReply = message<SnapshotReply>({
  id: 0x0805,
  name: 'snapshot-reply',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    const head = { replySerial: reader.u16(), result: reader.u8() };
    if (head.result !== 0) return head;
    // The count is a word; devices that send a byte are told by what is left over from words of four bytes.
    const count = reader.remaining % 4 === 1 ? reader.u8() : reader.u16();
    return { ...head, mediaIds: readList(count, () => reader.u32()) };
  },
  encode: ({ replySerial, result, mediaIds = [] }) => {
    const writer = new ByteWriter(5 + 4 * mediaIds.length).u16(replySerial).u8(result);
    if (result !== 0) return writer.finish();
    writer.u16(mediaIds.length);
    for (const id of mediaIds) writer.u32(id);
    return writer.finish();
  },
});
