// Positions of the fleet to another platform: a link for each device, as if it had dialled in there itself.
import { canBeTerminal, type KeptCode, type OutgoingCounts, OutgoingLink } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Topics } from '../../kernel/topics.ts';
import type { Target } from './heartbeat-relay.ts';
import type { RelayCodeStore } from './store.ts';

export type GpsRelayKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  codes: Pick<RelayCodeStore, 'read' | 'save'>;
  /** Undefined: nobody registered it, and it is not relayed. */
  plateOf: (deviceKey: number) => string | undefined;
};

const TICK_MS = 1000;
/** A platform that was restarted gets its fleet back in pieces. */
const DIALS_AT_ONCE = 100;
/** Positions that wait, over all devices: 200 bytes each. */
const MOST_WAITING = 500_000;

export class GpsRelay {
  trouble = '';
  readonly counts: OutgoingCounts = { sent: 0, dropped: 0 };
  readonly #kit: GpsRelayKit;
  readonly #links = new Map<number, OutgoingLink>();
  #ends: (() => void)[] = [];
  #timer: Timer | null = null;
  #waiting = 0;

  constructor(kit: GpsRelayKit) {
    this.#kit = kit;
  }

  /** Null: off. What waits for the previous address is dropped, and the counters start at 0. */
  aim(target: Target | null): void {
    this.close();
    Object.assign(this.counts, { sent: 0, dropped: 0 });
    this.trouble = '';
    if (target === null) return;
    const { bus, clock } = this.#kit;
    this.#ends = [
      bus.subscribe('position.accepted', (accepted) => this.#take(accepted, target)),
      bus.subscribe('link.offline', ({ deviceKey }) => this.#links.get(deviceKey)?.leave()),
      bus.subscribe('device.gone', ({ deviceKey }) => this.#end(deviceKey)),
    ];
    this.#timer = clock.every(TICK_MS, () => this.#tick());
  }

  state() {
    let connected = 0;
    for (const link of this.#links.values()) if (link.isReady) connected += 1;
    return { connected, waiting: this.#countWaiting(), ...this.counts, trouble: this.trouble };
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#timer?.cancel();
    for (const link of this.#links.values()) link.close();
    this.#links.clear();
    this.#waiting = 0;
  }

  #take({ deviceKey, deviceId, position }: Topics['position.accepted'], target: Target): void {
    const plate = this.#kit.plateOf(deviceKey);
    if (plate === undefined) return;
    if (this.#waiting >= MOST_WAITING || !canBeTerminal(deviceId)) {
      this.counts.dropped += 1;
      this.trouble = canBeTerminal(deviceId) ? 'Too many positions wait.' : `${deviceId} is no number of a terminal.`;
      return;
    }
    let link = this.#links.get(deviceKey);
    if (link === undefined) {
      const tell = (trouble: string): void => {
        this.trouble = trouble;
      };
      const kit = { clock: this.#kit.clock, target, counts: this.counts, tell, code: this.#codeOf(deviceKey, target) };
      link = new OutgoingLink(kit, { deviceId, plate });
      this.#links.set(deviceKey, link);
    }
    link.push(position);
    this.#waiting += 1; // until the next tick, which counts
  }

  #codeOf(deviceKey: number, { host, port }: Target): KeptCode {
    const { codes, log } = this.#kit;
    const target = `${host}:${port}`;
    return {
      read: () => codes.read(deviceKey, target),
      // Without it the device is registered once more, which another platform may refuse.
      keep: (authCode) =>
        void codes
          .save({ deviceKey, target, authCode })
          .catch((err: unknown) => log.error('the code of another platform was not stored', { err, target })),
    };
  }

  #tick(): void {
    const nowMs = this.#kit.clock.monotonic();
    let dialling = 0;
    for (const [deviceKey, link] of this.#links) {
      link.tick(nowMs);
      if (link.isDialling) dialling += 1;
      if (link.isOver || this.#kit.plateOf(deviceKey) === undefined) this.#end(deviceKey);
    }
    for (const link of this.#links.values()) {
      if (dialling >= DIALS_AT_ONCE) break;
      if (!link.wantsToDial(nowMs)) continue;
      link.dial();
      dialling += 1;
    }
    this.#waiting = this.#countWaiting();
  }

  #countWaiting(): number {
    let waiting = 0;
    for (const link of this.#links.values()) waiting += link.waiting;
    return waiting;
  }

  #end(deviceKey: number): void {
    this.#links.get(deviceKey)?.close();
    this.#links.delete(deviceKey);
  }
}
