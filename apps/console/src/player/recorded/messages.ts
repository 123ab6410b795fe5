// What the page and the worker of a recorded channel say to each other. Frames are in none of it, save the segments of browsers
// whose workers have no MediaSource.
import type { Drawing, FromPlayer, ToPlayer } from '../messages.ts';
import type { ChannelProgress } from './group-rules.ts';
import type { MediaClock } from './media-clock.ts';

/** lopb: recorded on the server, the player drives. repb: recorded by the device, which drives. */
export type PlaybackMode = 'lopb' | 'repb';

export type OpenRecorded = {
  readonly kind: 'open';
  readonly mode: PlaybackMode;
  /** Whole, tried in turn until one opens. */
  readonly addresses: readonly string[];
  readonly startMs: number;
  readonly generation: number;
  readonly clock: MediaClock;
  readonly speed: number;
} & Drawing;

export type ToRecorded =
  | OpenRecorded
  | ToPlayer
  /** `speed` is the one that was chosen; the clock may stand all the same. */
  | { readonly kind: 'clock'; readonly clock: MediaClock; readonly speed: number }
  /** What came so far is of no use: frames of this generation follow, from `timeMs` on. */
  | {
      readonly kind: 'seek';
      readonly timeMs: number;
      readonly generation: number;
      readonly speed: number;
      readonly clock: MediaClock;
    }
  /** Opens a new socket at these addresses. */
  | { readonly kind: 'reopen'; readonly addresses: readonly string[] }
  /** Asks for the latest pictures on screen. */
  | { readonly kind: 'drawn'; readonly id: number };

/** A picture that was put on screen: when (steady time) and when it was taken, by the stamp of the camera where there is one. */
export type Drawn = { readonly atMs: number; readonly takenMs: number };

export type FromRecorded =
  | FromPlayer
  | { readonly kind: 'progress'; readonly progress: ChannelProgress }
  /** The socket broke: the page says where to open again. */
  | { readonly kind: 'lost'; /** The server spoke with us before. */ readonly opened: boolean }
  /** repb: the server began again by itself, from `timeMs` on. */
  | { readonly kind: 'moved'; readonly generation: number; readonly timeMs: number }
  /** MSE: the recorded moment `originMs` stands at `seconds` of the element. */
  | { readonly kind: 'placed'; readonly originMs: number; readonly seconds: number }
  | { readonly kind: 'drawn'; readonly id: number; readonly drawn: readonly Drawn[] };
