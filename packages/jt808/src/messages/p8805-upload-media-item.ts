// 0x8805: uploads one stored item by its id; answered by 0x0001 and then 0x0801. Section 19.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

/** `delete` 0 keep, 1 delete after the upload. */
export type UploadMediaItem = { readonly mediaId: number; readonly delete: number };

export const p8805UploadMediaItem = message<UploadMediaItem>({
  id: 0x8805,
  name: 'upload-media-item',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { mediaId: reader.u32(), delete: reader.u8() };
  },
  encode: (item) => new ByteWriter().u32(item.mediaId).u8(item.delete).finish(),
});
