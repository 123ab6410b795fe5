// Where the vehicle was while it is played back: asks for the positions around the playing time, every five seconds for the next ones.
// Knows no React and draws nothing.
import type { Clock, Stop } from '../../lib/time.ts';
import { TRAIL_POINTS, withPoint } from '../../map/trail.ts';
import type { TrailPoint } from '../../map/trail.ts';

/** The specification's poll of the live map. */
const TRACK_POLL_MS = 5000;
/** What lies before the playing time is asked for as well, so that there is a place at once. */
const BEFORE_MS = 120_000;
/** Further ahead than until the next poll, so that the vehicle never waits for an answer. */
const AHEAD_POLLS = 2.5;
/** Further between two moments is a jump: the trail begins again. */
const JUMP_MS = 60_000;
const MAX_POINTS = 20_000;

/** A point of a track with its heading in degrees. */
export type HeadedPoint = TrailPoint & { readonly heading: number };
export type TrackMoment = { readonly timeMs: number; readonly speed: number };
export type TrackKit = {
  readonly clock: Clock;
  /** Positions of a span, oldest first. */
  readonly ask: (fromMs: number, toMs: number) => Promise<readonly HeadedPoint[]>;
  /** What is played now; undefined while no time is set: nothing is asked then. */
  readonly moment: () => TrackMoment | undefined;
  /** Another part of the track is asked for, an answer came, or none: what `at` and `isAsking` say may be another. */
  readonly changed?: () => void;
};

export class TrackFeed {
  readonly #kit: TrackKit;
  #points: HeadedPoint[] = [];
  #fromMs = 0;
  #untilMs = 0;
  #asked = 0;
  /** Nothing has come yet of where the playing time is. */
  #asking = true;

  constructor(kit: TrackKit) {
    this.#kit = kit;
  }

  /** Asks from now on until it is stopped. */
  start(): Stop {
    this.poll();
    return this.#kit.clock.every(TRACK_POLL_MS, () => this.poll());
  }

  /** Asks for what is missing until a little after the next poll. */
  poll(): void {
    const moment = this.#kit.moment();
    if (moment === undefined) return;
    const { timeMs, speed } = moment;
    const aheadMs = TRACK_POLL_MS * AHEAD_POLLS * Math.max(1, speed);
    const known = timeMs >= this.#fromMs && timeMs <= this.#untilMs + JUMP_MS;
    if (!known) {
      this.#points = [];
      this.#fromMs = timeMs - BEFORE_MS;
      this.#untilMs = this.#fromMs;
      this.#asking = true;
      this.#kit.changed?.();
    }
    this.#ask(this.#untilMs, Math.max(this.#untilMs + 1000, timeMs + aheadMs));
  }

  /** Whether nobody can know yet where it was: the first question about this part of the track is on its way. */
  get isAsking(): boolean {
    return this.#asking;
  }

  /** Where the vehicle is at a moment, and the way it came; undefined when nobody knows. */
  at(timeMs: number): { readonly point: HeadedPoint; readonly trail: readonly TrailPoint[] } | undefined {
    const next = this.#points.findIndex((point) => point.timeMs > timeMs);
    const passed = next < 0 ? this.#points : this.#points.slice(0, next);
    const last = passed.at(-1) ?? this.#points[0];
    if (last === undefined) return undefined;
    const trail = passed.slice(-TRAIL_POINTS).reduce<readonly TrailPoint[]>((way, point) => withPoint(way, point), []);
    const after = next < 0 ? undefined : this.#points[next];
    return { point: between(last, after, timeMs), trail };
  }

  #ask(fromMs: number, toMs: number): void {
    this.#asked += 1;
    const number = this.#asked;
    this.#kit.ask(fromMs, toMs).then(
      (points) => {
        if (number !== this.#asked) return;
        this.#asking = false;
        const newer = points.filter((point) => point.timeMs > (this.#points.at(-1)?.timeMs ?? 0));
        this.#points = [...this.#points, ...newer].slice(-MAX_POINTS);
        this.#untilMs = toMs;
        this.#kit.changed?.();
      },
      () => {
        if (number !== this.#asked) return;
        this.#asking = false; // the next poll asks for the same span again
        this.#kit.changed?.();
      },
    );
  }
}

/** Between two reports the vehicle is on the straight line between them; a long silence leaves it where it was last seen. */
const LONGEST_WAY_MS = 30_000;

const between = (from: HeadedPoint, to: HeadedPoint | undefined, timeMs: number): HeadedPoint => {
  if (to === undefined || to.timeMs - from.timeMs > LONGEST_WAY_MS || timeMs <= from.timeMs) return from;
  const share = (timeMs - from.timeMs) / (to.timeMs - from.timeMs);
  const mix = (a: number, b: number): number => a + (b - a) * share;
  return { ...from, lat: mix(from.lat, to.lat), lng: mix(from.lng, to.lng), timeMs };
};
