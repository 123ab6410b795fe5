// One playback of what the server recorded of a device, for as long as a component shows it.
import { useEffect, useEffectEvent, useState } from 'react';
import { steadyNow, systemClock } from '../../lib/time.ts';
import { localPlaybackAddresses } from '../../player/recorded/playback-address.ts';
import { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { useStreamPlace } from '../tiles/use-addresses.ts';

/** Undefined while there is nothing to play. Another `startMs` begins anew; seek within a playback by the group itself. */
export const usePlaybackGroup = (
  deviceId: string,
  startMs: number | undefined,
  channels: readonly number[],
): PlaybackGroup | undefined => {
  const place = useStreamPlace();
  const [group, setGroup] = useState<PlaybackGroup>();
  const known = place !== undefined;
  const make = useEffectEvent((): PlaybackGroup | undefined => {
    if (place === undefined || startMs === undefined) return undefined;
    return new PlaybackGroup({
      clock: systemClock,
      steady: steadyNow,
      mode: 'lopb',
      startMs,
      channels,
      addresses: (wish) => localPlaybackAddresses(place, { deviceId, ...wish }),
    });
  });
  useEffect(() => {
    const made = make();
    setGroup(made);
    return () => made?.close();
  }, [deviceId, startMs, known]);
  useEffect(() => group?.setChannels(channels), [group, channels]);
  return group;
};
