// Opens what the task monitors ask, and the uploads that one of them shows. Part of app.ts.
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { DownloadPlans } from '../features/download-plan/index.ts';
import { type EventUploads, eventUploadFeature } from '../features/event-upload/index.ts';
import { geoAccountFeature } from '../features/geo-account/index.ts';
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

const mayBePrivate =
  ({ outgoingHosts }: RoomKit['config']) =>
  (host: string): boolean =>
    outgoingHosts.some((named) => named === '*' || named === host);

export const openTaskMonitor = (
  { bus, clock, config, settings, accounts: { users }, house }: RoomKit,
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
  const { geotabService: service } = config;
  house.open(geoAccountFeature({ clock, service, may: mayBePrivate(config), accounts: () => users.list() }));
};

type UploadsAround = Pick<DeviceSide, 'devices' | 'files'> & {
  events: Pick<EventFeature, 'planned'>;
  plans: Pick<DownloadPlans, 'uploadOf' | 'hasUploads'>;
};

export const openUploads = async (
  { room, config, settings, house }: RoomKit,
  { devices, files, events, plans }: UploadsAround,
): Promise<EventUploads> =>
  house.open(
    await eventUploadFeature({
      ...room('event-upload'),
      settings,
      may: mayBePrivate(config),
      idOf: (deviceKey) => devices.clockOf(deviceKey)?.id ?? '',
      event: (serialno) => events.planned.one(serialno),
      files,
      planFor: (...asked) => plans.uploadOf(...asked),
      isPlanned: () => plans.hasUploads(),
    }),
  );
