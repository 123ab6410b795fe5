// Opens what the task monitors ask. Part of app.ts.
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import { taskMonitorFeature } from '../features/task-monitor/index.ts';
import type { DeviceSide } from './device-side.ts';
import type { FetchedSide } from './downloads.ts';
import type { RoomKit } from './kit.ts';
import type { RecordedSide } from './recorded.ts';

type Around = Pick<DeviceSide, 'devices'> &
  Pick<RecordedSide, 'covers'> &
  Pick<FetchedSide, 'customEvents' | 'fetching'> & {
    alarmFiles: Pick<AlarmFiles, 'open'>;
    events: Pick<EventFeature, 'codesOf'>;
  };

export const openTaskMonitor = (
  { bus, settings, house }: RoomKit,
  { devices, covers, customEvents, fetching, alarmFiles, events }: Around,
): void => {
  house.open(
    taskMonitorFeature({
      bus,
      settings,
      idOf: (deviceKey) => devices.clockOf(deviceKey)?.id ?? '',
      covers,
      footage: [customEvents, fetching],
      files: (limit) => alarmFiles.open(limit),
      fetches: (limit) => fetching.open(limit),
      codesOf: (serials) => events.codesOf(serials),
    }),
  );
};
