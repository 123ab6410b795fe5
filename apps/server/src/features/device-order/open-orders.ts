// How many orders of each device are open, and how many may be: the bounds of the queue stand here.
import { AppError } from '../../kernel/errors.ts';

export const MAX_OF_DEVICE = 64;
export const MAX_IN_ALL = 20_000;

export class OpenOrders {
  readonly #counts = new Map<number, number>();
  total = 0;
  /** How many were too many. */
  refused = 0;

  constructor(open: readonly { deviceKey: number; count: number }[]) {
    for (const { deviceKey, count } of open) {
      this.#counts.set(deviceKey, count);
      this.total += count;
    }
  }

  has(deviceKey: number): boolean {
    return this.#counts.has(deviceKey);
  }

  /** Throws AppError `limit_reached` where `more` of this device are too many. */
  check(deviceKey: number, more: number): void {
    const ofDevice = (this.#counts.get(deviceKey) ?? 0) + more > MAX_OF_DEVICE;
    if (!ofDevice && this.total + more <= MAX_IN_ALL) return;
    this.refused += 1;
    throw new AppError(
      'limit_reached',
      ofDevice
        ? `${MAX_OF_DEVICE} orders wait for this device already.`
        : `${MAX_IN_ALL} orders to devices wait already.`,
    );
  }

  add(deviceKey: number): void {
    this.#counts.set(deviceKey, (this.#counts.get(deviceKey) ?? 0) + 1);
    this.total += 1;
  }

  remove(deviceKey: number): void {
    const count = this.#counts.get(deviceKey);
    if (count === undefined) return;
    this.total -= 1;
    if (count > 1) this.#counts.set(deviceKey, count - 1);
    else this.#counts.delete(deviceKey);
  }

  forget(deviceKey: number): void {
    this.total -= this.#counts.get(deviceKey) ?? 0;
    this.#counts.delete(deviceKey);
  }
}
