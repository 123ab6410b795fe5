// 0x1211: the terminal is about to stream this file of an alarm. Active safety, 6.2.
import { decodeAttachmentFile, encodeAttachmentFile } from '../active-safety/attachment-file.ts';
import type { AttachmentFile } from '../active-safety/attachment-file.ts';
import { message } from '../message.ts';

export const t1211FileStart = message<AttachmentFile>({
  id: 0x1211,
  name: 'file-start',
  direction: 'up',
  decode: decodeAttachmentFile,
  encode: encodeAttachmentFile,
});
