// ws.cgi: checks who asks for which channel, or for any, then seats the viewer at its stream. No frames are touched here.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ANY_DEVICE, AppError, channelQuery, randomQuery } from '@outrider/contract';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Caller, Devices } from '../kernel/access/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { createSocketDoor, readQuery, remoteAddress, type SocketDoor } from '../kernel/channel/socket-door.ts';
import type { MayUse, SocketGuard } from '../kernel/channel/socket-guard.ts';
import type { Hub, Seat } from './hub.ts';
import type { RandomWatches } from './random-watch.ts';
import type { StreamSource } from './stream.ts';
import type { Viewer } from './subscriber.ts';
import { watchAlive } from './watch-alive.ts';

export type StreamSocketKit = {
  clock: Clock;
  log: Log;
  hub: Hub;
  random: RandomWatches;
  guard: SocketGuard;
  devices: Devices;
  /** Verifies the request by its query (user and password), bearer token or same-origin cookie; throws AppError. */
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

/** Nothing but pongs and stream choices comes from a viewer. */
const MAX_MESSAGE_BYTES = 1024;

const choice = z.object({ stream: z.enum(['main', 'sub']) });

/** The tree view is a page of live tiles with a right of its own: either page is enough to watch. */
const mayWatch: MayUse = ({ rights }) => rights.has('P_live') || rights.has('P_tree');

export class StreamSocket {
  private readonly kit: StreamSocketKit;
  private readonly door: SocketDoor;

  constructor(kit: StreamSocketKit) {
    this.kit = kit;
    this.door = createSocketDoor({
      log: kit.log,
      maxPayload: MAX_MESSAGE_BYTES,
      admit: (request, url) => this.admit(request, url),
      enter: (client, socket, admitted: Admitted, request) => this.seat(client, socket, request, admitted),
    });
  }

  /** Takes an upgrade request to /ws.cgi. What is wrong is answered as an HTTP status with its reason in words. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    this.door.handleUpgrade(request, socket, head, url);
  }

  close(): void {
    this.door.close();
  }

  private async admit(request: IncomingMessage, url: URL): Promise<Admitted> {
    const type = url.searchParams.get('type');
    if (type !== null && type !== 'live')
      throw new AppError('invalid', `Streams of type ${type.slice(0, 20)} are not served`);
    const caller = await this.kit.authenticate(request, url);
    if (!mayWatch(caller)) throw new AppError('forbidden', 'This account may not watch live video');
    if (url.searchParams.get('deviceid') === ANY_DEVICE)
      return { caller, source: undefined, ...wishOf(readQuery(randomQuery, url)) };
    const asked = readQuery(channelQuery, url);
    const { deviceKey, deviceId, channels } = this.kit.devices.seen(caller, asked.deviceid);
    if (!channels.includes(asked.channel))
      throw new AppError('not_found', `The device has no channel ${asked.channel}`);
    return { caller, source: { deviceKey, deviceId, channel: asked.channel }, ...wishOf(asked) };
  }

  private seat(client: WebSocket, socket: Duplex, request: IncomingMessage, admitted: Admitted): void {
    const { caller, source, stream, holdMs } = admitted;
    const viewer: Viewer = {
      socket,
      userId: caller.userId,
      userName: caller.userName,
      address: remoteAddress(request),
      port: request.socket.remotePort ?? 0,
      stream,
      holdMs,
      openedMs: this.kit.clock.now(),
    };
    const full = (error: unknown): void => {
      client.close(1013, error instanceof AppError ? error.message : 'Try again later');
      if (!(error instanceof AppError)) this.kit.log.error('viewer not seated', { ...source, err: error });
    };
    let seat: Seat;
    try {
      seat =
        source === undefined ? this.kit.random.begin({ caller, viewer, full }) : this.kit.hub.subscribe(source, viewer);
    } catch (error) {
      full(error);
      return;
    }
    // A random stream leaves what is out of reach by itself.
    this.kit.guard.watch(client, caller, source === undefined ? [] : [source.deviceKey], mayWatch);
    const ping = watchAlive(client, this.kit.clock);
    client.on('message', (data, isBinary) => {
      const wish = isBinary || !Buffer.isBuffer(data) ? undefined : readChoice(data.toString('utf8'));
      if (wish !== undefined) seat.choose(wish);
    });
    client.on('close', () => {
      ping.cancel();
      seat.leave();
    });
  }
}

/** `source` undefined: any channel. */
type Admitted = { caller: Caller; source: StreamSource | undefined } & Pick<Viewer, 'stream' | 'holdMs'>;

const wishOf = ({ stream, delay }: Pick<z.output<typeof randomQuery>, 'stream' | 'delay'>) => ({
  stream,
  holdMs: delay === '40' ? (40 as const) : (120 as const),
});

/** A viewer may say {"stream":"main"} at any time; anything else is ignored. */
const readChoice = (text: string): 'main' | 'sub' | undefined => {
  try {
    return choice.parse(JSON.parse(text)).stream;
  } catch {
    return undefined; // hostile or foreign text changes nothing
  }
};
