// The queries of the sockets that viewer pages open for recorded video: lopb from the server, repb from the device. Pure.
import { socketAddresses } from '../../player/stream-address.ts';
import type { StreamPlace } from '../../player/stream-address.ts';

/** Any number of a playback, never 0. */
export const randomStreamId = (): number => 1 + Math.floor(Math.random() * (2 ** 31 - 2));

export type FootageWish = {
  readonly deviceId: string;
  readonly channel: number;
  /** Unix seconds. */
  readonly startS: number;
  readonly streamId: number;
};

const addressesOf = (place: StreamPlace, query: Readonly<Record<string, string | number>>): readonly string[] =>
  socketAddresses(place, new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString());

const common = ({ deviceId, channel, startS, streamId }: FootageWish) => ({
  deviceid: deviceId,
  channel,
  streamid: streamId,
  spbtime: startS,
});

/** The last bit that a whole number of JavaScript holds. */
const LAST_BIT = 53;
/** Bit 0 is channel 1; 0, which says nothing, for channels past what a number holds. */
const maskOf = (channel: number): number => (channel > LAST_BIT ? 0 : 2 ** (channel - 1));

/** What the server recorded, at its speed or, `cover`, as fast as it goes. */
export const localAddresses = (place: StreamPlace, wish: FootageWish, cover: 0 | 1): readonly string[] =>
  addressesOf(place, { type: 'lopb', ...common(wish), ...(cover === 0 ? {} : { cover }) });

/** What the device recorded, for so many seconds; a download takes its main stream. */
export const remoteAddresses = (
  place: StreamPlace,
  wish: FootageWish & { readonly durationS: number },
  cover: 0 | 1,
): readonly string[] =>
  addressesOf(place, {
    type: 'repb',
    ...common(wish),
    chs: maskOf(wish.channel),
    duration: wish.durationS,
    speed: 1,
    ...(cover === 0 ? {} : { cover, main: 1 }),
  });
