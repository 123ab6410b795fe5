// A device under load that keeps its own list of what was acknowledged, and after a lost connection sends again what was not.
import { encodeLocation, p8001GeneralReply } from '@outrider/jt808';
import { Device, locationAt } from './device.ts';

/** Unanswered reports at once. */
const WINDOW = 40;
const STEP_MS = 1000;
const DEGREES_A_STEP = 0.0001;

export class Sender {
  readonly id: string;
  /** Device times of acknowledged reports, and of all that were ever sent, UTC ms. */
  readonly acknowledged = new Set<number>();
  readonly sent = new Set<number>();
  readonly #startMs: number;
  #next = 0;
  #device: Device | null = null;

  constructor(id: string, startMs: number) {
    this.id = id;
    this.#startMs = startMs;
  }

  /** Signs on and sends until the connection ends or `stop`. Resolves when the device is on line. */
  async connect(port: number): Promise<void> {
    const device = await Device.online(port, { phone: this.id });
    this.#device = device;
    const waiting = new Map<number, number>();
    const send = (timeMs: number): void => {
      this.sent.add(timeMs);
      const latitude = 24 + ((timeMs - this.#startMs) / STEP_MS) * DEGREES_A_STEP;
      waiting.set(device.sendBody(0x0200, encodeLocation(locationAt(timeMs, { latitude }))), timeMs);
    };
    const fill = (): void => {
      while (this.#device === device && waiting.size < WINDOW) {
        send(this.#startMs + this.#next * STEP_MS);
        this.#next += 1;
      }
    };
    device.on(0x8001, ({ body }) => {
      const { replySerial, result } = p8001GeneralReply.decode(body, '2013');
      const timeMs = waiting.get(replySerial);
      if (timeMs !== undefined && result === 0) this.acknowledged.add(timeMs);
      waiting.delete(replySerial);
      fill();
    });
    for (const timeMs of this.sent) if (!this.acknowledged.has(timeMs)) send(timeMs);
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
}
