// ws.cgi?type=repbgps: checks who asks where the vehicle of which playback was, and hands each answer of the feed on as a text.
import { remotePosition, remotePositionQuery, type TrackPoint } from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import type { MayUse } from '../../kernel/channel/socket-guard.ts';
import {
  createViewerSockets,
  readQuery,
  type ViewerSocketKit,
  type ViewerSockets,
} from '../../kernel/channel/viewer-socket.ts';
import { PositionFeed } from './position-feed.ts';
import type { RemotePlays } from './remote-plays.ts';

export type PositionSocketKit = ViewerSocketKit & {
  plays: RemotePlays;
  devices: Devices;
  /** The drawn positions of a device as a JSON array of trackPoint; unix seconds, both ends included. */
  trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
};

/** As many as channels that may play. */
const MAX_FEEDS = 300;
/** Nothing is said upward. */
const MAX_MESSAGE_BYTES = 16;
/** Who leaves so much unread is cut: each position is worth nothing after the next. */
const MAX_UNREAD_BYTES = 64 * 1024;

const mayFollow: MayUse = ({ rights }) => rights.has('P_repb') && (rights.has('F_gps') || rights.has('P_gppb'));

export const createPositionSockets = (kit: PositionSocketKit): ViewerSockets =>
  createViewerSockets<{ deviceKey: number; streamId: number }>(kit, {
    what: 'positions of a playback',
    may: mayFollow,
    refusal: 'This account may not see where devices were',
    most: { sockets: MAX_FEEDS, refusal: 'Too many playbacks are followed on maps' },
    maxUnreadBytes: MAX_UNREAD_BYTES,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    admit: (caller, url) => {
      const { deviceid, streamid } = readQuery(remotePositionQuery, url);
      return { deviceKey: kit.devices.seen(caller, deviceid).deviceKey, streamId: streamid };
    },
    shows: ({ deviceKey }) => [deviceKey],
    enter: (socket, { deviceKey, streamId }) => {
      const feed = new PositionFeed({
        clock: kit.clock,
        track: async (from, to) => {
          const points: TrackPoint[] = JSON.parse(Buffer.from(await kit.trackOf(deviceKey, from, to)).toString('utf8')); // written by the track reader alone
          return points;
        },
        status: () => kit.plays.standing(socket.caller, deviceKey, streamId),
        tell: (position) => socket.send(JSON.stringify(remotePosition.encode(position))),
        onError: (err) => kit.log.warn('positions of a playback not read', { deviceKey, err }),
      });
      return { leave: () => feed.close() };
    },
  });
