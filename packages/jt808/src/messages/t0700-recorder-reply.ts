// 0x0700: data of the driving recorder, in answer to 0x8700. Section 18.1.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';
import type { Edition } from '../message.ts';

/** `data`: a GB/T 19056 block (recorder-block.ts), kept raw. */
export type RecorderReply = { readonly replySerial: number; readonly command: number; readonly data: Uint8Array };

const BLOCK_AT = 3;
/** In 2011 a total length and the length of this packet stand before the block. */
const BLOCK_AT_2011 = 7;

/** The block's start bytes say where it begins; without them the edition does. */
const has2011Lengths = (body: Uint8Array, edition: Edition): boolean => {
  if (body[BLOCK_AT] === 0x55 && body[BLOCK_AT + 1] === 0x7a) return false;
  if (body.length < BLOCK_AT_2011) return false;
  const packetLength = new ByteReader(body, BLOCK_AT + 2).u16();
  if (packetLength !== body.length - BLOCK_AT_2011) return false;
  return edition === '2011' || (body[BLOCK_AT_2011] === 0x55 && body[BLOCK_AT_2011 + 1] === 0x7a);
};

export const t0700RecorderReply = message<RecorderReply>({
  id: 0x0700,
  name: 'recorder-reply',
  direction: 'up',
  decode: (body, edition) => {
    const reader = new ByteReader(body);
    const head = { replySerial: reader.u16(), command: reader.u8() };
    if (has2011Lengths(body, edition)) reader.skip(BLOCK_AT_2011 - BLOCK_AT);
    return { ...head, data: reader.rest() };
  },
  encode: ({ replySerial, command, data }, edition) => {
    const writer = new ByteWriter(BLOCK_AT_2011 + data.length).u16(replySerial).u8(command);
    if (edition === '2011') writer.u16(data.length).u16(data.length);
    return writer.raw(data).finish();
  },
});
