// 0x8202 temporary tracking (section 13.4): locations at an interval of its own for a while.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** Both in seconds. `intervalS` 0 stops the tracking, then there is no `validityS`. */
export type Track = { readonly intervalS: number; readonly validityS?: number };

export const p8202Track = message<Track>({
  id: 0x8202,
  name: 'track',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    const intervalS = reader.u16();
    return intervalS === 0 ? { intervalS } : { intervalS, validityS: reader.u32() };
  },
  encode: ({ intervalS, validityS }) => {
    const writer = new ByteWriter().u16(intervalS);
    return (intervalS === 0 ? writer : writer.u32(validityS ?? 0)).finish();
  },
});
