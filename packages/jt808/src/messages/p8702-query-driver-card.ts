// 0x8702: asks for the driver card in the reader; answered by 0x0702. Section 18.2.
import { message } from '../message.ts';
import { decodeEmpty, encodeEmpty } from './empty-body.ts';
import type { EmptyBody } from './empty-body.ts';

export const p8702QueryDriverCard = message<EmptyBody>({
  id: 0x8702,
  name: 'query-driver-card',
  direction: 'down',
  decode: decodeEmpty,
  encode: encodeEmpty,
});
