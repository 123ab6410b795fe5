// Opens the rooms of what was recorded: recordings on disk, their playback, and what devices recorded. Each is closed before the
// media room, and recordings last of them.
import type { IncomingMessage } from 'node:http';
import type { DataUse } from '../features/data-use/index.ts';
import { type DeviceUsage, usageCommands } from '../features/device-usage/index.ts';
import type { DeviceFeature } from '../features/device/index.ts';
import { playbackFeature } from '../features/playback/index.ts';
import type { PositionFeature } from '../features/position/index.ts';
import { type RecordingFeature, recordingFeature } from '../features/recording/index.ts';
import { type Footage, type RemotePlaybackFeature, remotePlaybackFeature } from '../features/remote-playback/index.ts';
import type { Gateway } from '../gateway/index.ts';
import type { Access, Caller } from '../kernel/access/access.ts';
import type { SocketGuard } from '../kernel/channel/socket-guard.ts';
import type { Media } from '../media/index.ts';
import type { RoomKit } from './kit.ts';

export type RecordedKit = {
  positions: Pick<PositionFeature, 'trackOf'>;
  devices: DeviceFeature;
  gateway: Gateway;
  dataUse: DataUse;
  usage: DeviceUsage;
  access: Access;
  guard: SocketGuard;
  media: Media;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

export type RecordedSide = {
  recordings: RecordingFeature;
  /** What devices recorded, to be fetched and kept. */
  footage: Footage;
  covers: RemotePlaybackFeature['covers'];
};

const PLAYBACK_LIMITS = { playbacks: 500, playbacksPerUser: 30 };

export const openRecorded = async (
  { room, config, settings, house, disks }: RoomKit,
  { positions, devices, gateway, dataUse, usage, access, guard, media, authenticate }: RecordedKit,
): Promise<RecordedSide> => {
  const recordings = house.open(
    await recordingFeature({
      ...room('recording'),
      links: gateway.links,
      dataFolder: config.data,
      options: config,
      settings,
      devices,
      media,
      disks,
    }),
  );
  house.open({ commands: media.commandsWith({ diskRate: () => recordings.bytesPerSecond() }) });
  house.open({ commands: usageCommands({ usage, devices, recordedBytes: () => recordings.usage() }) });
  const playback = house.open(
    playbackFeature({
      ...room('playback'),
      access,
      guard,
      reader: recordings.reader,
      limits: PLAYBACK_LIMITS,
      devices,
      authenticate,
    }),
  );
  const remote = house.open(
    remotePlaybackFeature({
      ...room('remote-playback'),
      access,
      guard,
      links: gateway.links,
      recordings,
      allowance: dataUse,
      devices,
      trackOf: (...asked) => positions.trackOf(...asked),
      authenticate,
    }),
  );
  house.open({
    streams: {
      lopb: (...upgrade) => playback.handleUpgrade(...upgrade),
      repb: (...upgrade) => remote.handleUpgrade(...upgrade),
      repbgps: (...upgrade) => remote.handlePositionUpgrade(...upgrade),
    },
  });
  return { recordings, footage: remote.footage, covers: remote.covers };
};
