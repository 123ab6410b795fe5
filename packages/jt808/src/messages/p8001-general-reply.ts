// 0x8001 general answer of the platform (section 6). The body is that of 0x0001.
import { message } from '../message.ts';
import { decodeGeneralReply, encodeGeneralReply } from './t0001-general-reply.ts';
import type { GeneralReply } from './t0001-general-reply.ts';

/** Results of a general answer. `alarmHandled` only in 0x8001, to a 0x0200. */
export const GENERAL_RESULT = { done: 0, failed: 1, malformed: 2, notSupported: 3, alarmHandled: 4 } as const;

export const p8001GeneralReply = message<GeneralReply>({
  id: 0x8001,
  name: 'general-reply',
  direction: 'down',
  decode: decodeGeneralReply,
  encode: encodeGeneralReply,
});
