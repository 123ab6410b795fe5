// What a playback of several channels is made of, and what it says about itself. The playback is playback-group.ts.
import type { Clock } from '../../lib/time.ts';
import type { Steer } from './device-steering.ts';
import type { PlaybackMode } from './messages.ts';

const MAX_STREAM_ID = 2 ** 31 - 1;

export type PlaybackState = {
  /** What is due now, UTC ms of the recording. */
  readonly timeMs: number;
  /** One of the ladder, or what the device plays at. 0: paused. */
  readonly speed: number;
  /** The clock stands because a channel has no data yet. */
  readonly buffering: boolean;
  /** Nothing follows at any channel. */
  readonly ended: boolean;
  readonly channels: readonly number[];
};

/** A socket that begins at a moment. `streamId` is the same for all of a group; `generation`: of the newest seek. */
export type SocketRequest = {
  readonly channel: number;
  readonly timeMs: number;
  readonly speed: number;
  readonly streamId: number;
  readonly generation: number;
};

export type PlaybackGroupKit = {
  readonly clock: Clock;
  /** lib/time.ts steadyNow. */
  readonly steady: () => number;
  readonly mode: PlaybackMode;
  readonly startMs: number;
  readonly channels: readonly number[];
  /** Addresses of a channel's socket, best first. */
  readonly addresses: (request: SocketRequest) => readonly string[];
  /** Steers the device (repb). */
  readonly steer?: Steer;
  /** The number of this playback; any when left out. */
  readonly streamId?: number;
  /** Hears of a socket that closed, with its last words. No other is opened then. Left out: it is made again. */
  readonly lost?: (message: string, opened: boolean) => void;
};

/** Any number of a playback. */
export const anyStreamId = (): number => 1 + Math.floor(Math.random() * (MAX_STREAM_ID - 1));
