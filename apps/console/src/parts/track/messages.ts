// What the page and the worker of a track say to each other.
import type { Lines, View } from './simplify.ts';
import type { Track } from './track.ts';

export type ToTrackWorker =
  /** Reads positions and adds them to the track; the bytes are given away. */
  | { kind: 'add'; id: number; bytes: ArrayBuffer }
  /** Begins an empty track. */
  | { kind: 'clear' }
  | { kind: 'lines'; id: number; view: View };

export type FromTrackWorker =
  | { kind: 'added'; id: number; track: Track }
  | { kind: 'lines'; id: number; lines: Lines }
  | { kind: 'failed'; id: number; reason: string };
