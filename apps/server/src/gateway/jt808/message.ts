// A whole JT/T 808 message of a device, as handlers get it.
import type { Header } from '@outrider/jt808';

/**
 * Sub-packages joined; `header` is that of the first part, whose serial is the one to answer. `lastPart` is the part that made it
 * whole, where that is another one: a message answered late owes it an answer too.
 */
export type Message = { header: Header; body: Uint8Array; lastPart?: Header };

/**
 * Messages whose answer says more than 'received': who is let in, what is on disk. Of a split one the first part, whose serial
 * the answer names, and the last one are not acknowledged by themselves.
 */
const answeredWhenWhole = new Set([
  0x0100, 0x0102, 0x0108, 0x0200, 0x0201, 0x0500, 0x0700, 0x0702, 0x0704, 0x0800, 0x0900, 0x1005, 0x1206,
]);
export const isAnsweredWhenWhole = (messageId: number): boolean => answeredWhenWhole.has(messageId);
