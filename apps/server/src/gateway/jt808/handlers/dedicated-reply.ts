// Messages that are themselves answers (0x0104, 0x0107, 0x1003 …): given to the command that waits, acknowledged either way.
import { findMessage as findJt1078 } from '@outrider/jt1078';
import { findMessage as findJt808, GENERAL_RESULT } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

/** What the answer says it answers; some do not say. */
const replySerialOf = (body: unknown): number | undefined =>
  typeof body === 'object' && body !== null && 'replySerial' in body && typeof body.replySerial === 'number'
    ? body.replySerial
    : undefined;

export const dedicatedReply: Handler = (connection, { header, body }) => {
  const codec = findJt808(header.messageId) ?? findJt1078(header.messageId);
  const decoded = codec?.decode(body, connection.codec.edition);
  connection.lanes.dedicatedReply(header.messageId, decoded, replySerialOf(decoded));
  connection.answer(header, GENERAL_RESULT.done); // harmless, and stops devices that repeat until acknowledged
};
