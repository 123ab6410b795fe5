// Where the frames of one channel come from while it is played: the device, or what is kept of it. Both are steered alike.
import { KEYS_ONLY_SPEED } from '@outrider/contract';
import type { DeviceSpeed, MediaFrame } from '../../gateway/index.ts';

/**
 * Why no more frames come. `reached`: the end of what was asked for. `finished`: the source has no more although more was asked for.
 * The others: what went wrong.
 */
export type SourceEnd = {
  kind: 'reached' | 'finished' | 'offline' | 'refused' | 'timeout' | 'limit' | 'error';
  message: string;
  /** The link was lost while the device was asked or told something, and it has a new one: what was wanted may be asked for again. */
  again?: true;
};

/** Called on the main thread; must not throw. */
export type SourceEvents = {
  /** `presentationUs` and `arrivalMs` of the frame are when it was recorded, UTC. */
  frame(frame: MediaFrame): void;
  /** Once, unless the source was closed first. */
  over(end: SourceEnd): void;
};

export interface FrameSource {
  readonly from: 'device' | 'kept';
  /** Every frame comes, with its sound. */
  readonly complete: boolean;
  setSpeed(speed: DeviceSpeed): void;
  /** Sends nothing until `goOn`; a few frames may still come. */
  hold(): void;
  goOn(): void;
  /** True when it goes to the moment by itself; false: close it and open another. */
  seek(timeMs: number): boolean;
  /** The device has been told to stop when it resolves, or cannot be told. Safe to call twice. */
  close(): Promise<void>;
}

/** The frame with the moment of its recording in place of what belongs to its connection. */
export const recordedAt = (frame: MediaFrame, timeMs: number): MediaFrame => ({
  ...frame,
  presentationUs: timeMs * 1000,
  arrivalMs: timeMs,
});

/** From this speed on devices send key frames alone. */
export const isKeysOnly = (speed: number): boolean => speed >= KEYS_ONLY_SPEED;

/** The slowest speed of devices that is fast enough: slower ones are paced here. */
export const deviceSpeedFor = (speed: number): DeviceSpeed => {
  const ladder: readonly DeviceSpeed[] = [1, 2, 4, 8];
  return ladder.find((each) => each >= speed) ?? 16;
};
