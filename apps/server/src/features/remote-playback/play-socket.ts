// ws.cgi?type=repb: checks who asks for which channel of which device, then ties the socket to a playback. No frames are touched here.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  AppError,
  errorCodes,
  MAX_PLAYBACK_CHANNELS,
  playbackWish,
  remotePlaybackQuery,
  TOO_MANY_CHANNELS,
} from '@outrider/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Access, Caller } from '../../kernel/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { checkInput } from '../../kernel/schema-input.ts';
import type { SocketGuard } from '../../kernel/socket-guard.ts';
import { refuseUpgrade } from '../../kernel/upgrade.ts';
import { watchAlive } from '../../media/index.ts';
import { findDevice, type RemoteDevice } from './calls.ts';
import { ChannelSocket } from './channel-socket.ts';
import type { PlaySeat, PlayWish, RemotePlays } from './remote-plays.ts';

export type PlaySocketKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  access: Access;
  /** Cuts sockets whose caller signed out or lost the device. */
  guard: SocketGuard;
  plays: RemotePlays;
  device: (deviceId: string) => RemoteDevice | undefined;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

const MAX_MESSAGE_BYTES = 1024;
const CLOSE_REFUSED = 1008;
const CLOSE_LATER = 1013;

type Admitted = { caller: Caller; wish: PlayWish };

export class PlaySocket {
  private readonly kit: PlaySocketKit;
  private readonly server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  constructor(kit: PlaySocketKit) {
    this.kit = kit;
  }

  /** Takes an upgrade request with type=repb. What is wrong is answered as an HTTP status with its reason in words. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    socket.on('error', () => socket.destroy()); // a browser that goes away while we answer
    this.admit(request, url).then(
      (admitted) => this.server.handleUpgrade(request, socket, head, (client) => this.seat(client, socket, admitted)),
      (error: unknown) => {
        const expected = error instanceof AppError;
        if (!expected) this.kit.log.error('remote playback request failed', { err: error });
        refuseUpgrade(socket, expected ? errorCodes[error.code].status : 500, expected ? error.message : 'internal');
      },
    );
  }

  close(): void {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
  }

  private async admit(request: IncomingMessage, url: URL): Promise<Admitted> {
    const caller = await this.kit.authenticate(request, url);
    if (!caller.rights.has('P_repb'))
      throw new AppError('forbidden', 'This account may not play what devices recorded');
    const query = checkInput(remotePlaybackQuery, Object.fromEntries(url.searchParams));
    const { deviceKey, deviceId, channels } = findDevice(this.kit, caller, query.deviceid);
    const { channel, streamid, spbtime, duration, speed, main, cover, chs } = query;
    if (!channels.includes(channel)) throw new AppError('not_found', `The device has no channel ${channel}`);
    if (bitsOf(chs) > MAX_PLAYBACK_CHANNELS) throw new AppError('limit_reached', TOO_MANY_CHANNELS);
    const startMs = Math.round(spbtime * 1000);
    const wish: PlayWish = {
      deviceKey,
      deviceId,
      channel,
      stream: main === 1 ? 'main' : 'sub',
      streamId: streamid,
      startMs,
      endMs: startMs + duration * 1000,
      speed,
      cover: cover === 1,
    };
    return { caller, wish };
  }

  private seat(client: WebSocket, socket: Duplex, { caller, wish }: Admitted): void {
    const { kit } = this;
    const channelSocket = new ChannelSocket(socket, kit.clock, wish.channel);
    const askedMs = kit.clock.now();
    this.tellLog(caller, wish, askedMs);
    kit.guard.watch(client, caller, [wish.deviceKey]);
    const ping = watchAlive(client, kit.clock);
    const evicted = (): void => client.close(CLOSE_REFUSED, 'Played at another place now');
    let gone = false;
    let seat: PlaySeat | null = null;
    const leave = (): void => {
      seat?.leave().catch((err: unknown) => kit.log.error('remote playback not ended', { ...idsOf(wish), err }));
    };
    client.on('message', (data, isBinary) => {
      if (seat !== null && !isBinary && Buffer.isBuffer(data)) follow(seat, data.toString('utf8'));
    });
    client.on('error', () => client.terminate());
    client.on('close', () => {
      gone = true;
      ping.cancel();
      leave();
    });
    kit.plays.begin(caller, wish, channelSocket, evicted).then(
      (begun) => {
        seat = begun;
        if (gone) leave();
      },
      (error: unknown) => this.refuse(client, channelSocket, wish, error),
    );
  }

  /** Said in the flow, so that the tile shows it; then the socket is closed. */
  private refuse(client: WebSocket, socket: ChannelSocket, wish: PlayWish, error: unknown): void {
    const expected = error instanceof AppError;
    if (!expected) this.kit.log.error('remote playback not begun', { ...idsOf(wish), err: error });
    const message = expected ? error.message : 'Try again later';
    socket.state({ state: expected ? 'limit' : 'error', message, generation: 0, from: 'device' });
    client.close(CLOSE_LATER, message);
  }

  private tellLog(caller: Caller, { deviceKey, deviceId, channel, cover }: PlayWish, askedMs: number): void {
    this.kit.bus.publish('stream.asked', {
      userName: caller.userName,
      deviceKey,
      deviceId,
      channel,
      entrance: 'Web',
      type: cover ? 'Download remote' : 'Remote playback',
      askedMs,
      atMs: askedMs,
    });
  }
}

const idsOf = ({ deviceId, channel }: PlayWish) => ({ deviceId, channel });

const bitsOf = (mask: number): number => mask.toString(2).replaceAll('0', '').length;

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
