// Which rooms remove what they keep of devices that were dropped. Part of app.ts.
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { KeepsOfDevices } from '../features/device/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

type Around = Pick<DeviceSide, 'devices' | 'positions' | 'files' | 'messages'> & {
  events: EventFeature;
  alarmFiles: AlarmFiles;
  recordings: RecordingFeature;
  /** Of other groups of rooms. */
  keepers: readonly KeepsOfDevices[];
};

export const cleanUpAfterDevices = (
  { accounts: { groups } }: Pick<RoomKit, 'accounts'>,
  { devices, positions, files, messages, events, alarmFiles, recordings, keepers }: Around,
): void => devices.cleanUpIn([groups, positions, files, messages, events, alarmFiles, recordings, ...keepers]);
