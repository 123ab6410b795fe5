// The positions of a device as columns that go from thread to thread without a copy: for rooms that work out whole tracks.
import type { SampleColumns } from './hour-codec.ts';
import type { Nearest, NearestWanted } from './nearest.ts';
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
/** The moments of the usable positions nearest to a span; `journal` as above. */
export type NearestRequest = { id: number; deviceKey: number; nearest: NearestWanted; journal: boolean };
/** To each request its own. Null, both of them: it could not be read, and `reason` says why. */
export type SampleReply = { id: number; samples: TrackSamples | null; nearest: Nearest | null; reason: string };

const STATUS_IGNITION = 1;
const KEPT_BACK = 2;

/** Gathers usable positions of a span in unix seconds, both ends included, in the order in which they are added. */
const gathering = (from: number, to: number) => {
  const found: Record<keyof TrackSamples, number[]> = {
    time: [],
    received: [],
    lat: [],
    lng: [],
    speed: [],
    state: [],
    odometer: [],
  };
  return {
    add(p: Pick<StoredPosition, 'time' | 'received' | 'lat' | 'lng' | 'speed' | 'status' | 'flags' | 'mileage'>): void {
      if (p.time < from || p.time > to || !isDrawable(p.flags)) return;
      found.time.push(p.time);
      found.received.push(p.received);
      found.lat.push(p.lat);
      found.lng.push(p.lng);
      found.speed.push(p.speed);
      found.state.push((p.status & STATUS_IGNITION) | (isReplayed(p.flags) ? KEPT_BACK : 0));
      found.odometer.push(p.mileage ?? -1);
    },
    columns: (): TrackSamples => ({
      time: Float64Array.from(found.time),
      received: Float64Array.from(found.received),
      lat: Int32Array.from(found.lat),
      lng: Int32Array.from(found.lng),
      speed: Uint16Array.from(found.speed),
      state: Uint8Array.from(found.state),
      odometer: Float64Array.from(found.odometer),
    }),
  };
};

export const toSamples = (positions: readonly StoredPosition[], from: number, to: number): TrackSamples => {
  const samples = gathering(from, to);
  for (const position of positions) samples.add(position);
  return samples.columns();
};

/** The same of packed hours in their order. */
export const hoursToSamples = (hours: Iterable<SampleColumns>, from: number, to: number): TrackSamples => {
  const samples = gathering(from, to);
  for (const { count, time, lat, lng, speed, status, flags, delay, mileage } of hours)
    for (let i = 0; i < count; i += 1) {
      const at = time[i] ?? 0;
      samples.add({
        time: at,
        received: at + (delay[i] ?? 0),
        lat: lat[i] ?? 0,
        lng: lng[i] ?? 0,
        speed: speed[i] ?? 0,
        status: status[i] ?? 0,
        flags: flags[i] ?? 0,
        mileage: mileage[i] ?? null,
      });
    }
  return samples.columns();
};

/** The buffers that a message hands over. */
export const sampleBuffers = (samples: TrackSamples): ArrayBuffer[] =>
  Object.values(samples).map((column) => column.buffer);
