// What a live request is served from: a clip in a loop (live-flow.ts) or a recorded file (replay-file.ts).
import type { StreamName } from './clip-store.ts';

export interface LiveSource {
  start(): void;
  stop(): void;
  pause(): void;
  resume(): void;
  /** What goes on being sent. */
  select(what: { readonly video: boolean; readonly audio: boolean }): void;
  switchStream(stream: StreamName): void;
}
