// Opens what people watch and hear as it happens: talk, the log of streams, live streams. Part of app.ts.
import { join } from 'node:path';
import { type StreamLog, streamLogFeature } from '../features/stream-log/index.ts';
import { type TalkFeature, talkFeature } from '../features/talk/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { SocketGuard } from '../kernel/channel/socket-guard.ts';
import type { HttpServer } from '../kernel/web/http-server.ts';
import { createMedia, type Media, type MediaKit } from '../media/index.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

/** Live pictures that all accounts together watch at once. */
const MAX_VIEWERS = 2000;

/** Before the media room, so that they close after it and hear the ends of all talks and streams. */
export const openLiveLogs = async (
  { room, config, settings, house }: RoomKit,
  { devices }: DeviceSide,
  access: Access,
): Promise<{ talks: TalkFeature; streamLog: StreamLog }> => {
  const talks = house.open(
    await talkFeature({
      ...room('talk'),
      access,
      settings,
      days: config.talkLogDays,
      keyOf: (id) => devices.keyOf(id),
      sound: { keep: config.keepTalkSound, folder: join(config.data, 'talk-sound') },
    }),
  );
  const streamLog = house.open(streamLogFeature({ ...room('stream-log'), access, settings }));
  return { talks, streamLog };
};

type Around = Pick<DeviceSide, 'devices' | 'gateway' | 'dataUse'> & {
  access: Access;
  guard: SocketGuard;
  authenticate: MediaKit['authenticate'];
  http: HttpServer;
  talks: TalkFeature;
};

export const openMedia = (
  { room, config, house }: RoomKit,
  { gateway, dataUse, http, talks, ...around }: Around,
): Media => {
  talks.addRoutes(http.app, (request) => http.authenticate(request));
  return house.open(
    createMedia({
      ...room('media'),
      ...around,
      links: gateway.links,
      offersLive: !config.disableLiveStreams,
      allowance: dataUse,
      limits: { viewers: MAX_VIEWERS, viewersPerUser: config.viewersPerAccount },
      dwellMs: config.randomLiveSeconds * 1000,
      ...(talks.keepSound && { keepSound: talks.keepSound }),
    }),
  );
};
