// Playing what the device recorded: one playback at a time, steered over D08, asked each second how it stands. Ends when the screen
// is left.
import { d08RemotePlayback } from '@outrider/contract';
import type { ReplyOf } from '@outrider/contract';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { live } from '../../live/index.ts';
import { remoteKit } from '../../parts/playback/remote-kit.ts';
import type { PlayRequest } from '../../parts/playback/remote-kit.ts';
import { useStreamPlace } from '../../parts/tiles/use-addresses.ts';
import { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { showToast } from '../../ui/toast.ts';

const POLL_MS = 1000;
/** So many questions without an answer mean that the connection is in trouble, not that one was slow. */
const MOST_MISSES = 5;

export type DeviceStatus = ReplyOf<typeof d08RemotePlayback>['Z'];

export type Play = {
  /** Undefined: nothing plays. */
  readonly group: PlaybackGroup | undefined;
  readonly request: PlayRequest | undefined;
  /** The newest answer of the device's side. */
  readonly status: DeviceStatus | undefined;
  /** False until it is known where the streams are. */
  readonly possible: boolean;
  /** Ends what plays and begins again, under a number of its own. */
  readonly play: (request: PlayRequest) => void;
  readonly stop: () => void;
};

/** Asks each second how the playback stands: one that ended or failed goes on after a jump, or when the device is back. */
const useStatus = (deviceId: string, group: PlaybackGroup | undefined): DeviceStatus | undefined => {
  const [status, setStatus] = useState<{ group: PlaybackGroup; value: DeviceStatus }>();
  useEffect(() => {
    if (group === undefined) return undefined;
    let misses = 0;
    const stop = systemClock.every(POLL_MS, () => {
      live()
        .connection.ask(d08RemotePlayback, { I: deviceId, S: group.streamId })
        .then(
          ({ Z }) => {
            misses = 0;
            setStatus({ group, value: Z });
          },
          () => {
            misses += 1;
            if (misses === MOST_MISSES) showToast('warning', t('How the playback stands is not known at the moment'));
          },
        );
    });
    return stop;
  }, [deviceId, group]);
  return status !== undefined && status.group === group ? status.value : undefined;
};

/** `channels`: those that are on. One that is switched off while it plays costs the device nothing any more, one that comes plays along. */
export const usePlay = (deviceId: string, channels: readonly number[]): Play => {
  const place = useStreamPlace();
  const on = useRef(channels);
  const [now, setNow] = useState<{ group: PlaybackGroup; request: PlayRequest }>();
  const status = useStatus(deviceId, now?.group);
  const group = now?.group;
  useEffect(() => () => group?.close(), [group]);
  useEffect(() => {
    on.current = channels;
    group?.setChannels(channels);
  }, [group, channels]);
  return {
    group,
    request: now?.request,
    status,
    possible: place !== undefined,
    play: (request) => {
      if (place === undefined) return;
      now?.group.close(); // the device plays a channel once: the former goes first
      setNow({ group: new PlaybackGroup(remoteKit(deviceId, place, request, () => on.current)), request });
    },
    stop: () => setNow(undefined),
  };
};
