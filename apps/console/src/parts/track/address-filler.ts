// Fills in the addresses of positions one after the other: a step each tick, progress counted per position, given up at any time.
// No React, no HTTP: the clock and who asks for a name are given.
import type { Clock } from '../../lib/time.ts';
import type { TrackPoint } from './track.ts';
import { noToast, refusalText } from '../../lib/refusals.ts';

type Place = Pick<TrackPoint, 'lat' | 'lng'>;

/** Between two positions, ms. */
export const ADDRESS_TICK_MS = 10;
/** Within 11 m a name holds. */
const DIGITS = 4;
/** Above so many names the next round begins with none. Not within a round: its file needs them all. */
const MOST_KEPT = 50_000;

export type AddressKit = {
  clock: Pick<Clock, 'after'>;
  /** The name of a place; rejects with the reason, which then stands in its place. */
  ask: (lat: number, lng: number, signal: AbortSignal) => Promise<string>;
};

const keyOf = ({ lat, lng }: Place): string => `${lat.toFixed(DIGITS)}/${lng.toFixed(DIGITS)}`;

export class AddressFiller {
  readonly #kit: AddressKit;
  readonly #names = new Map<string, string>();
  /** Those of `#names` that are no names but why there is none. */
  readonly #failed = new Set<string>();

  constructor(kit: AddressKit) {
    this.#kit = kit;
  }

  /** Undefined while nobody asked for it. */
  known(point: Place): string | undefined {
    return this.#names.get(keyOf(point));
  }

  /** Resolves when the address of every position is known; rejects when `signal` gives it up. */
  async nameAll(
    points: { count: number; at: (index: number) => Place | undefined },
    told: (done: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#names.size >= MOST_KEPT) this.#names.clear();
    // What could not be named in another round may be by now.
    for (const key of this.#failed) this.#names.delete(key);
    this.#failed.clear();
    for (let i = 0; i < points.count; i += 1) {
      signal.throwIfAborted();
      const point = points.at(i);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point: the server names places for everybody
      if (point !== undefined) await this.#name(point, signal);
      told(i + 1);
      // oxlint-disable-next-line no-await-in-loop -- the tick
      await new Promise<void>((resolve) => {
        this.#kit.clock.after(ADDRESS_TICK_MS, resolve);
      });
    }
    signal.throwIfAborted();
  }

  async #name(point: Place, signal: AbortSignal): Promise<void> {
    const key = keyOf(point);
    if (this.#names.has(key)) return;
    let name: string;
    try {
      name = await this.#kit.ask(point.lat, point.lng, signal);
    } catch (error) {
      noToast(error);
      signal.throwIfAborted();
      name = error instanceof Error ? refusalText(error) : String(error);
      this.#failed.add(key);
    }
    this.#names.set(key, name);
  }
}
