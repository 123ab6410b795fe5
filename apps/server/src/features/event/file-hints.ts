// Tells consoles that files of events changed: what comes within a moment goes out together, once. A hint: a console that hears of an
// event twice, or of one that it does not show, loses nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_HINTED_EVENTS } from '@outrider/contract';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';

export type HintedEvent = { serialno: number; deviceKey: number };
export type FileHintsKit = {
  clock: Clock;
  log: Log;
  /** One function for each open socket: gives those events to it that its account may see. */
  sockets: () => Iterable<(events: readonly HintedEvent[]) => void>;
};

const GATHER_MS = 250;
/** Looked at in one turn of the event loop: events times sockets. */
const AT_ONCE = 5_000;
/** Above it the rest of the events is dropped: more consoles than that look at no such storm. */
const MOST_WAITING = 20 * MAX_HINTED_EVENTS;

export class FileHints {
  /** Hints that were dropped because too many events changed at once. */
  dropped = 0;
  private readonly kit: FileHintsKit;
  private waiting = new Map<number, HintedEvent>();
  private timer: Timer | null = null;
  private closed = false;

  constructor(kit: FileHintsKit) {
    this.kit = kit;
  }

  add(event: HintedEvent): void {
    if (this.closed) return;
    if (this.waiting.size >= MOST_WAITING && !this.waiting.has(event.serialno)) {
      this.dropped += 1;
      return;
    }
    this.waiting.set(event.serialno, event);
    this.timer ??= this.kit.clock.after(GATHER_MS, () => {
      this.tell().catch((err: unknown) => this.kit.log.error('hints of files', { err }));
    });
  }

  close(): void {
    this.closed = true;
    this.timer?.cancel();
  }

  private async tell(): Promise<void> {
    const events = [...this.waiting.values()];
    this.waiting = new Map();
    try {
      for (let at = 0; at < events.length && !this.closed; at += MAX_HINTED_EVENTS)
        // oxlint-disable-next-line no-await-in-loop -- a message, then the next
        await this.tellPage(events.slice(at, at + MAX_HINTED_EVENTS));
    } finally {
      this.timer = null;
      const [late] = this.waiting.values();
      if (late !== undefined) this.add(late);
    }
  }

  private async tellPage(events: readonly HintedEvent[]): Promise<void> {
    let looked = 0;
    for (const tell of this.kit.sockets()) {
      if (this.closed) return;
      tell(events);
      looked += events.length;
      if (looked < AT_ONCE) continue;
      looked = 0;
      // oxlint-disable-next-line no-await-in-loop -- some sockets, then time for others
      await nextTurn();
    }
  }
}
