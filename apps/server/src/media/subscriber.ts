// One viewer of one stream: how much may wait for a slow reader, what is dropped, and when it is cut. Knows no codec.
import type { StreamChoice } from '../gateway/index.ts';
import type { EncodedFrame } from './encoded-frame.ts';

/** More than this unsent, and frames are dropped up to the next key frame. About ten seconds of a 1 Mbit/s stream. */
export const QUEUE_BYTES = 1_250_000;
/** A dropped-out viewer comes back at a key frame once its queue is this short. */
const RESUME_BYTES = 64 * 1024;
/** A viewer that reads nothing for so long is cut. */
export const STALLED_MS = 30_000;

/** The part of a socket that fan-out uses. */
export type ViewerSocket = { readonly writableLength: number; write(bytes: Buffer): boolean; destroy(): void };

export type Viewer = {
  socket: ViewerSocket;
  userId: number;
  userName: string;
  address: string;
  port: number;
  stream: StreamChoice;
  /** How long frames may be held to share a write, 40 or 120 ms. */
  holdMs: 40 | 120;
  openedMs: number;
};

export class Subscriber {
  readonly viewer: Viewer;
  /** Frames not sent to this viewer since it joined. */
  dropped = 0;
  sentBytes = 0;
  private flowing = false;
  private blockedSinceMs: number | null = null;
  private closed = false;
  private readonly onResumed: (dropped: number) => void;

  /** `onResumed` hears, with the total dropped so far, that the viewer sees pictures again after a gap. */
  constructor(viewer: Viewer, onResumed: (dropped: number) => void) {
    this.viewer = viewer;
    this.onResumed = onResumed;
  }

  /** What came since the last key frame, to start with. Null: the viewer starts at the next key frame. */
  begin(replay: Buffer | null): void {
    this.flowing = replay !== null;
    if (replay !== null) this.write(replay);
  }

  /** A new flow, or one that changed: nothing is decodable before its next key frame. */
  awaitKey(): void {
    this.flowing = false;
  }

  /** `chunk` is the bytes of all `frames` in one buffer, shared by all viewers. Gives false when the viewer has to be cut. */
  deliver(frames: readonly EncodedFrame[], chunk: Buffer, nowMs: number): boolean {
    if (this.closed) return true;
    const waiting = this.viewer.socket.writableLength;
    if (waiting < QUEUE_BYTES) this.blockedSinceMs = null;
    if (this.flowing && waiting < QUEUE_BYTES) {
      this.write(chunk);
      return true;
    }
    if (waiting >= QUEUE_BYTES) {
      this.flowing = false;
      this.blockedSinceMs ??= nowMs;
    }
    this.restart(frames, waiting);
    return this.blockedSinceMs === null || nowMs - this.blockedSinceMs < STALLED_MS;
  }

  /** A message outside the flow of frames: states and parameter sets. Left out when even that does not fit any more. */
  send(bytes: Buffer): void {
    if (!this.closed && this.viewer.socket.writableLength < 2 * QUEUE_BYTES) this.write(bytes);
  }

  close(): void {
    this.closed = true;
  }

  private restart(frames: readonly EncodedFrame[], waiting: number): void {
    const start = waiting <= RESUME_BYTES ? frames.findIndex((f) => f.key) : -1;
    this.dropped += start < 0 ? frames.length : start;
    if (start < 0) return;
    this.flowing = true;
    for (const frame of frames.slice(start)) this.write(frame.bytes);
    if (this.dropped > 0) this.onResumed(this.dropped);
  }

  private write(bytes: Buffer): void {
    this.sentBytes += bytes.length;
    this.viewer.socket.write(bytes);
  }
}
