// The driving recorder inside the recorder (GB/T 19056): what 0x8700 collects of it. It knows its vehicle, its clock, its odometer, its
// driver, and when it was switched on; the records of every second it does not keep.
import { encodeGbk, encodeTime, fromHex } from '@outrider/jt808';
import type { Device } from '../device.ts';

const PULSES_A_KM = 3600;
const ON = 1;
const LOGGED_IN = 1;

const clockAt = (timeMs: number): Uint8Array => fromHex(encodeTime(timeMs));
const padded = (bytes: Uint8Array, length: number): Uint8Array => {
  const field = new Uint8Array(length);
  field.set(bytes.subarray(0, length));
  return field;
};
const text = (value: string, length: number): Uint8Array => padded(encodeGbk(value), length);
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

const licenceOf = ({ deviceId }: Device): Uint8Array => text(`C${deviceId}`, 18);
const odometer = (device: Device): Uint8Array => {
  const clock = clockAt(device.deviceNow());
  const km = fromHex(String(Math.floor(device.trip.odometerKm * 10)).padStart(8, '0'));
  return joined(clock, clock, new Uint8Array(4), km);
};

const BLOCKS: Readonly<Record<number, (device: Device) => Uint8Array>> = {
  0x00: () => Uint8Array.of(0x12, 0),
  0x01: licenceOf,
  0x02: (device) => clockAt(device.deviceNow()),
  0x03: odometer,
  0x04: (device) => joined(clockAt(device.deviceNow()), Uint8Array.of(PULSES_A_KM >> 8, PULSES_A_KM & 0xff)),
  0x05: (device) => joined(text(`SIM${device.deviceId}`, 17), text(device.options.plate, 12), text('SIMULATED', 12)),
  0x07: (device) => joined(text('OUTRIDER', 7), text(`SIM-${device.options.channels}CH`, 16), new Uint8Array(12)),
  0x12: (device) => joined(clockAt(device.startedMs), licenceOf(device), Uint8Array.of(LOGGED_IN)),
  0x13: (device) => joined(clockAt(device.startedMs), Uint8Array.of(ON)),
};

/** Null for what this recorder does not keep. */
export const recorderData = (device: Device, command: number): Uint8Array | null => BLOCKS[command]?.(device) ?? null;
