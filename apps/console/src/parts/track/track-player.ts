// Playing along a track: the moment shown, how fast it goes on, where it jumps and ends. Outside React; the page draws what its store
// holds.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { onNextFrame, systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { countOf, emptyTrack, GAP_MS, indexAt } from './track.ts';
import type { Track } from './track.ts';

/** Seconds of the track in one second; the ladder of [ and ]. */
export const playSpeeds = [1, 2, 5, 10, 30, 60, 120, 300] as const;
export type PlaySpeed = (typeof playSpeeds)[number];

/** `timeMs` is UTC; 0 while there is no track. */
export type PlayState = { readonly timeMs: number; readonly playing: boolean; readonly speed: PlaySpeed };

const first = (track: Track): number => track.timeMs[0] ?? 0;
const last = (track: Track): number => track.timeMs[countOf(track) - 1] ?? 0;

/** The moment `byMs` later: what lies in a gap is skipped, the end stops it. Pure. */
export const advance = (track: Track, timeMs: number, byMs: number): number => {
  const moment = timeMs + byMs;
  if (moment >= last(track)) return last(track);
  const at = indexAt(track, moment);
  const [from, to] = [track.timeMs[at] ?? moment, track.timeMs[at + 1] ?? moment];
  return to - from > GAP_MS && moment > from ? to : moment;
};

/** The next step of the ladder; the same at its ends. */
export const speedStep = (speed: PlaySpeed, by: 1 | -1): PlaySpeed =>
  playSpeeds[playSpeeds.indexOf(speed) + by] ?? speed;

export class TrackPlayer {
  readonly state: StoreApi<PlayState> = createStore<PlayState>(() => ({ timeMs: 0, playing: false, speed: 30 }));
  #track: Track = emptyTrack;
  #stop: Stop | undefined;
  #lastMs = 0;

  /** Another track: from its beginning. */
  load(track: Track): void {
    this.pause();
    this.#track = track;
    this.state.setState({ timeMs: first(track) });
  }

  /** The same track with more at its end. */
  extend(track: Track): void {
    this.#track = track;
  }

  toggle(): void {
    if (this.state.getState().playing) this.pause();
    else this.play();
  }

  /** From the beginning again when it stands at the end. */
  play(): void {
    if (countOf(this.#track) === 0) return;
    const { timeMs } = this.state.getState();
    this.state.setState({ playing: true, timeMs: timeMs >= last(this.#track) ? first(this.#track) : timeMs });
    this.#lastMs = systemClock.now();
    this.#next();
  }

  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.state.setState({ playing: false });
  }

  /** Within the track. */
  seek(timeMs: number): void {
    if (countOf(this.#track) === 0) return;
    this.state.setState({ timeMs: Math.min(last(this.#track), Math.max(first(this.#track), timeMs)) });
  }

  /** To the position before or after the one shown. */
  step(by: 1 | -1): void {
    this.pause();
    const { timeMs } = this.state.getState();
    const at = indexAt(this.#track, timeMs);
    const between = (this.#track.timeMs[at] ?? timeMs) < timeMs;
    const target = this.#track.timeMs[by === 1 ? at + 1 : at - (between ? 0 : 1)];
    if (target !== undefined) this.seek(target);
  }

  setSpeed(speed: PlaySpeed): void {
    this.state.setState({ speed });
  }

  close(): void {
    this.pause();
  }

  #next(): void {
    this.#stop = onNextFrame(() => {
      const { timeMs, speed } = this.state.getState();
      const nowMs = systemClock.now();
      const moment = advance(this.#track, timeMs, (nowMs - this.#lastMs) * speed);
      this.#lastMs = nowMs;
      this.state.setState({ timeMs: moment });
      if (moment >= last(this.#track)) this.pause();
      else this.#next();
    });
  }
}
