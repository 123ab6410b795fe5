// Remembers the last messages of a connection: a device that missed an answer sends the same frame again. Answer, process once.
import type { Message } from './message.ts';

const REMEMBERED = 32;

const markOf = ({ header, body }: Message): string => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < body.length; i += 1) hash = Math.imul(hash ^ (body[i] ?? 0), 0x01000193);
  return `${header.messageId}.${header.serial}.${body.length}.${hash}`;
};

export class RepeatedMessages {
  private readonly recent: string[] = [];

  /** True when this very message (id, serial, content) was seen among the last 32 (section 6). */
  isRepeat(message: Message): boolean {
    const mark = markOf(message);
    if (this.recent.includes(mark)) return true;
    this.recent.push(mark);
    if (this.recent.length > REMEMBERED) this.recent.shift();
    return false;
  }

  /** It could not be kept: when the device sends it again, it is no repeat. */
  forget(message: Message): void {
    const at = this.recent.indexOf(markOf(message));
    if (at >= 0) this.recent.splice(at, 1);
  }
}
