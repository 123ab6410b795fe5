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

export const createPlaySockets = (kit: PlaySocketKit): ViewerSockets =>
  createPlayDoor(kit, {
    query: remotePlaybackQuery,
    right: 'P_repb',
    forbidden: 'This account may not play what devices recorded',
    from: 'device',
    asked: (caller, query) => askedOf(kit, caller, query),
    logged: ({ cover }) => (cover ? 'Download remote' : 'Remote playback'),
    begin: (caller, asked, duplex, end) =>
      kit.plays.begin(caller, asked, new ChannelSocket(duplex, kit.clock, asked.channel), () =>
        end('Played at another place now'),
      ),
  });
