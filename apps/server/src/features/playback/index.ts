// The door of local playback: what the server recorded, played to browsers over ws.cgi with type=lopb.
import type { Devices } from '../../kernel/access/access.ts';
import type { UpgradeHandler } from '../../kernel/web/upgrade.ts';
import type { RecordingReader } from '../recording/index.ts';
import type { PlayDoorKit } from './play-door.ts';
import { createPlaybackSockets } from './playback-socket.ts';
import { type PlaybackLimits, Playbacks } from './playbacks.ts';

export { createPlayDoor, type PlayDoorKit, type PlayRefusal, type PlaySeat } from './play-door.ts';

export type PlaybackFeatureKit = PlayDoorKit & {
  reader: RecordingReader;
  limits: PlaybackLimits;
  devices: Devices;
};

export type PlaybackFeature = {
  /** Serves /ws.cgi with type=lopb. */
  handleUpgrade: UpgradeHandler;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const playbackFeature = (kit: PlaybackFeatureKit): PlaybackFeature => {
  const playbacks = new Playbacks(kit, kit.limits);
  const sockets = createPlaybackSockets({ ...kit, playbacks });
  return {
    handleUpgrade: sockets.handleUpgrade,
    metrics: () => playbacks.metrics(),
    close: async () => {
      sockets.close();
      await playbacks.close();
    },
  };
};
