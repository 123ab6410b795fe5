// ws.cgi?type=repb: checks who asks for which channel of which device, then ties the socket to a playback. No frames are touched here.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  AppError,
  MAX_PLAYBACK_CHANNELS,
  type PlaybackState,
  playbackWish,
  remotePlaybackQuery,
  TOO_MANY_CHANNELS,
} from '@outrider/contract';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createSocketDoor, readQuery, type SocketDoor } from '../../kernel/channel/socket-door.ts';
import type { MayUse, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import { watchAlive } from '../../media/index.ts';
import { ChannelSocket } from './channel-socket.ts';
import type { PlaySeat, PlayWish, RemotePlays } from './remote-plays.ts';

export type PlaySocketKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  /** Cuts sockets whose caller signed out or lost the device. */
  guard: SocketGuard;
  plays: RemotePlays;
  devices: Devices;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

const MAX_MESSAGE_BYTES = 1024;
const CLOSE_REFUSED = 1008;
const CLOSE_LATER = 1013;
const SECOND_MS = 1000;

type Refusal = { state: PlaybackState['state']; message: string };
/** `wish`: what is wrong with it is said on the socket, because a browser cannot read the answer to an upgrade. */
type Admitted = { caller: Caller; channel: number; wish: PlayWish | Refusal };

const mayPlay: MayUse = ({ rights }) => rights.has('P_repb');

export const createPlaySocket = (kit: PlaySocketKit): SocketDoor => {
  const admit = async (request: IncomingMessage, url: URL): Promise<Admitted> => {
    const caller = await kit.authenticate(request, url);
    if (!mayPlay(caller)) throw new AppError('forbidden', 'This account may not play what devices recorded');
    const query = readQuery(remotePlaybackQuery, url);
    return { caller, channel: query.channel, wish: wishOf(kit, caller, query) };
  };

  const enter = (client: WebSocket, duplex: Duplex, { caller, channel, wish }: Admitted): void => {
    const socket = new ChannelSocket(duplex, kit.clock, channel);
    if ('message' in wish) return refuse(client, socket, wish);
    const tell = tellLog(kit, caller, wish);
    tell();
    kit.guard.watch(client, caller, [wish.deviceKey], mayPlay);
    const ping = watchAlive(client, kit.clock);
    let gone = false;
    let seat: PlaySeat | null = null;
    const leave = (): void => {
      const { deviceId } = wish;
      seat?.leave().catch((err: unknown) => kit.log.error('remote playback not ended', { deviceId, channel, err }));
    };
    client.on('message', (data, isBinary) => {
      if (seat !== null && !isBinary && Buffer.isBuffer(data)) follow(seat, data.toString('utf8'));
    });
    client.on('close', () => {
      gone = true;
      ping.cancel();
      leave();
      tell();
    });
    const evicted = (): void => client.close(CLOSE_REFUSED, 'Played at another place now');
    kit.plays.begin(caller, wish, socket, evicted).then(
      (begun) => {
        seat = begun;
        if (gone) leave();
      },
      (error: unknown) => {
        const expected = error instanceof AppError;
        if (!expected) kit.log.error('remote playback not begun', { deviceId: wish.deviceId, channel, err: error });
        refuse(client, socket, {
          state: expected ? 'limit' : 'error',
          message: expected ? error.message : 'Try again later',
        });
      },
    );
  };

  return createSocketDoor({ log: kit.log, maxPayload: MAX_MESSAGE_BYTES, admit, enter });
};

/** Said in the flow, so that the tile shows it; then the socket is closed. */
const refuse = (client: WebSocket, socket: ChannelSocket, { state, message }: Refusal): void => {
  socket.state({ state, message, generation: 0, from: 'device' });
  client.close(state === 'limit' ? CLOSE_LATER : CLOSE_REFUSED, message);
};

const wishOf = (
  kit: PlaySocketKit,
  caller: Caller,
  query: z.output<typeof remotePlaybackQuery>,
): PlayWish | Refusal => {
  const { channel, streamid, spbtime, duration, at, generation, speed, main, cover, chs } = query;
  const startMs = Math.round(spbtime * SECOND_MS);
  try {
    const { deviceKey, deviceId, channels } = kit.devices.seen(caller, query.deviceid);
    if (!channels.includes(channel)) return { state: 'none', message: `The device has no channel ${channel}` };
    if (chs.toString(2).replaceAll('0', '').length > MAX_PLAYBACK_CHANNELS)
      return { state: 'limit', message: TOO_MANY_CHANNELS };
    return {
      deviceKey,
      deviceId,
      channel,
      stream: main === 1 ? 'main' : 'sub',
      streamId: streamid,
      startMs,
      endMs: startMs + duration * SECOND_MS,
      atMs: at === undefined ? startMs : Math.round(at * SECOND_MS),
      generation,
      speed,
      cover: cover === 1,
    };
  } catch (error) {
    if (error instanceof AppError) return { state: 'forbidden', message: error.message };
    throw error;
  }
};

/** Tells when it began, and how long it went on when called again. */
const tellLog = ({ bus, clock }: PlaySocketKit, { userName }: Caller, wish: PlayWish): (() => void) => {
  const { deviceKey, deviceId, channel, cover } = wish;
  const type = cover ? 'Download remote' : 'Remote playback';
  const askedMs = clock.now();
  return () =>
    bus.publish('stream.asked', {
      userName,
      deviceKey,
      deviceId,
      channel,
      type,
      askedMs,
      entrance: 'Web',
      atMs: clock.now(),
    });
};

/** Hostile or foreign text changes nothing. */
const follow = (seat: PlaySeat, text: string): void => {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return;
  }
  const wish = playbackWish.safeParse(said);
  if (!wish.success) return;
  const { data } = wish;
  if ('seek' in data) seat.seek(data.seek, data.generation, data.speed);
  else seat.at(data.at, data.generation ?? 0);
};
