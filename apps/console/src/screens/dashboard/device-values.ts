// What the dashboard reads from a device for its columns: the recording state, the rank of its state. Colours are badge-tones.ts. Pure.
import type { Device } from '@outrider/contract';
import { ringOf, stateOf } from '../../live/device-state.ts';

const stateOrder = ['alarm', 'driving', 'idle', 'unregistered', 'offline'] as const;
/** Alarms come first and the offline last; of two alike the one with a fault first. */
export const stateRank = (device: Device): number =>
  stateOrder.indexOf(stateOf(device)) + (ringOf(device) === 'fault' ? -0.5 : 0);

/** When the device last told of itself, UTC ms; 0 never. */
export const reportedMs = (device: Device): number => device.gps_info.time ?? device.status_time;

/** °C of the coldest sensor of the cargo hold. */
export const coldest = ({ loop }: Device): number | null => {
  const known = loop.filter((celsius) => celsius !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** What the recording status shows: a fault outranks recording, and nobody knows it of an offline device. */
export const recordingOf = (device: Device): 'recording' | 'fault' | 'not' | undefined => {
  if (device.status === 0) return undefined;
  if (device.recording_error) return 'fault';
  return device.recording ? 'recording' : 'not';
};
