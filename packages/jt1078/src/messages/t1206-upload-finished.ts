// 0x1206: a device reports the end of an FTP upload asked for by 0x9206 (clause 5.6.6).
import { ByteReader, ByteWriter, message } from '@outrider/jt808';

/** Results of 0x1206. */
export const UPLOAD_RESULT = { success: 0, failure: 1 } as const;

export type UploadFinished = {
  /** Serial of the 0x9206. */
  readonly replySerial: number;
  /** See UPLOAD_RESULT. */
  readonly result: number;
};

export const t1206UploadFinished = message<UploadFinished>({
  id: 0x1206,
  name: 'upload-finished',
  direction: 'up',
  decode: (body) => {
    const reader = new ByteReader(body);
    return { replySerial: reader.u16(), result: reader.u8() };
  },
  encode: (finished) => new ByteWriter().u16(finished.replySerial).u8(finished.result).finish(),
});
