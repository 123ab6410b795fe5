// 0x0901: GZIP data whose unpacked bytes are the vendor's own. Unpacking, with a limit, is the caller's. Section 20.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `length` as announced, in bytes; encoding writes the length of `data` when it is absent. */
export type CompressedReport = { readonly length?: number; readonly data: Uint8Array };

export const t0901CompressedReport = message<CompressedReport>({
  id: 0x0901,
  name: 'compressed-report',
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
