// One playback of what the server recorded of a device, for as long as a component shows it.
import { useEffect, useRef, useState } from 'react';
import { steadyNow, systemClock } from '../../lib/time.ts';
import { localPlaybackAddresses } from '../../player/recorded/playback-address.ts';
import { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { useStreamPlace } from '../tiles/use-addresses.ts';

/** Undefined while there is nothing to play. Another `startMs` begins again; seek within a playback by the group itself. */
export const usePlaybackGroup = (
  deviceId: string,
  startMs: number | undefined,
  channels: readonly number[],
): PlaybackGroup | undefined => {
  const place = useStreamPlace();
  const first = useRef(channels);
  const [group, setGroup] = useState<PlaybackGroup>();
  useEffect(() => {
    if (place === undefined || startMs === undefined) return undefined;
    const made = new PlaybackGroup({
      clock: systemClock,
      steady: steadyNow,
      mode: 'lopb',
      startMs,
      channels: first.current,
      addresses: (request) => localPlaybackAddresses(place, { deviceId, ...request }),
    });
    setGroup(made);
    return () => {
      made.close();
      setGroup(undefined);
    };
  }, [deviceId, startMs, place]);
  useEffect(() => {
    first.current = channels;
    group?.setChannels(channels);
  }, [group, channels]);
  return group;
};
