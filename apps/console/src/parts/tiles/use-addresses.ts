// Where the streams of tiles are: the stream port as the server tells it. Which addresses there are is the player's stream-address.ts.
import { getProtocol } from '@outrider/contract';
import { useMemo } from 'react';
import { useCall } from '../../lib/calls.ts';
import { sessionStore } from '../../live/session.ts';
import { streamInfoOf } from '../../live/stream-info.ts';
import { streamAddresses } from '../../player/stream-address.ts';
import type { StreamPlace, StreamRequest } from '../../player/stream-address.ts';

/** How long frames may be held back at the server: many small tiles share writes, a few get each frame at once. */
const delayFor = (tiles: number): 40 | 120 => (tiles > 4 ? 120 : 40);

export type AddressFinder = (deviceId: string, channel: number) => readonly string[];
type RequestFinder = (request: StreamRequest) => readonly string[];

/**
 * The ports that streams come from, once they are known: without an answer of the server the documented port is tried, then the page's
 * own. Undefined before.
 */
export const useStreamPlace = (): StreamPlace | undefined => {
  const { data, isPending } = useCall(getProtocol, {});
  return useMemo(() => {
    if (isPending) return undefined;
    const { protocol, host, hostname } = globalThis.location;
    const { streamPort } = streamInfoOf(sessionStore.getState(), hostname, data);
    return { secure: protocol === 'https:', host, hostname, streamPort };
  }, [data, isPending]);
};

const useFinder = (tiles: number): RequestFinder | undefined => {
  const place = useStreamPlace();
  return place && ((request) => streamAddresses(place, request, delayFor(tiles)));
};

/**
 * Finds the addresses of a channel, best first; undefined until it is known where the streams are. Without an answer of the server
 * the documented port is tried, then the page's own. `tiles`: how many there will be; keep it constant while they play.
 */
export const useAddressFinder = (tiles: number): AddressFinder | undefined => {
  const find = useFinder(tiles);
  return find && ((deviceId, channel) => find({ deviceId, channel }));
};

/** The same for random streams, by their number from 1; their sockets count from 0. */
export const useRandomAddresses = (tiles: number): ((stream: number) => readonly string[]) | undefined => {
  const find = useFinder(tiles);
  return find && ((stream) => find({ randomStream: stream - 1 }));
};
