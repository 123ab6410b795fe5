// A device under load that keeps its own list of what was acknowledged, and after a lost connection sends again what was not.
import { encodeLocation, type LocationReport, p8001GeneralReply, t0704LocationBatch } from '@outrider/jt808';
import { Device, locationAt } from './device.ts';

/** Unanswered reports at once. */
const WINDOW = 40;
const STEP_MS = 1000;
const DEGREES_A_STEP = 0.0001;
const SOS_BIT = 1;
/** Reports of a batch that fit into one message. */
const BATCH = 20;
const BLIND_AREA = 1;

export type SenderOptions = {
  /** Each second report has the SOS bit. */
  sos?: boolean;
  /** What was not answered comes again as batches from a dead zone (0x0704), not as it was sent. */
  replays?: boolean;
};

export class Sender {
  readonly id: string;
  /** Device time of the first report. */
  readonly startMs: number;
  /** Device times of acknowledged reports, and of all that were ever sent, UTC ms. */
  readonly acknowledged = new Set<number>();
  readonly sent = new Set<number>();
  readonly #options: SenderOptions;
  #next = 0;
  #device: Device | null = null;

  constructor(id: string, startMs: number, options: SenderOptions = {}) {
    this.id = id;
    this.startMs = startMs;
    this.#options = options;
  }

  /** Those of these device times whose report has the SOS bit. */
  pressed(times: Iterable<number>): Set<number> {
    return new Set([...times].filter((timeMs) => this.#isPressed(timeMs)));
  }

  /** Signs on and sends until the connection ends or `stop`. Resolves when the device is on line. */
  async connect(port: number): Promise<void> {
    const device = await Device.online(port, { phone: this.id });
    this.#device = device;
    const waiting = new Map<number, readonly number[]>();
    const fill = (): void => {
      while (this.#device === device && waiting.size < WINDOW) {
        const timeMs = this.startMs + this.#next * STEP_MS;
        this.#next += 1;
        this.sent.add(timeMs);
        waiting.set(device.sendBody(0x0200, encodeLocation(this.#report(timeMs))), [timeMs]);
      }
    };
    device.on(0x8001, ({ body }) => {
      const { replySerial, result } = p8001GeneralReply.decode(body, '2013');
      if (result === 0) for (const timeMs of waiting.get(replySerial) ?? []) this.acknowledged.add(timeMs);
      waiting.delete(replySerial);
      fill();
    });
    const missed = [...this.sent].filter((timeMs) => !this.acknowledged.has(timeMs));
    const size = this.#options.replays === true ? BATCH : 1;
    for (let from = 0; from < missed.length; from += size) {
      const times = missed.slice(from, from + size);
      waiting.set(this.#resend(device, times), times);
    }
    fill();
  }

  /** Sends nothing more; what is on its way may still be answered. */
  stop(): void {
    this.#device = null;
  }

  /** Everything sent was answered. */
  get settled(): boolean {
    return this.acknowledged.size === this.sent.size;
  }

  #resend(device: Device, times: readonly number[]): number {
    const items = times.map((timeMs) => this.#report(timeMs));
    const [only] = items;
    return this.#options.replays !== true && only !== undefined
      ? device.sendBody(0x0200, encodeLocation(only))
      : device.send(t0704LocationBatch, { type: BLIND_AREA, items });
  }

  #isPressed(timeMs: number): boolean {
    return this.#options.sos === true && ((timeMs - this.startMs) / STEP_MS) % 2 === 1;
  }

  #report(timeMs: number): LocationReport {
    const latitude = 24 + ((timeMs - this.startMs) / STEP_MS) * DEGREES_A_STEP;
    return locationAt(timeMs, { latitude, alarm: this.#isPressed(timeMs) ? SOS_BIT : 0 });
  }
}
