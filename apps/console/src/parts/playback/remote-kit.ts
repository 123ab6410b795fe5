// What a playback of the recorder's own footage is made of: its sockets, and D08, which steers it. For the page of remote playback and a live tile
// that goes back.
import { d08RemotePlayback } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { steadyNow, systemClock } from '../../lib/time.ts';
import { live } from '../../live/index.ts';
import type { Steered, Steering } from '../../player/recorded/device-steering.ts';
import type { PlaybackGroupKit } from '../../player/recorded/playback-kit.ts';
import { remotePlaybackAddresses } from '../../player/recorded/remote-address.ts';
import type { StreamPlace } from '../../player/stream-address.ts';
import { showToast } from '../../ui/toast.ts';

export type PlayRequest = {
  readonly channels: readonly number[];
  /** All that is played, UTC ms. */
  readonly startMs: number;
  readonly endMs: number;
  /** Where it begins within that; at its start when left out. */
  readonly atMs?: number;
  readonly main: boolean;
};

const lettersOf = (request: Steering): { V: number } | { F: number } | { B: number } => {
  if ('speed' in request) return { V: request.speed };
  return 'toMs' in request ? { B: request.toMs } : { F: request.bySeconds };
};

const steerer =
  (deviceId: string) =>
  async (streamId: number, request: Steering): Promise<Steered> => {
    try {
      const { Z } = await live().connection.ask(d08RemotePlayback, { I: deviceId, S: streamId, ...lettersOf(request) });
      return { generation: Z.generation, timeMs: Z.currentTime, speed: Z.speed };
    } catch (error) {
      showToast('warning', t('The device did not follow'), error instanceof Error ? t(error.message) : '');
      throw error;
    }
  };

/** `on`: the channels that are on now. */
export const remoteKit = (
  deviceId: string,
  place: StreamPlace,
  request: PlayRequest,
  on: () => readonly number[],
): PlaybackGroupKit => {
  const { channels, startMs, endMs, atMs = startMs, main } = request;
  return {
    clock: systemClock,
    steady: steadyNow,
    mode: 'repb',
    startMs: atMs,
    channels,
    addresses: ({ timeMs, ...socket }) =>
      remotePlaybackAddresses(place, {
        ...socket,
        deviceId,
        channels: on(),
        startMs: Math.floor(startMs / 1000) * 1000,
        atMs: timeMs,
        endMs,
        main,
      }),
    steer: steerer(deviceId),
  };
};
