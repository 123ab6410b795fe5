// The body 0x1211 and 0x1212 share: one file of an alarm. Active safety, 6.2 and 6.4.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText8, writeText8 } from '../fields.ts';

/**
 * Size in bytes. Types: 0 picture, 1 audio, 2 video, 3 text (state blocks), 4 other; Guangdong: 0 panorama picture, 4 face
 * picture, 5 other. Names ignore the standard's pattern freely: a key and a label, never a path.
 */
export type AttachmentFile = { readonly name: string; readonly type: number; readonly size: number };

export const decodeAttachmentFile = (body: Uint8Array): AttachmentFile => {
  const reader = new ByteReader(body);
  return { name: readText8(reader), type: reader.u8(), size: reader.u32() };
};

export const encodeAttachmentFile = (file: AttachmentFile): Uint8Array =>
  writeText8(new ByteWriter(), file.name).u8(file.type).u32(file.size).finish();
