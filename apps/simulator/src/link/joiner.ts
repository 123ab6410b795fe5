// Joins the sub-packages of what the platform sends (section 7). The simulator's own, so that it does not agree with a mistake
// of the server's. Bounded: the oldest unfinished message is forgotten when there are more than MAX_OPEN.
import type { Frame } from '@outrider/jt808';

const MAX_OPEN = 8;

/** A whole message as received. `serial` is that of its first package: answers name it. */
export type Received = { readonly id: number; readonly serial: number; readonly body: Uint8Array };

export class Joiner {
  private readonly open = new Map<string, Map<number, Uint8Array>>();

  /** The message this frame is or completes, else null. Parts of nonsense numbering are dropped. */
  push({ header, body }: Frame): Received | null {
    if (!header.subpackaged) return { id: header.messageId, serial: header.serial, body: body.slice() };
    const { packageTotal: total = 0, packageIndex: index = 0 } = header;
    if (index < 1 || index > total) return null;
    const serial = (header.serial - (index - 1)) & 0xffff;
    const key = `${header.messageId}:${total}:${serial}`;
    const parts = this.open.get(key) ?? new Map<number, Uint8Array>();
    parts.set(index, body.slice());
    this.open.set(key, parts);
    if (parts.size < total) {
      const oldest = this.open.keys().next().value;
      if (this.open.size > MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
      return null;
    }
    this.open.delete(key);
    const ordered = [...parts.entries()].toSorted(([a], [b]) => a - b).map(([, part]) => part);
    return { id: header.messageId, serial, body: new Uint8Array(Buffer.concat(ordered)) };
  }
}
