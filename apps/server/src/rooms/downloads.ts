// Opens the rooms that hand out footage as files: custom events, which have it fetched from devices, and downloads.
import { type CustomEventFeature, customEventFeature } from '../features/custom-event/index.ts';
import type { DataUse } from '../features/data-use/index.ts';
import type { DeviceFeature } from '../features/device/index.ts';
import type { DownloadPlans, PlannedFetching } from '../features/download-plan/index.ts';
import { type DownloadFeature, downloadFeature } from '../features/download/index.ts';
import { downloadsAreOff } from '../features/page/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import type { PositionFeature } from '../features/position/index.ts';
import type { Gateway } from '../gateway/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { DeviceSide } from './device-side.ts';
import type { EventRoom } from './event-room.ts';
import type { RoomKit } from './kit.ts';
import type { RecordedSide } from './recorded.ts';

type Around = {
  devices: DeviceFeature;
  gateway: Gateway;
  positions: PositionFeature;
  dataUse: DataUse;
  access: Access;
  events: EventFeature;
  plans: DownloadPlans;
  files: DeviceSide['files'];
  eventRoom: EventRoom;
};

export type FetchedSide = { customEvents: CustomEventFeature; downloads: DownloadFeature; fetching: PlannedFetching };

const MEGABYTE = 1024 * 1024;

export const openDownloads = async (
  { room, config, house }: RoomKit,
  around: Around,
  { recordings, footage }: Pick<RecordedSide, 'recordings' | 'footage'>,
): Promise<FetchedSide> => {
  const { devices, gateway, positions, dataUse, access, events, plans, files, eventRoom } = around;
  const { rule, takesLate } = eventRoom;
  const isOnline = (deviceKey: number): boolean => gateway.links.get(deviceKey) !== undefined;
  const customEvents = house.open(
    await customEventFeature({
      ...room('custom-event'),
      access,
      footage,
      isOnline,
      rule,
      keepDays: config.customEventDays,
      allowance: dataUse,
      devices,
      listed: events.custom,
    }),
  );
  const downloads = house.open(
    await downloadFeature({
      ...room('download'),
      allowance: dataUse,
      devices,
      trackOf: (...asked) => positions.trackOf(...asked),
      switchedOff: downloadsAreOff(config),
      dataFolder: config.data,
      options: config,
      reader: recordings.reader,
      footage,
      customEvent: (...asked) => customEvents.find(...asked),
    }),
  );
  const fetching = house.open(
    await plans.openFetching({
      ...room('download-plan'),
      events: events.planned,
      device: (deviceKey, atMs) => devices.planned(deviceKey, atMs),
      isOnline,
      rule,
      takesLate,
      links: gateway.links,
      files,
      footage,
      sink: files.sink,
      maxBytes: config.downloadSize * MEGABYTE,
      allowance: dataUse,
      dataFolder: config.data,
      keepDays: config.customEventDays,
    }),
  );
  return { customEvents, downloads, fetching };
};
