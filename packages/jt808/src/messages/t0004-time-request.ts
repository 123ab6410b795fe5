// 0x0004 asks for the server's time (2019, section 10.5).
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const t0004TimeRequest = message<EmptyBody>({
  id: 0x0004,
  name: 'time-request',
  direction: 'up',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
