// ws.cgi?type=lopb: what the server recorded of one channel, on the socket of a viewer. Reads no recordings.
import { AppError, localPlaybackQuery } from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import type { ViewerSockets } from '../../kernel/channel/viewer-socket.ts';
import { createPlayDoor, type PlayDoorKit } from './play-door.ts';
import type { Playbacks } from './playbacks.ts';

export type PlaybackSocketKit = PlayDoorKit & { playbacks: Playbacks; devices: Devices };

export const createPlaybackSockets = (kit: PlaybackSocketKit): ViewerSockets =>
  createPlayDoor(kit, {
    query: localPlaybackQuery,
    right: 'P_lopb',
    forbidden: 'This account may not play recordings',
    from: 'server',
    asked: (caller, query) => {
      const { deviceKey, deviceId, absentChannels } = kit.devices.seen(caller, query.deviceid);
      if (absentChannels.includes(query.channel))
        throw new AppError('not_found', `The device has no channel ${query.channel}`);
      const spbtime = notBefore(caller, query.spbtime * 1000) / 1000;
      return { deviceKey, deviceId, channel: query.channel, query: { ...query, spbtime } };
    },
    logged: ({ query }) => (query.cover === 1 ? 'Download local' : 'Local playback'),
    begin: ({ userId }, { query, ...source }, duplex) => kit.playbacks.join(userId, query, source, duplex),
  });
