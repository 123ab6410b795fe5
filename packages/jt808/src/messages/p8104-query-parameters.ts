// 0x8104 asks for all parameters (section 11.1); answered by 0x0104.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const p8104QueryParameters = message<EmptyBody>({
  id: 0x8104,
  name: 'query-parameters',
  direction: 'down',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
