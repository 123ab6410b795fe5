// Asks devices what they are: each some moments after it came, few at a time, so that a fleet that comes back is not asked at once.
// What it says is the owner's to keep.
import { askAttributes, type DeviceAttributes, type DeviceLink, type LinkRegistry } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

/** A device that has just come has its position and its files to send. */
const SETTLED_MS = 2_000;
const AT_ONCE = 20;

export type AskerKit = {
  clock: Clock;
  log: Log;
  links: LinkRegistry;
  /** Whether it is to be asked at all. */
  wants: (deviceKey: number) => boolean;
  told: (deviceKey: number, attributes: DeviceAttributes) => Promise<void>;
};

export class Asker {
  readonly #kit: AskerKit;
  /** Devices that came, each with the timer of its wait. */
  readonly #settling = new Map<number, Timer>();
  /** In the order in which they came. */
  readonly #waiting = new Set<number>();
  readonly #underWay = new Set<Promise<void>>();
  #closed = false;
  answered = 0;
  unanswered = 0;

  constructor(kit: AskerKit) {
    this.#kit = kit;
  }

  get waiting(): number {
    return this.#settling.size + this.#waiting.size;
  }

  came(deviceKey: number): void {
    if (this.#closed) return;
    this.#settling.get(deviceKey)?.cancel();
    const timer = this.#kit.clock.after(SETTLED_MS, () => {
      this.#settling.delete(deviceKey);
      this.#waiting.add(deviceKey);
      this.#next();
    });
    this.#settling.set(deviceKey, timer);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#settling.values()) timer.cancel();
    this.#settling.clear();
    this.#waiting.clear();
    await Promise.all(this.#underWay);
  }

  #next(): void {
    for (const deviceKey of this.#waiting) {
      if (this.#closed || this.#underWay.size >= AT_ONCE) return;
      this.#waiting.delete(deviceKey);
      const link = this.#kit.wants(deviceKey) ? this.#kit.links.get(deviceKey) : undefined;
      if (link === undefined) continue;
      const asked = this.#ask(link).finally(() => {
        this.#underWay.delete(asked);
        this.#next();
      });
      this.#underWay.add(asked);
    }
  }

  async #ask(link: DeviceLink): Promise<void> {
    try {
      await this.#kit.told(link.deviceKey, await askAttributes(link));
      this.answered += 1;
    } catch (error) {
      this.unanswered += 1;
      // Silent, or without this message: it is asked when it comes again.
      if (!(error instanceof AppError)) this.#kit.log.error('what a device is was not kept', { err: error });
    }
  }
}
