// 0x8201 asks for the location now (section 13.4); answered by 0x0201.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const p8201QueryLocation = message<EmptyBody>({
  id: 0x8201,
  name: 'query-location',
  direction: 'down',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
