// 0x9207: the platform pauses, resumes or cancels an FTP upload asked for by 0x9206 (clause 5.6.7).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';

/** Commands of 0x9207. */
export const UPLOAD_COMMAND = { pause: 0, resume: 1, cancel: 2 } as const;

export type UploadControl = {
  /** Serial of the 0x9206 it concerns. */
  readonly uploadSerial: number;
  /** See UPLOAD_COMMAND. */
  readonly command: number;
};

export const p9207UploadControl = message<UploadControl>({
  id: 0x9207,
  name: 'upload-control',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { uploadSerial: reader.u16(), command: reader.u8() };
  },
  encode: (control) => new ByteWriter().u16(control.uploadSerial).u8(control.command).finish(),
});
