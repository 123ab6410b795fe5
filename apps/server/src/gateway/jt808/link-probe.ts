// Is a link alive? Its device is asked for something every recorder answers; any good frame proves it. So a device that comes back
// from another address need not wait until its old connection is found dead, and a stranger cannot end a living one.
import { p8201QueryLocation, p8204LinkCheck } from '@outrider/jt808';
import type { Clock } from '../../kernel/clock.ts';
import type { Jt808Connection } from './connection.ts';

/**
 * Recorders wait for the answer to a register for at least ten seconds. A link that proved alive is not asked again within the same
 * time: anyone who knows a number could make it answer without end.
 */
const PROBE_MS = 6_000;
const LOOK_MS = 200;

type Probe = { answer: Promise<boolean>; atMs: number };

export class LinkProbes {
  readonly counters = { asked: 0, silent: 0 };
  private readonly clock: Clock;
  private readonly probes = new WeakMap<Jt808Connection, Probe>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Resolves with true when the device answers in time; false: it is silent, and the connection has been closed. */
  isAlive(connection: Jt808Connection): Promise<boolean> {
    const known = this.probes.get(connection);
    const nowMs = this.clock.monotonic();
    if (known !== undefined && nowMs - known.atMs < PROBE_MS) return known.answer;
    const answer = this.ask(connection);
    this.probes.set(connection, { answer, atMs: nowMs });
    return answer;
  }

  private ask(connection: Jt808Connection): Promise<boolean> {
    this.counters.asked += 1;
    const before = connection.framesSeen;
    const startMs = this.clock.monotonic();
    // The link check came with 2019; of older devices every one reports its position when asked.
    connection.send(connection.codec.edition === '2019' ? p8204LinkCheck : p8201QueryLocation, {});
    return new Promise((resolve) => {
      const looking = this.clock.every(LOOK_MS, () => {
        const isAlive = connection.framesSeen > before;
        const isOver = connection.isClosed || this.clock.monotonic() - startMs >= PROBE_MS;
        if (!isAlive && !isOver) return;
        looking.cancel();
        if (!isAlive) {
          this.counters.silent += 1;
          connection.close('silent when asked');
        }
        resolve(isAlive);
      });
    });
  }
}
