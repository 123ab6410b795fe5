// What the statistics panel shows about one stream, gathered as frames pass. Pure; the caller brings the time.
import type { PlayerStatistics } from '../messages.ts';
import { Meter } from './meter.ts';

type About = Pick<PlayerStatistics, 'codec' | 'width' | 'height' | 'decoder' | 'transport' | 'audio'>;

/** What is asked of a frame: `captureMs` 0 where its delay means nothing. */
type Counted = { readonly replay: boolean; readonly captureMs: number };

const SAME_CLOCK_MS = 250;

/** Counters and rates of one player, from its opening on. */
export class Statistics {
  /** Dropped for this viewer at the server. */
  serverDropped = 0;
  /** The frames carry the time they were taken at. */
  stamped = false;
  /** How far the video element is behind what it was given (MSE), ms. */
  behindMs = 0;
  /** Server clock minus ours, ms, as the fastest of its words told; undefined before the first. */
  #aheadMs: number | undefined;
  readonly #frames = new Meter();
  readonly #bytes = new Meter();
  #received = 0;
  #shown = 0;
  #latencyMs: number | undefined;

  /** A message that carries the server's clock came at `nowMs`. */
  serverTime(serverMs: number, nowMs: number): void {
    if (serverMs > 0) this.#aheadMs = Math.max(this.#aheadMs ?? -Infinity, serverMs - nowMs);
  }

  bytes(count: number, nowMs: number): void {
    this.#bytes.add(count, nowMs);
  }

  /** A frame to be shown came; one that only catches up does not count. */
  took(frame: Counted): void {
    if (!frame.replay) this.#received += 1;
  }

  showed(frame: Counted, nowMs: number): void {
    if (!frame.replay) this.#shown += 1;
    this.#frames.add(1, nowMs);
    if (frame.captureMs > 0 && !frame.replay) this.#latencyMs = nowMs + this.#offsetMs - frame.captureMs;
  }

  /** Clocks that agree this well are taken as equal: what differs is the way the words took, which belongs to the delay. */
  get #offsetMs(): number {
    const ahead = this.#aheadMs ?? 0;
    return Math.abs(ahead) < SAME_CLOCK_MS ? 0 : ahead;
  }

  read(about: About, droppedHere: number, nowMs: number): PlayerStatistics {
    return {
      ...about,
      framesPerSecond: this.#frames.perSecond(nowMs),
      kbitPerSecond: (this.#bytes.perSecond(nowMs) * 8) / 1000,
      latencyMs: this.#latencyMs === undefined ? undefined : Math.max(0, this.#latencyMs + this.behindMs),
      latencyFrom: this.stamped ? 'stamp' : 'server',
      dropped: droppedHere + this.serverDropped,
      received: this.#received,
      shown: this.#shown,
    };
  }
}
