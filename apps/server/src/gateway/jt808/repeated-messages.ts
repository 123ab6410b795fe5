// Remembers the last messages of a connection: a device that missed an answer sends the same frame again. Answer, process once.
import type { Message } from './message.ts';

const REMEMBERED = 32;

export class RepeatedMessages {
  private readonly recent: string[] = [];

  /** True when this very message (id, serial, content) was seen among the last 32 (section 6). */
  isRepeat({ header, body }: Message): boolean {
    let hash = 0x811c9dc5;
    for (let i = 0; i < body.length; i += 1) hash = Math.imul(hash ^ (body[i] ?? 0), 0x01000193);
    const mark = `${header.messageId}.${header.serial}.${body.length}.${hash}`;
    if (this.recent.includes(mark)) return true;
    this.recent.push(mark);
    if (this.recent.length > REMEMBERED) this.recent.shift();
    return false;
  }
}
