// 0x8107 asks for the attributes (2013 and 2019, section 12.1); answered by 0x0107.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const p8107QueryAttributes = message<EmptyBody>({
  id: 0x8107,
  name: 'query-attributes',
  direction: 'down',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
