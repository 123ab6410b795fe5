// 0x1212: the terminal has streamed this file of an alarm and wants to hear whether it is whole. Active safety, 6.4.
import { decodeAttachmentFile, encodeAttachmentFile } from '../active-safety/attachment-file.ts';
import type { AttachmentFile } from '../active-safety/attachment-file.ts';
import { message } from '../message.ts';

export const t1212FileComplete = message<AttachmentFile>({
  id: 0x1212,
  name: 'file-complete',
  direction: 'up',
  decode: decodeAttachmentFile,
  encode: encodeAttachmentFile,
});
