// 0x0005 the terminal asks for missing packages again (2019, section 7). The body is that of 0x8003.
import { message } from '../message.ts';
import { decodeResendRequest, encodeResendRequest } from './p8003-resend-request.ts';
import type { ResendRequest } from './p8003-resend-request.ts';

export const t0005ResendRequest = message<ResendRequest>({
  id: 0x0005,
  name: 'resend-request',
  direction: 'up',
  decode: decodeResendRequest,
  encode: encodeResendRequest,
});
