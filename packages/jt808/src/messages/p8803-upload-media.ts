// 0x8803: uploads stored media by a filter; answered by 0x0001 and then 0x0801s. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readMediaFilter, writeMediaFilter } from '../media-filter.ts';
import type { MediaFilter } from '../media-filter.ts';
import { message } from '../message.ts';

/** `delete` 0 keep, 1 delete after the upload. */
export type UploadMedia = MediaFilter & { readonly delete: number };

export const p8803UploadMedia = message<UploadMedia>({
  id: 0x8803,
  name: 'upload-media',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { ...readMediaFilter(reader), delete: reader.u8() };
  },
  encode: (upload) => writeMediaFilter(new ByteWriter(), upload).u8(upload.delete).finish(),
});
