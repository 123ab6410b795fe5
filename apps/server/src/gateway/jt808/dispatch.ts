// Finds the handler of a message. The table is written out; a message that is not in it is answered 'not supported' and counted.
import { DecodeError, GENERAL_RESULT } from '@outrider/jt808';
import type { Jt808Connection } from './connection.ts';
import type { Handler } from './handler.ts';
import type { Message } from './message.ts';
import { authenticate } from './handlers/t0102-authenticate.ts';
import { dedicatedReply } from './handlers/dedicated-reply.ts';
import { driverCard } from './handlers/t0702-driver-card.ts';
import { generalReply } from './handlers/t0001-general-reply.ts';
import { heartbeat } from './handlers/t0002-heartbeat.ts';
import { locationBatch } from './handlers/t0704-location-batch.ts';
import { locationInReply } from './handlers/location-in-reply.ts';
import { locationReport } from './handlers/t0200-location-report.ts';
import { logout } from './handlers/t0003-logout.ts';
import { mediaUpload } from './handlers/t0801-media-upload.ts';
import { received } from './handlers/received.ts';
import { register } from './handlers/t0100-register.ts';
import { resendRequest } from './handlers/t0005-resend-request.ts';
import { timeRequest } from './handlers/t0004-time-request.ts';

type Row = { handler: Handler; beforeAuthentication?: true; repeatable?: true };

/** `repeatable`: processed again when repeated, because the sink knows repeats itself or nothing is stored. */
const handlers: ReadonlyMap<number, Row> = new Map<number, Row>([
  [0x0001, { handler: generalReply, repeatable: true }],
  [0x0002, { handler: heartbeat, repeatable: true }],
  [0x0003, { handler: logout }],
  [0x0004, { handler: timeRequest, repeatable: true, beforeAuthentication: true }],
  [0x0005, { handler: resendRequest, repeatable: true }],
  [0x0100, { handler: register, repeatable: true, beforeAuthentication: true }],
  [0x0102, { handler: authenticate, repeatable: true, beforeAuthentication: true }],
  [0x0104, { handler: dedicatedReply }],
  [0x0107, { handler: dedicatedReply }],
  [0x0108, { handler: received }],
  [0x0200, { handler: locationReport, repeatable: true }],
  [0x0201, { handler: locationInReply, repeatable: true }],
  [0x0500, { handler: locationInReply, repeatable: true }],
  [0x0608, { handler: dedicatedReply }],
  [0x0700, { handler: dedicatedReply }],
  [0x0702, { handler: driverCard }],
  [0x0704, { handler: locationBatch, repeatable: true }],
  [0x0800, { handler: received }],
  [0x0801, { handler: mediaUpload, repeatable: true }],
  [0x0802, { handler: dedicatedReply }],
  [0x0805, { handler: dedicatedReply }],
  [0x0900, { handler: received }],
  [0x1003, { handler: dedicatedReply }],
  [0x1005, { handler: received }],
  [0x1205, { handler: dedicatedReply }],
  [0x1206, { handler: received }],
]);

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
    connection.answer(header, GENERAL_RESULT.malformed);
  }
};
