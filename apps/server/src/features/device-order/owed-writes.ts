// What became of orders and could not be written, by device and in order. Nothing more is sent to a device before it is: its order would
// count as sent, or be sent once more by the next server.

export class OwedWrites {
  readonly #owed = new Map<number, (() => Promise<void>)[]>();

  /** Writes it now, or rejects and keeps it. */
  async write(deviceKey: number, write: () => Promise<void>): Promise<void> {
    const own = this.#owed.get(deviceKey) ?? [];
    this.#owed.set(deviceKey, own);
    own.push(write);
    await this.settle(deviceKey);
  }

  /** Writes what is owed for the device; rejects with the first that cannot be written. */
  async settle(deviceKey: number): Promise<void> {
    const own = this.#owed.get(deviceKey);
    if (own === undefined) return;
    for (let [next] = own; next !== undefined; [next] = own) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await next();
      if (own[0] === next) own.shift(); // else somebody else did it meanwhile
    }
    if (this.#owed.get(deviceKey) === own) this.#owed.delete(deviceKey);
  }

  /** One more try at the end. Never rejects. */
  async settleAll(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one connection of the database
    for (const deviceKey of this.#owed.keys()) await this.settle(deviceKey).catch(() => undefined);
  }

  forget(deviceKey: number): void {
    this.#owed.delete(deviceKey);
  }
}
