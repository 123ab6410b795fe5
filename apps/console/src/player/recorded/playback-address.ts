// Where a recorded channel is played from: the address of its socket. Pure.
import { socketAddresses } from '../stream-address.ts';
import type { StreamPlace } from '../stream-address.ts';

export type LocalWish = {
  readonly deviceId: string;
  readonly channel: number;
  /** One number for all channels of a playback. */
  readonly streamId: number;
  readonly timeMs: number;
  readonly speed: number;
};

/** What the server recorded. Best first. */
export const localPlaybackAddresses = (place: StreamPlace, wish: LocalWish): readonly string[] => {
  const { deviceId, channel, streamId, timeMs, speed } = wish;
  const query = { type: 'lopb', deviceid: deviceId, channel, streamid: streamId, spbtime: timeMs / 1000, speed };
  return socketAddresses(
    place,
    Object.entries(query)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&'),
  );
};
