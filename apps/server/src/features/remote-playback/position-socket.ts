// ws.cgi?type=repbgps: checks who asks where the vehicle of which playback was, and hands each answer of the feed on as a text.
import type { IncomingMessage } from 'node:http';
import {
  AppError,
  type RemotePosition,
  remotePosition,
  remotePositionQuery,
  type TrackPoint,
} from '@outrider/contract';
import type { WebSocket } from 'ws';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createSocketDoor, readQuery, type SocketDoor } from '../../kernel/channel/socket-door.ts';
import type { MayUse, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import { watchAlive } from '../../media/index.ts';
import { PositionFeed } from './position-feed.ts';
import type { RemotePlays } from './remote-plays.ts';

export type PositionSocketKit = {
  clock: Clock;
  log: Log;
  guard: SocketGuard;
  plays: RemotePlays;
  devices: Devices;
  /** The drawn positions of a device as a JSON array of trackPoint; unix seconds, both ends included. */
  trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

/** As many as channels that may play. */
const MAX_FEEDS = 300;
/** Nothing is said upward. */
const MAX_MESSAGE_BYTES = 16;
/** Who leaves so much unread is cut: each position is worth nothing after the next. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Admitted = { caller: Caller; deviceKey: number; streamId: number };

const mayFollow: MayUse = ({ rights }) => rights.has('P_repb') && (rights.has('F_gps') || rights.has('P_gppb'));

export const createPositionSocket = (kit: PositionSocketKit): SocketDoor & { count(): number } => {
  const feeds = new Set<PositionFeed>();

  const admit = async (request: IncomingMessage, url: URL): Promise<Admitted> => {
    const caller = await kit.authenticate(request, url);
    if (!mayFollow(caller)) throw new AppError('forbidden', 'This account may not see where devices were');
    const query = readQuery(remotePositionQuery, url);
    if (feeds.size >= MAX_FEEDS) throw new AppError('limit_reached', 'Too many playbacks are followed on maps');
    return { caller, deviceKey: kit.devices.seen(caller, query.deviceid).deviceKey, streamId: query.streamid };
  };

  const enter = (client: WebSocket, { caller, deviceKey, streamId }: Admitted): void => {
    kit.guard.watch(client, caller, [deviceKey], mayFollow);
    const ping = watchAlive(client, kit.clock);
    const feed = new PositionFeed({
      clock: kit.clock,
      track: async (from, to) => {
        const points: TrackPoint[] = JSON.parse(Buffer.from(await kit.trackOf(deviceKey, from, to)).toString('utf8')); // written by the track reader alone
        return points;
      },
      status: () => kit.plays.standing(caller, deviceKey, streamId),
      tell: (position) => tell(client, position),
      onError: (err) => kit.log.warn('positions of a playback not read', { deviceKey, err }),
    });
    feeds.add(feed);
    client.on('close', () => {
      ping.cancel();
      feed.close();
      feeds.delete(feed);
    });
  };

  const door = createSocketDoor({
    log: kit.log,
    maxPayload: MAX_MESSAGE_BYTES,
    admit,
    enter: (client, _socket, admitted) => enter(client, admitted),
  });
  return { ...door, count: () => feeds.size };
};

const tell = (client: WebSocket, position: RemotePosition): void => {
  if (client.bufferedAmount > MAX_UNREAD_BYTES) client.terminate();
  else client.send(JSON.stringify(remotePosition.encode(position)));
};
