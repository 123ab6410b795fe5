// 0x8204 checks the link (2019, section 13.4); answered by 0x0001.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const p8204LinkCheck = message<EmptyBody>({
  id: 0x8204,
  name: 'link-check',
  direction: 'down',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
