// The door of local playback: what the server recorded, played to browsers over ws.cgi with type=lopb.
import type { IncomingMessage } from 'node:http';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { SocketDoor } from '../../kernel/channel/socket-door.ts';
import type { SocketGuard } from '../../kernel/channel/socket-guard.ts';
import type { RecordingReader } from '../recording/index.ts';
import { createPlaybackSocket } from './playback-socket.ts';
import { type PlaybackLimits, Playbacks } from './playbacks.ts';

export type PlaybackFeatureKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  guard: SocketGuard;
  reader: RecordingReader;
  limits: PlaybackLimits;
  devices: Devices;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

export type PlaybackFeature = {
  /** Serves /ws.cgi with type=lopb. */
  handleUpgrade: SocketDoor['handleUpgrade'];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const playbackFeature = (kit: PlaybackFeatureKit): PlaybackFeature => {
  const playbacks = new Playbacks(kit, kit.limits);
  const door = createPlaybackSocket({ ...kit, playbacks });
  return {
    handleUpgrade: (request, socket, head, url) => door.handleUpgrade(request, socket, head, url),
    metrics: () => playbacks.metrics(),
    close: async () => {
      door.close();
      await playbacks.close();
    },
  };
};
