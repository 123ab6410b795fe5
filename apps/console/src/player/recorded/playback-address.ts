// Where a recorded channel is played from: the address of its socket. Pure.
import { socketAddresses } from '../stream-address.ts';
import type { StreamPlace } from '../stream-address.ts';

export type LocalRequest = {
  readonly deviceId: string;
  readonly channel: number;
  /** One number for all channels of a playback. */
  readonly streamId: number;
  readonly timeMs: number;
  readonly speed: number;
  /** As fast as it goes, for a download. */
  readonly cover?: boolean;
};

/** What the server recorded. Best first. */
export const localPlaybackAddresses = (place: StreamPlace, request: LocalRequest): readonly string[] => {
  const { deviceId, channel, streamId, timeMs, speed, cover = false } = request;
  const common = { type: 'lopb', deviceid: deviceId, channel, streamid: streamId, spbtime: timeMs / 1000, speed };
  const query = cover ? { ...common, cover: 1 } : common;
  return socketAddresses(
    place,
    Object.entries(query)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&'),
  );
};
