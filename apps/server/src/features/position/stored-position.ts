// A position as it is stored: whole numbers in fixed steps, so that storing and comparing lose nothing. Bytes are in the codecs.
import type { Reportable } from '../../gateway/index.ts';
import type { Position } from '../../kernel/topics.ts';

/**
 * Steps: degrees x 10^6, km/h x 10, km x 10, litres x 10, volts x 10. Times in whole seconds: the device's
 * clock has no more. Absent optional values are null.
 */
export type StoredPosition = {
  /** Device time in seconds; receive time where the device sent no date (then `hasTime` is false). */
  time: number;
  received: number;
  lat: number;
  lng: number;
  altitude: number;
  speed: number;
  heading: number;
  alarm: number;
  status: number;
  flags: number;
  mileage: number | null;
  fuel: number | null;
  recorderSpeed: number | null;
  signal: number | null;
  satellites: number | null;
  temperature: number | null;
  voltage: number | null;
  videoAlarm: number | null;
  videoLoss: number | null;
  storageFault: number | null;
  /** Additional items no field above holds; empty nearly always. */
  items: Uint8Array;
};

const positionFlags = { fixed: 1, replayed: 2, impossible: 4, hasTime: 8 } as const;

/** The optional columns in their fixed order: the order of presence bits and of packed columns. Append only. */
export const optionalFields = [
  'mileage',
  'fuel',
  'recorderSpeed',
  'signal',
  'satellites',
  'temperature',
  'voltage',
  'videoAlarm',
  'videoLoss',
  'storageFault',
] as const;

/** A position that tells none of them. */
export const noOptional: Readonly<Record<(typeof optionalFields)[number], null>> = {
  mileage: null,
  fuel: null,
  recorderSpeed: null,
  signal: null,
  satellites: null,
  temperature: null,
  voltage: null,
  videoAlarm: null,
  videoLoss: null,
  storageFault: null,
};

const step = (value: number | undefined, perUnit: number): number | null =>
  value === undefined ? null : Math.round(value * perUnit);

export const toStored = (p: Position, impossible: boolean): StoredPosition => ({
  time: Math.floor((p.timeMs ?? p.receivedMs) / 1000),
  received: Math.floor(p.receivedMs / 1000),
  lat: Math.round(p.latitude * 1e6),
  lng: Math.round(p.longitude * 1e6),
  altitude: p.altitudeM,
  speed: Math.round(p.speedKmh * 10),
  heading: p.headingDeg,
  alarm: p.alarm,
  status: p.status,
  flags:
    (p.fixed ? positionFlags.fixed : 0) |
    (p.replayed ? positionFlags.replayed : 0) |
    (impossible ? positionFlags.impossible : 0) |
    (p.timeMs === null ? 0 : positionFlags.hasTime),
  mileage: step(p.mileageKm, 10),
  fuel: step(p.fuelL, 10),
  recorderSpeed: step(p.recorderSpeedKmh, 10),
  signal: step(p.signal, 1),
  satellites: step(p.satellites, 1),
  temperature: step(p.temperatureC, 1),
  voltage: step(p.voltageV, 10),
  // That no video alarm is on, which nearly every report says, is not worth a column.
  videoAlarm: step(p.videoAlarm === 0 ? undefined : p.videoAlarm, 1),
  videoLoss: step(p.videoLoss, 1),
  storageFault: step(p.storageFault, 1),
  items: p.items,
});

/** In the units of the program again. Times have whole seconds. */
export const fromStored = (p: StoredPosition): Reportable => ({
  timeMs: (p.flags & positionFlags.hasTime) === 0 ? null : p.time * 1000,
  receivedMs: p.received * 1000,
  latitude: p.lat / 1e6,
  longitude: p.lng / 1e6,
  altitudeM: p.altitude,
  speedKmh: p.speed / 10,
  headingDeg: p.heading,
  alarm: p.alarm,
  status: p.status,
  ...(p.mileage !== null && { mileageKm: p.mileage / 10 }),
  ...(p.fuel !== null && { fuelL: p.fuel / 10 }),
  ...(p.recorderSpeed !== null && { recorderSpeedKmh: p.recorderSpeed / 10 }),
  ...(p.signal !== null && { signal: p.signal }),
  ...(p.satellites !== null && { satellites: p.satellites }),
  items: p.items,
});

/** May it be drawn? It has a fix and is not impossible. */
export const isDrawable = (flags: number): boolean =>
  (flags & (positionFlags.fixed | positionFlags.impossible)) === positionFlags.fixed;

/** The device kept it back while it had no network. */
export const isReplayed = (flags: number): boolean => (flags & positionFlags.replayed) !== 0;

/** The same report: every field of the 28-byte core agrees. A repeat after a lost answer is; an alarm in the same second is not. */
export const isSameReport = (a: StoredPosition, b: StoredPosition): boolean =>
  a.time === b.time &&
  a.lat === b.lat &&
  a.lng === b.lng &&
  a.altitude === b.altitude &&
  a.speed === b.speed &&
  a.heading === b.heading &&
  a.alarm === b.alarm &&
  a.status === b.status;
