// What the statistics panel shows about one stream, gathered as frames pass. Pure; the caller brings the time.
import type { PlayerStatistics } from '../messages.ts';
import type { CodedFrame } from './frame-gate.ts';
import { Meter } from './meter.ts';

type About = Pick<PlayerStatistics, 'codec' | 'width' | 'height' | 'decoder' | 'transport' | 'audio'>;

/** Counters and rates of one player, from its opening on. */
export class Statistics {
  /** Dropped for this viewer at the server. */
  serverDropped = 0;
  decoderFailures = 0;
  /** The frames carry the time they were taken at. */
  stamped = false;
  /** How far the video element is behind what it was given (MSE), ms. */
  behindMs = 0;
  readonly #clockOffsetMs: number;
  readonly #frames = new Meter();
  readonly #bytes = new Meter();
  #shown = 0;
  #latencyMs: number | undefined;

  constructor(clockOffsetMs: number) {
    this.#clockOffsetMs = clockOffsetMs;
  }

  bytes(count: number, nowMs: number): void {
    this.#bytes.add(count, nowMs);
  }

  showed(frame: CodedFrame, nowMs: number): void {
    this.#shown += 1;
    this.#frames.add(1, nowMs);
    if (frame.captureMs > 0 && !frame.replay) this.#latencyMs = nowMs + this.#clockOffsetMs - frame.captureMs;
  }

  read(about: About, droppedHere: number, nowMs: number): PlayerStatistics {
    return {
      ...about,
      framesPerSecond: this.#frames.perSecond(nowMs),
      kbitPerSecond: (this.#bytes.perSecond(nowMs) * 8) / 1000,
      latencyMs: this.#latencyMs === undefined ? undefined : Math.max(0, this.#latencyMs + this.behindMs),
      latencyFrom: this.stamped ? 'stamp' : 'server',
      dropped: droppedHere + this.serverDropped,
      shown: this.#shown,
    };
  }
}
