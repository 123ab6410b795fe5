// 0x0701: an electronic waybill; trackers answer text commands with it. Section 18.3.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `length` as announced, in bytes; encoding writes the length of `data` when it is absent. */
export type Waybill = { readonly length?: number; readonly data: Uint8Array };

export const t0701Waybill = message<Waybill>({
  id: 0x0701,
  name: 'waybill',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    const length = reader.u32();
    return { length, data: reader.take(length) };
  },
  encode: ({ length, data }) =>
    new ByteWriter(4 + data.length)
      .u32(length ?? data.length)
      .raw(data)
      .finish(),
});
