// Finds the handler of a message in message-table.ts; a message that is not in it is answered 'not supported' and counted.
import { DecodeError, GENERAL_RESULT } from '@outrider/jt808';
import type { Jt808Connection } from './connection.ts';
import type { Message } from './message.ts';
import { handlers } from './message-table.ts';

/** Ids whose first byte 0x8 or 0x9 belongs to the platform; a terminal that sends one is answered and ignored (JT/T 1078, 12.16). */
const isPlatformId = (id: number): boolean => id >= 0x8000 && id < 0xa000;

export const dispatch = (connection: Jt808Connection, message: Message): void => {
  const { header } = message;
  const row = handlers.get(header.messageId);
  if (connection.accepted === null && row?.beforeAuthentication !== true) {
    connection.answer(header, GENERAL_RESULT.failed);
    connection.refused(
      'not authenticated',
      `message 0x${header.messageId.toString(16).padStart(4, '0')}`,
      message.body,
    );
    return;
  }
  if (row === undefined) {
    connection.kit.counters.unknownMessages += 1;
    connection.answer(header, isPlatformId(header.messageId) ? GENERAL_RESULT.done : GENERAL_RESULT.notSupported);
    return;
  }
  if (row.repeatable !== true && connection.repeated.isRepeat(message)) {
    connection.answer(header, GENERAL_RESULT.done);
    return;
  }
  try {
    row.handler(connection, message);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    connection.kit.counters.malformedMessages += 1;
    connection.answerWhole(message, GENERAL_RESULT.malformed);
  }
};
