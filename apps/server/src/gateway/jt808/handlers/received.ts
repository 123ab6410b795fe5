// Messages that are known and read, and for which the server has no use yet: a good body is acknowledged, a bad one refused.
import { findMessage as findJt1078 } from '@outrider/jt1078';
import { findMessage as findJt808, GENERAL_RESULT } from '@outrider/jt808';
import type { Handler } from '../handler.ts';

export const received: Handler = (connection, { header, body }) => {
  const codec = findJt808(header.messageId) ?? findJt1078(header.messageId);
  codec?.decode(body, connection.codec.edition);
  connection.answer(header, GENERAL_RESULT.done);
};
