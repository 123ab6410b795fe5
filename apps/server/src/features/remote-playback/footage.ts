// What other rooms ask of footage that lies on the devices: have it fetched and kept, and read what is kept. How it is fetched is
// footage-fetcher.ts.
import type { RecordingCursor } from '../recording/index.ts';

/** One channel and stream of a device. `audio`: with its sound, which devices send only at normal pace; without, it comes faster. */
export type FootageSource = { deviceKey: number; channel: number; stream: 'main' | 'sub'; audio: boolean };

/** UTC milliseconds. */
export type FootageSpan = { startMs: number; endMs: number };

export type FootageProgress = {
  /** queued: behind other requests for this device. waiting: the device is away, or an operator plays this channel. */
  state: 'queued' | 'waiting' | 'fetching';
  /** Recorded time that is kept of what was asked for, of `totalMs`. */
  keptMs: number;
  totalMs: number;
  /** Why it does not go on at the moment; '': it does. */
  message: string;
};

export type FootageRequest = FootageSource & {
  fromMs: number;
  toMs: number;
  /** How long an absent or silent device is waited for before the request fails; each success starts it again. */
  patienceMs: number;
  /** Gives the request up: the device is told to stop. What was fetched stays kept. */
  signal: AbortSignal;
  onProgress?: (progress: FootageProgress) => void;
  /** The task it is a piece of, as `FootageTask.id`. */
  task?: string;
};

/** Footage that a room has fetched, or tried to: for who looks at the tasks of the server. Times in UTC ms. */
export type FootageTask = {
  id: string;
  deviceKey: number;
  /** Of its event. */
  code: number;
  /** 0: it has no event of its own. */
  eventSerial: number;
  state: 'waiting' | 'done' | 'failed';
  tries: number;
  /** When the last try ended; 0: there was none. */
  triedMs: number;
  message: string;
  audio: boolean;
  channels: readonly number[];
  mainChannels: readonly number[];
  startMs: number;
  endMs: number;
};
/** Tasks of a room: how many are not over, and these and the newest that are, at most `limit` of both. */
export type FootageTasks = { open: number; tasks: FootageTask[] };

export interface Footage {
  /**
   * Fetches what of the span is not kept yet, one request a device at a time, going on after a dropped connection where it stopped.
   * Resolves with what is kept of the span then, oldest first: the device may have recorded less than was asked for. Rejects with
   * AppError: `not_found` ('No Record'), `device_offline`, `device_timeout`, `device_refused`, `limit_reached` (queue full, span too
   * long), `unavailable` (disk), `conflict` with 'cancelled' after the signal and where everything of the device was deleted.
   */
  fetch(request: FootageRequest): Promise<FootageSpan[]>;
  /** What the device says it has of all channels. Rejects as `fetch` does for a device that is away, silent or unwilling. */
  listed(deviceKey: number, fromMs: number, toMs: number): Promise<(FootageSpan & { channel: number })[]>;
  /** What is kept of the span now, oldest first. */
  kept(source: FootageSource, fromMs: number, toMs: number): Promise<FootageSpan[]>;
  /**
   * The kept frames of one channel and stream from the key frame at or before the moment, in the order of time, no moment twice.
   * Close it.
   */
  open(source: FootageSource, fromMs: number): Promise<RecordingCursor>;
  /** Keeps what lies in the span from retention until then (UTC ms). */
  protect(source: FootageSource, fromMs: number, toMs: number, untilMs: number): Promise<void>;
  /** Lifts that of the span but for what touches a span that is still `wanted`. An hour is left to the one who reads it now. */
  release(source: FootageSource, fromMs: number, toMs: number, wanted: readonly FootageSpan[]): Promise<void>;
}
