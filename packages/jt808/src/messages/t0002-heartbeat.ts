// 0x0002 heartbeat (section 10.4): empty, though some devices put battery and signal there.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const t0002Heartbeat = message<EmptyBody>({
  id: 0x0002,
  name: 'heartbeat',
  direction: 'up',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
