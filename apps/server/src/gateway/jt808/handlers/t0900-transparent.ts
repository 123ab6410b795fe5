// 0x0900: what is carried through from the device. An answer in our vendor block goes to the question that waits for it, and is not kept:
// it may hold a face. Everything else is kept.
import { decodeVendorBlock, GENERAL_RESULT, isVendorBlock, t0900TransparentUp } from '@outrider/jt808';
import type { Handler } from '../handler.ts';
import { keepMessage } from './keep-message.ts';

const keep = keepMessage('transparent');

export const transparent: Handler = (connection, message) => {
  const { header, body } = message;
  const decoded = t0900TransparentUp.decode(body, connection.codec.edition);
  if (!('content' in decoded) || !isVendorBlock(decoded)) {
    keep(connection, message);
    return;
  }
  decodeVendorBlock(decoded); // what is no block of ours after all is counted as that
  connection.lanes.dedicatedReply(header.messageId, decoded);
  connection.answerWhole(message, GENERAL_RESULT.done);
};
