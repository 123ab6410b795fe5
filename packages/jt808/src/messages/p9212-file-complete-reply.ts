// 0x9212: the answer to 0x1212, with the ranges of the file that did not arrive. Active safety, 6.4.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList, readText8, writeText8 } from '../fields.ts';
import { message } from '../message.ts';

/** Bytes of a file to send again. */
export type MissingRange = { readonly offset: number; readonly length: number };

/** `result` 0 the file is whole (then nothing is missing), 1 ranges are missing; at most 255 ranges. */
export type FileCompleteReply = {
  readonly name: string;
  readonly type: number;
  readonly result: number;
  readonly missing: readonly MissingRange[];
};

export const p9212FileCompleteReply = message<FileCompleteReply>({
  id: 0x9212,
  name: 'file-complete-reply',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      name: readText8(reader),
      type: reader.u8(),
      result: reader.u8(),
      missing: readList(reader.u8(), () => ({ offset: reader.u32(), length: reader.u32() })),
    };
  },
  encode: (reply) => {
    const writer = writeText8(new ByteWriter(), reply.name);
    writer.u8(reply.type).u8(reply.result).u8(reply.missing.length);
    for (const range of reply.missing) writer.u32(range.offset).u32(range.length);
    return writer.finish();
  },
});
