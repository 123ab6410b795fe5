// Where what the device recorded is played from: the addresses of a channel's socket, and of the one that says where the vehicle was. Pure.
import { socketAddresses } from '../stream-address.ts';
import type { StreamPlace } from '../stream-address.ts';

export type RemoteRequest = {
  readonly deviceId: string;
  readonly channel: number;
  /** All channels of this playback. */
  readonly channels: readonly number[];
  /** One number for all channels of a playback. */
  readonly streamId: number;
  /** Plays from here up to there, UTC ms. */
  readonly startMs: number;
  readonly endMs: number;
  /** Of a socket that begins in the middle: where, UTC ms, and the newest generation so far. */
  readonly atMs?: number;
  readonly generation?: number;
  readonly speed: number;
  /** The device's main stream, else its sub-stream. */
  readonly main: boolean;
  /** As fast as it goes, for a download. */
  readonly cover?: boolean;
};

/** The last channel whose bit a whole number of JavaScript holds exactly. */
const LAST_BIT = 53;

/** Bit 0 is channel 1. Not by shifting: there are more than 32 channels. Those past 53 have no place in it. */
export const maskOf = (channels: readonly number[]): number =>
  channels.filter((channel) => channel <= LAST_BIT).reduce((mask, channel) => mask + 2 ** (channel - 1), 0);

/** Best first. */
export const remotePlaybackAddresses = (place: StreamPlace, request: RemoteRequest): readonly string[] => {
  const { deviceId, channel, channels, streamId, startMs, endMs, atMs, generation = 0 } = request;
  const { speed, main, cover = false } = request;
  const query = {
    type: 'repb',
    deviceid: deviceId,
    channel,
    chs: maskOf(channels),
    spbtime: startMs / 1000,
    duration: Math.max(1, Math.ceil((endMs - startMs) / 1000)),
    streamid: streamId,
    cover: cover ? 1 : 0,
    main: main ? 1 : 0,
    speed,
    ...(atMs === undefined || atMs <= startMs ? {} : { at: atMs / 1000 }),
    ...(generation === 0 ? {} : { generation }),
  };
  return socketAddresses(
    place,
    Object.entries(query)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&'),
  );
};

/** Of the feed that says where the vehicle was at the playing time of that playback, best first. */
export const remotePositionAddresses = (
  place: StreamPlace,
  { deviceId, streamId }: Pick<RemoteRequest, 'deviceId' | 'streamId'>,
): readonly string[] =>
  socketAddresses(place, `type=repbgps&deviceid=${encodeURIComponent(deviceId)}&streamid=${streamId}`);
