// Who uses a channel of a device for recorded video: a device plays one at a time, and an operator goes before a fetch in the
// background.

/** `yieldUp`: lets go of the channel, and resolves when the device was told to stop. */
export type Claim = {
  readonly kind: 'play' | 'fetch';
  readonly userId: number;
  /** The playback it belongs to. */
  readonly name: string;
  yieldUp(): Promise<void>;
};

const nameOf = (deviceKey: number, channel: number): string => `${deviceKey} ${channel}`;

export class Claims {
  private readonly claims = new Map<string, Claim>();
  private readonly waiting = new Map<string, (() => void)[]>();

  of(deviceKey: number, channel: number): Claim | undefined {
    return this.claims.get(nameOf(deviceKey, channel));
  }

  /** Its holder must have let go before. */
  take(deviceKey: number, channel: number, claim: Claim): void {
    this.claims.set(nameOf(deviceKey, channel), claim);
  }

  release(deviceKey: number, channel: number, claim: Claim): void {
    const name = nameOf(deviceKey, channel);
    if (this.claims.get(name) !== claim) return;
    this.claims.delete(name);
    const waiting = this.waiting.get(name) ?? [];
    this.waiting.delete(name);
    for (const go of waiting) go();
  }

  /** Resolves when nobody has the channel, or the signal says to stop waiting. */
  async free(deviceKey: number, channel: number, signal: AbortSignal): Promise<void> {
    const name = nameOf(deviceKey, channel);
    while (this.claims.has(name) && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = this.waiting.get(name) ?? [];
      waiting.push(resolve);
      this.waiting.set(name, waiting);
      signal.addEventListener('abort', () => resolve(), { once: true });
      // oxlint-disable-next-line no-await-in-loop -- somebody else may have been faster
      await promise;
    }
  }

  count(kind: Claim['kind']): number {
    return [...this.claims.values()].filter((claim) => claim.kind === kind).length;
  }

  /** Channels of one device that are used. */
  countOf(deviceKey: number): number {
    return [...this.claims.keys()].filter((name) => name.startsWith(`${deviceKey} `)).length;
  }
}
