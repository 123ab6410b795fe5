// ws.cgi?type=lopb: checks who asks for which channel's recording, then gives the socket its place in a playback. Reads no recordings.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  AppError,
  localPlaybackQuery,
  type PlaybackState,
  playbackWish,
  type PlaybackWish,
  type StreamLogRow,
} from '@outrider/contract';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Caller, Devices, SeenDevice } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createSocketDoor, readQuery, type SocketDoor } from '../../kernel/channel/socket-door.ts';
import type { MayUse, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import { watchAlive } from '../../media/index.ts';
import { MessageWriter } from './frame-message.ts';
import type { PlaybackSource } from './playback-channel.ts';
import type { Place } from './playback.ts';
import type { Playbacks } from './playbacks.ts';

export type PlaybackSocketKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  guard: SocketGuard;
  playbacks: Playbacks;
  devices: Devices;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

const MAX_MESSAGE_BYTES = 1024;
const CLOSE_REFUSED = 1008;
const CLOSE_LATER = 1013;

type Query = z.output<typeof localPlaybackQuery>;
/** `source` a text: why there is none for this caller. */
type Admitted = { caller: Caller; query: Query; source: PlaybackSource | string };

/** Hostile or foreign text changes nothing. */
const readWish = (text: string): PlaybackWish | undefined => {
  try {
    return playbackWish.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** A browser cannot read the answer to an upgrade: what is wrong with the wish itself is said on the socket. */
const refuse = (client: WebSocket, socket: Duplex, state: PlaybackState['state'], message: string): void => {
  socket.write(new MessageWriter(0).state({ state, message, generation: 0, from: 'server' }));
  client.close(state === 'limit' ? CLOSE_LATER : CLOSE_REFUSED, message);
};

const mayPlay: MayUse = ({ rights }) => rights.has('P_lopb');

/** The device, or the words of the refusal. */
const seenOr = (find: () => SeenDevice): SeenDevice | string => {
  try {
    return find();
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

export const createPlaybackSocket = (kit: PlaybackSocketKit): SocketDoor => {
  const { devices, bus, clock } = kit;

  const admit = async (request: IncomingMessage, url: URL): Promise<Admitted> => {
    const caller = await kit.authenticate(request, url);
    if (!mayPlay(caller)) throw new AppError('forbidden', 'This account may not play recordings');
    const query = readQuery(localPlaybackQuery, url);
    const device = seenOr(() => devices.seen(caller, query.deviceid));
    return { caller, query, source: typeof device === 'string' ? device : { ...device, channel: query.channel } };
  };

  const enter = (client: WebSocket, socket: Duplex, { caller, query, source }: Admitted): void => {
    if (typeof source === 'string') return refuse(client, socket, 'forbidden', source);
    const askedMs = clock.now();
    const type: StreamLogRow['type'] = query.cover === 1 ? 'Download local' : 'Local playback';
    const { deviceKey, deviceId, channel } = source;
    const tell = (): void =>
      bus.publish('stream.asked', {
        userName: caller.userName,
        deviceKey,
        deviceId,
        channel,
        type,
        askedMs,
        entrance: 'Web',
        atMs: clock.now(),
      });
    let place: Place;
    try {
      place = kit.playbacks.join(caller.userId, query, source, socket);
    } catch (error) {
      const full = error instanceof AppError;
      if (!full) kit.log.error('playback not begun', { ...source, err: error });
      return refuse(client, socket, full ? 'limit' : 'error', full ? error.message : 'Try again later');
    }
    tell();
    kit.guard.watch(client, caller, [deviceKey], mayPlay);
    const ping = watchAlive(client, clock);
    client.on('message', (data, isBinary) => {
      const wish = isBinary || !Buffer.isBuffer(data) ? undefined : readWish(data.toString('utf8'));
      if (wish !== undefined) place.wish(wish);
    });
    client.on('close', () => {
      ping.cancel();
      place.leave();
      tell();
    });
  };

  return createSocketDoor({ log: kit.log, maxPayload: MAX_MESSAGE_BYTES, admit, enter });
};
