// ws.cgi?type=repb: what a device recorded of one channel, on the socket of a viewer. No frames are touched here.
import { MAX_PLAYBACK_CHANNELS, remotePlaybackQuery, TOO_MANY_CHANNELS } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller, Devices, VideoAllowance } from '../../kernel/access/access.ts';
import { assertNotBefore, notBefore } from '../../kernel/access/lookback.ts';
import type { ViewerSockets } from '../../kernel/channel/viewer-socket.ts';
import { createPlayDoor, type PlayDoorKit, type PlayRefusal } from '../playback/index.ts';
import { ChannelSocket } from './channel-socket.ts';
import type { PlayRequest, RemotePlays } from './remote-plays.ts';

export type PlaySocketKit = PlayDoorKit & { plays: RemotePlays; devices: Devices; allowance: VideoAllowance };

const SECOND_MS = 1000;

const askedOf = (
  { devices, allowance }: Pick<PlaySocketKit, 'devices' | 'allowance'>,
  caller: Caller,
  query: z.output<typeof remotePlaybackQuery>,
): PlayRequest | PlayRefusal => {
  const { channel, streamid, spbtime, duration, at, generation, speed, main, cover, chs } = query;
  const wantedMs = Math.round(spbtime * SECOND_MS);
  const endMs = wantedMs + duration * SECOND_MS;
  assertNotBefore(caller, endMs);
  const startMs = notBefore(caller, wantedMs);
  const { deviceKey, deviceId, channels } = devices.seen(caller, query.deviceid);
  if (!channels.includes(channel)) return { state: 'none', message: `The device has no channel ${channel}` };
  const refusal = allowance.refusal(caller, deviceKey);
  if (refusal !== undefined) return { state: 'forbidden', message: refusal };
  if (chs.toString(2).replaceAll('0', '').length > MAX_PLAYBACK_CHANNELS)
    return { state: 'limit', message: TOO_MANY_CHANNELS };
  return {
    deviceKey,
    deviceId,
    channel,
    stream: main === 1 ? 'main' : 'sub',
    streamId: streamid,
    startMs,
    endMs,
    atMs: at === undefined ? startMs : notBefore(caller, Math.round(at * SECOND_MS)),
    generation,
    speed,
    cover: cover === 1,
  };
};

/** One that plays now, and how it is ended. */
type Playing = { caller: Caller; deviceKey: number; end: (why: string) => void };

/** What a device sends costs its data: with the limit of its month reached, what plays for others than administrators ends. */
const endAtLimit = ({ bus, allowance }: PlaySocketKit, playing: ReadonlySet<Playing>): (() => void) =>
  bus.subscribe('data.limit', ({ deviceKey }) => {
    for (const each of playing) {
      const refusal = each.deviceKey === deviceKey ? allowance.refusal(each.caller, deviceKey) : undefined;
      if (refusal !== undefined) each.end(refusal);
    }
  });

export const createPlaySockets = (kit: PlaySocketKit): ViewerSockets => {
  const playing = new Set<Playing>();
  const deafen = endAtLimit(kit, playing);
  const sockets = createPlayDoor(kit, {
    query: remotePlaybackQuery,
    right: 'P_repb',
    forbidden: 'This account may not play what devices recorded',
    from: 'device',
    asked: (caller, query) => askedOf(kit, caller, query),
    logged: ({ cover }) => (cover ? 'Download remote' : 'Remote playback'),
    begin: async (caller, asked, duplex, end) => {
      const { deviceKey, channel } = asked;
      const seat = await kit.plays.begin(caller, asked, new ChannelSocket(duplex, kit.clock, channel), () =>
        end('Played at another place now'),
      );
      const own = { caller, deviceKey, end };
      playing.add(own);
      return {
        request: (said) => seat.request(said),
        leave: () => {
          playing.delete(own);
          return seat.leave();
        },
      };
    },
  });
  return {
    ...sockets,
    close: () => {
      deafen();
      sockets.close();
    },
  };
};
