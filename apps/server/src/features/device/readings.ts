// What a device last said of itself beside its place. Recorders do not put every reading into every report: the newest of each holds.
import { signalPercent, type DeviceWire } from '@outrider/contract';
import type { Position } from '../../kernel/topics.ts';

export type Readings = Pick<
  Position,
  'voltageV' | 'batteryPercent' | 'temperatureC' | 'sensorsC' | 'storage' | 'signal' | 'satellites'
>;

/** The readings with those of one more report. */
export const withReadings = (known: Readings, position: Position): Readings => {
  const { voltageV, batteryPercent, temperatureC, sensorsC, storage, signal, satellites } = position;
  const next: Readings = { ...known };
  if (voltageV !== undefined) next.voltageV = voltageV;
  if (batteryPercent !== undefined) next.batteryPercent = batteryPercent;
  if (temperatureC !== undefined) next.temperatureC = temperatureC;
  if (sensorsC !== undefined) next.sensorsC = sensorsC;
  if (storage !== undefined) next.storage = storage;
  if (signal !== undefined) next.signal = signal;
  if (satellites !== undefined) next.satellites = satellites;
  return next;
};

const tenths = (celsius: number): number => Math.round(celsius * 10);

type ReadingFields =
  | 'voltage'
  | 'voltage_percent'
  | 'temperature'
  | 'health'
  | 'loop'
  | 'smart1'
  | 'smart2'
  | 'signal'
  | 'satellites';

/** The readings as a list reply carries them; null for what the device never said. */
export const readingsWire = (readings: Readings): Pick<DeviceWire, ReadingFields> => {
  const { storage, temperatureC, sensorsC } = readings;
  return {
    voltage: readings.voltageV ?? null,
    voltage_percent: readings.batteryPercent ?? null,
    temperature: temperatureC === undefined ? null : tenths(temperatureC),
    health: storage?.usedPercent ?? null,
    loop: sensorsC === undefined ? [] : sensorsC.map((celsius) => (celsius === null ? null : tenths(celsius))),
    smart1: storage?.lifeLeft[0] ?? null,
    smart2: storage?.lifeLeft[1] ?? null,
    signal: readings.signal === undefined ? null : signalPercent(readings.signal),
    satellites: readings.satellites ?? null,
  };
};

/** How many recording errors there are: as the device counts them, else how many of its storages report a fault now. */
export const recordingErrors = (readings: Readings, position: Position | null): number => {
  if (readings.storage !== undefined) return readings.storage.recordingErrors;
  let faults = 0;
  for (let bits = position?.storageFault ?? 0; bits > 0; bits >>>= 1) faults += bits & 1;
  return faults;
};
