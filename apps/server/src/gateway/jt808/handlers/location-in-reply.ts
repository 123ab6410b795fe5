// 0x0201 and 0x0500: answers that carry a position. It is stored like any other, and the command that asked is settled.
import { encodeLocation, t0201LocationReply } from '@outrider/jt808';
import type { Handler } from '../handler.ts';
import { storePositions } from './store-positions.ts';

export const locationInReply: Handler = (connection, message) => {
  const reply = t0201LocationReply.decode(message.body, connection.codec.edition); // 0x0500 has the same body
  storePositions(connection, message, [encodeLocation(reply.location)], false);
  connection.lanes.dedicatedReply(message.header.messageId, reply, reply.replySerial ?? undefined);
};
