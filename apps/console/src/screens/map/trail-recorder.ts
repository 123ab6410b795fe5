// The trail of the selected vehicle: the last hour as the server stored it, then every new place as it comes.
import { joinTrails, withPoint } from '../../map/trail.ts';
import type { TrailPoint } from '../../map/trail.ts';

export const TRAIL_SPAN_MS = 3_600_000;

type Stop = () => void;

export type TrailKit = {
  /** The stored places, oldest first. May fail: the trail then begins now. */
  load: () => Promise<readonly TrailPoint[]>;
  /** The newest place, and news of it. */
  now: () => TrailPoint | undefined;
  subscribe: (tell: () => void) => Stop;
  onChange: (trail: readonly TrailPoint[]) => void;
};

/** Lives as long as its vehicle is selected. */
export class TrailRecorder {
  readonly #kit: TrailKit;
  readonly #stop: Stop;
  #trail: readonly TrailPoint[] = [];
  #closed = false;

  constructor(kit: TrailKit) {
    this.#kit = kit;
    this.#append();
    this.#stop = kit.subscribe(() => this.#append());
    void this.#begin();
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  async #begin(): Promise<void> {
    const stored = await this.#stored();
    if (!this.#closed && stored.length > 0) this.#set(joinTrails(stored, this.#trail));
  }

  async #stored(): Promise<readonly TrailPoint[]> {
    try {
      return await this.#kit.load();
    } catch {
      return []; // the live trail is worth having without its past
    }
  }

  #append(): void {
    const point = this.#kit.now();
    if (point !== undefined) this.#set(withPoint(this.#trail, point));
  }

  #set(trail: readonly TrailPoint[]): void {
    if (trail === this.#trail) return;
    this.#trail = trail;
    this.#kit.onChange(trail);
  }
}
