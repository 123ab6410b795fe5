// 0x0301: the driver reported one of the events set by 0x8301. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { message } from '../message.ts';

export type EventReport = { readonly eventId: number };

export const t0301EventReport = message<EventReport>({
  id: 0x0301,
  name: 'event-report',
  direction: 'up',
  decode: (body) => ({ eventId: new ByteReader(body).u8() }),
  encode: ({ eventId }) => new ByteWriter().u8(eventId).finish(),
});
