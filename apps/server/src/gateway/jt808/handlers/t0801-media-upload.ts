// 0x0801: a picture or sound nobody asked for yet. Read and acknowledged with its media id, so that the device stops repeating.
import { GENERAL_RESULT, p8800MediaReply, t0801MediaUpload } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const mediaUpload: Handler = (connection, { header, body }) => {
  const { mediaId } = t0801MediaUpload.decode(body, connection.codec.edition);
  if (mediaId === null) connection.answer(header, GENERAL_RESULT.done); // the form of 2011 has no id
  else connection.send(p8800MediaReply, { mediaId });
};
