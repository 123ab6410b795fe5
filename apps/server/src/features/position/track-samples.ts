// The positions of a device as columns that go from thread to thread without a copy: for rooms that work out whole tracks.
import { isDrawable, isReplayed, type StoredPosition } from './stored-position.ts';

/** Usable positions in the order of time, a column each. */
export type TrackSamples = {
  /** Unix seconds: device time, and when it arrived. */
  time: Float64Array<ArrayBuffer>;
  received: Float64Array<ArrayBuffer>;
  /** Degrees x 10^6. */
  lat: Int32Array<ArrayBuffer>;
  lng: Int32Array<ArrayBuffer>;
  /** km/h x 10. */
  speed: Uint16Array<ArrayBuffer>;
  /** 1: ignition on; + 2: the device kept it back while it had no network. */
  state: Uint8Array<ArrayBuffer>;
  /** The vehicle's own count in steps of 100 m; -1 for none. */
  odometer: Float64Array<ArrayBuffer>;
};

/** One usable position. Degrees x 10^6, unix seconds. */
export type TrackSample = {
  time: number;
  received: number;
  lat: number;
  lng: number;
  speedKmh: number;
  ignition: boolean;
  replayed: boolean;
  odometerM: number | null;
};

/** Unix seconds, both ends included. With `journal` also what is not packed yet: exact, and slow where the journal is long. */
export type SampleRequest = { id: number; deviceKey: number; from: number; to: number; journal: boolean };
/** `samples` null: they could not be read, and the reason is in the log. */
export type SampleReply = { id: number; samples: TrackSamples | null };

const STATUS_IGNITION = 1;

export const toSamples = (positions: readonly StoredPosition[], from: number, to: number): TrackSamples => {
  const usable = positions.filter((p) => p.time >= from && p.time <= to && isDrawable(p.flags));
  return {
    time: Float64Array.from(usable, (p) => p.time),
    received: Float64Array.from(usable, (p) => p.received),
    lat: Int32Array.from(usable, (p) => p.lat),
    lng: Int32Array.from(usable, (p) => p.lng),
    speed: Uint16Array.from(usable, (p) => p.speed),
    state: Uint8Array.from(usable, (p) => (p.status & STATUS_IGNITION) | (isReplayed(p.flags) ? 2 : 0)),
    odometer: Float64Array.from(usable, (p) => p.mileage ?? -1),
  };
};

/** The buffers that a message hands over. */
export const sampleBuffers = (samples: TrackSamples): ArrayBuffer[] =>
  Object.values(samples).map((column) => column.buffer);
