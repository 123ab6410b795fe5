// The map among the players: where the vehicle was at the playing time, fed by the server while the playback runs.
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { systemClock } from '../../lib/time.ts';
import { openWebSocket } from '../../live/web-socket.ts';
import { TrackMap } from '../../parts/playback/track-map.tsx';
import type { PlaceSought } from '../../parts/playback/use-track.ts';
import { useStreamPlace } from '../../parts/tiles/use-addresses.ts';
import { remotePositionAddresses } from '../../player/recorded/remote-address.ts';
import { PlaceFeed } from './place-feed.ts';

/** Give it the stream id as key: each playback has a feed of its own. */
export const PlaceMap = ({ deviceId, streamId }: { deviceId: string; streamId: number }): ReactElement => {
  const streamPlace = useStreamPlace();
  const [sought, setSought] = useState<PlaceSought>({ place: undefined, asking: true });
  useEffect(() => {
    if (streamPlace === undefined) return undefined;
    const feed = new PlaceFeed({
      open: openWebSocket,
      clock: systemClock,
      addresses: remotePositionAddresses(streamPlace, { deviceId, streamId }),
      show: (place) => setSought({ place, asking: false }),
    });
    return () => feed.close();
  }, [streamPlace, deviceId, streamId]);
  return <TrackMap deviceId={deviceId} {...sought} />;
};
