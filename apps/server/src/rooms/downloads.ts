// Opens what makes files of recordings: downloads. A part of the composition root.
import type { Config } from '../config.ts';
import type { DeviceFeature } from '../features/device/index.ts';
import { type DownloadFeature, downloadFeature } from '../features/download/index.ts';
import { downloadsAreOff } from '../features/page/index.ts';
import type { PositionFeature } from '../features/position/index.ts';
import type { RecordingReader } from '../features/recording/index.ts';
import type { Footage } from '../features/remote-playback/index.ts';
import type { Access } from '../kernel/access.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

export type DownloadRoomKit = {
  base: { bus: Bus; clock: Clock };
  config: Config;
  roomLog: (room: string) => Log;
  access: Access;
  devices: DeviceFeature;
  positions: PositionFeature;
  reader: RecordingReader;
  footage: Footage | null;
};

export const openDownloads = (kit: DownloadRoomKit): Promise<DownloadFeature> => {
  const { base, config, roomLog, access, devices, positions, reader, footage } = kit;
  return downloadFeature({
    ...base,
    log: roomLog('download'),
    access,
    keyOf: (id) => devices.keyOf(id),
    clockOf: (deviceKey) => devices.clockOf(deviceKey),
    trackOf: (...asked) => positions.trackOf(...asked),
    switchedOff: downloadsAreOff(config),
    dataFolder: config.data,
    options: config,
    reader,
    footage,
  });
};
