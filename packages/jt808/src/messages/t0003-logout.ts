// 0x0003 logout (section 10.4): the binding of vehicle and terminal ends.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const t0003Logout = message<EmptyBody>({
  id: 0x0003,
  name: 'logout',
  direction: 'up',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
