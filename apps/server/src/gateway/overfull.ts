// Connections that were closed because their address has too many: counted, shown with the setting that allows more, and logged at most once a minute.
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { RefusalLog } from './ports.ts';

const LOG_EVERY_MS = 60_000;

export type OverfullKit = { clock: Clock; log: Log; refusals: RefusalLog; linksPerAddress: number };

export class Overfull {
  refused = 0;
  private readonly kit: OverfullKit;
  private loggedMs: number | null = null;

  constructor(kit: OverfullKit) {
    this.kit = kit;
  }

  add(address: string, port: number): void {
    const { clock, log, refusals, linksPerAddress: limit } = this.kit;
    this.refused += 1;
    const reason = 'too many connections from one address';
    const detail = `linksPerAddress ${limit}`;
    refusals.add({ transport: 'tcp', port, address, terminal: '', reason, detail, bytes: new Uint8Array(0) });
    const nowMs = clock.monotonic();
    if (this.loggedMs !== null && nowMs - this.loggedMs < LOG_EVERY_MS) return;
    this.loggedMs = nowMs;
    log.warn('too many connections from one address', { address, port, limit, refused: this.refused });
  }
}
