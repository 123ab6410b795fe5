// 0x0201 and 0x0500: answers that carry a position. It is stored like any other, and the command that asked is settled.
import { encodeLocation, t0201LocationReply } from '@outrider/jt808';
import type { Handler } from '../handler.ts';
import { storePositions } from './store-positions.ts';

export const locationInReply: Handler = (connection, { header, body }) => {
  const reply = t0201LocationReply.decode(body, connection.codec.edition); // 0x0500 has the same body
  storePositions(connection, header, [encodeLocation(reply.location)], false);
  connection.commands.dedicatedReply(header.messageId, reply);
};
