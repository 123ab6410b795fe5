// Addresses that open one file once: random, short-lived, kept in memory only. Who may ask for one is decided before.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';

export type Ticket = { id: string; expiresMs: number };

const TICKET_MS = 60_000;
/** Waiting to be used, in all: who asks for more is refused. */
const MOST = 10_000;

export class Tickets {
  private readonly clock: Clock;
  private readonly open = new Map<string, { fileId: number; untilMs: number }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Throws AppError `limit_reached`. */
  issue(fileId: number): Ticket {
    const nowMs = this.clock.monotonic();
    // In the order they were made, so the first that is good ends the search.
    for (const [id, { untilMs }] of this.open)
      if (untilMs <= nowMs) this.open.delete(id);
      else break;
    if (this.open.size >= MOST) throw new AppError('limit_reached', 'Too many files are waiting to be fetched.');
    const id = randomBytes(24).toString('base64url');
    this.open.set(id, { fileId, untilMs: nowMs + TICKET_MS });
    return { id, expiresMs: this.clock.now() + TICKET_MS };
  }

  /** The file it opens, the first time within its minute; undefined afterwards. */
  use(id: string): number | undefined {
    const fileId = this.look(id);
    this.open.delete(id);
    return fileId;
  }

  /** The file that it would open now. */
  look(id: string): number | undefined {
    const found = this.open.get(id);
    return found !== undefined && found.untilMs > this.clock.monotonic() ? found.fileId : undefined;
  }
}
