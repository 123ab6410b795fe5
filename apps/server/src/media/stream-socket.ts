// ws.cgi: checks who asks for which channel, or for any, then seats the viewer at its stream. No frames are touched here.
import { ANY_DEVICE, AppError, channelQuery, randomQuery } from '@outrider/contract';
import { z } from 'zod';
import type { Caller, SeenDevice, VideoAllowance } from '../kernel/access/access.ts';
import type { Bus } from '../kernel/bus.ts';
import type { MayUse } from '../kernel/channel/socket-guard.ts';
import {
  createViewerSockets,
  readQuery,
  type ViewerSocket,
  type ViewerSocketKit,
  type ViewerSockets,
} from '../kernel/channel/viewer-socket.ts';
import type { Hub } from './hub.ts';
import type { RandomWatches } from './random-watch.ts';
import type { StreamSource } from './stream.ts';
import { stateMessage } from './state-message.ts';
import type { Viewer } from './subscriber.ts';
import type { WatchableDevices } from './watchable-devices.ts';

export type StreamSocketKit = ViewerSocketKit & {
  bus: Bus;
  hub: Pick<Hub, 'subscribe'>;
  random: Pick<RandomWatches, 'begin'>;
  devices: Pick<WatchableDevices, 'seen' | 'find'>;
  allowance: VideoAllowance;
  offersLive: boolean;
};

/** Nothing but pongs and stream choices comes from a viewer. */
const MAX_MESSAGE_BYTES = 1024;

/** A viewer may say {"stream":"main"} at any time. */
const choice = z.object({ stream: z.enum(['main', 'sub']) });

/** The tree view is a page of live tiles with a right of its own: either page is enough to watch. */
const mayWatch: MayUse = ({ rights }) => rights.has('P_live') || rights.has('P_tree');

const assertLive = (url: URL): void => {
  const type = url.searchParams.get('type');
  if (type !== null && type !== 'live')
    throw new AppError('invalid', `Streams of type ${type.slice(0, 20)} are not served`);
};

/** `source` undefined: any channel. */
type Admitted = { source: StreamSource | undefined } & Pick<Viewer, 'stream' | 'holdMs'>;

const choiceOf = ({ stream, delay }: Pick<z.output<typeof randomQuery>, 'stream' | 'delay'>) => ({
  stream,
  holdMs: delay === '40' ? (40 as const) : (120 as const),
});

/** Throws AppError where the record of the device keeps the channel from being watched. */
const assertShown = ({ hasLive, channels }: SeenDevice, channel: number): void => {
  if (!channels.includes(channel)) throw new AppError('not_found', `The device has no channel ${channel}`);
  if (!hasLive) throw new AppError('forbidden', 'Video of this device is forbidden.');
};

/** Ends the socket when its channel is taken out of the record, or video is forbidden. */
const endWithChannel = (
  { bus, devices }: StreamSocketKit,
  socket: ViewerSocket,
  { deviceKey, deviceId, channel }: StreamSource,
): (() => void) =>
  bus.subscribe('device.edited', (edited) => {
    if (edited.deviceKey !== deviceKey) return;
    const device = devices.find(socket.caller, deviceId);
    try {
      if (device !== undefined) assertShown(device, channel);
    } catch (error) {
      if (error instanceof AppError) socket.end(error.message);
    }
  });

const admitted = (devices: StreamSocketKit['devices'], caller: Caller, url: URL): Admitted => {
  if (url.searchParams.get('deviceid') === ANY_DEVICE)
    return { source: undefined, ...choiceOf(readQuery(randomQuery, url)) };
  const asked = readQuery(channelQuery, url);
  const device = devices.seen(caller, asked.deviceid);
  const { deviceKey, deviceId, mainChannels } = device;
  assertShown(device, asked.channel);
  const stream = asked.stream ?? (mainChannels.includes(asked.channel) ? 'main' : 'sub');
  return { source: { deviceKey, deviceId, channel: asked.channel }, ...choiceOf({ ...asked, stream }) };
};

/** What shows a channel, and how it ends when the data of its device's month is used up. */
type Showing = { viewer: ViewerSocket; deviceKey: number; end: () => void };

/** Ends what may not be shown any more, and says why. */
class Allowed {
  readonly #showing = new Set<Showing>();
  readonly #kit: Pick<StreamSocketKit, 'clock' | 'allowance'>;

  constructor(kit: Pick<StreamSocketKit, 'clock' | 'allowance'>) {
    this.#kit = kit;
  }

  enters(showing: Showing): void {
    this.#showing.add(showing);
  }

  leaves(showing: Showing): void {
    this.#showing.delete(showing);
  }

  check(deviceKey: number): void {
    for (const showing of this.#showing) if (showing.deviceKey === deviceKey && this.isRefused(showing)) showing.end();
  }

  /** Its viewer is told why, and the socket ends. */
  isRefused({ viewer, deviceKey }: Omit<Showing, 'end'>): boolean {
    const { allowance, clock } = this.#kit;
    const message = allowance.refusal(viewer.caller, deviceKey);
    if (message === undefined) return false;
    const nowMs = clock.now();
    viewer.write(stateMessage({ state: 'forbidden', stream: 'sub', message, sinceMs: nowMs }, nowMs));
    viewer.end(message);
    return true;
  }
}

const offered = ({ offersLive, devices }: StreamSocketKit, caller: Caller, url: URL): Admitted => {
  if (!offersLive) throw new AppError('forbidden', 'Live video is switched off on this server.');
  return admitted(devices, caller, url);
};

/** How much a slow viewer may leave unread, and what is left out for it, is the subscriber's business. */
export const createStreamSockets = (kit: StreamSocketKit): ViewerSockets => {
  const allowed = new Allowed(kit);
  const deafen = kit.bus.subscribe('data.limit', ({ deviceKey }) => allowed.check(deviceKey));
  const sockets = createViewerSockets<Admitted, z.output<typeof choice>>(
    {
      ...kit,
      authenticate: async (request, url) => {
        assertLive(url);
        return kit.authenticate(request, url);
      },
    },
    {
      what: 'live',
      may: mayWatch,
      refusal: 'This account may not watch live video',
      maxMessageBytes: MAX_MESSAGE_BYTES,
      says: choice,
      admit: (caller, url) => offered(kit, caller, url),
      // A random stream leaves what is out of reach by itself.
      shows: ({ source }) => (source === undefined ? [] : [source.deviceKey]),
      enter: (socket, { source, stream, holdMs }) => {
        const { caller, address, port } = socket;
        const viewer: Viewer = {
          socket: socket.duplex,
          userId: caller.userId,
          userName: caller.userName,
          address,
          port,
          stream,
          holdMs,
          openedMs: kit.clock.now(),
        };
        const full = (error: unknown): void => socket.failed(error);
        if (source === undefined) {
          const seat = kit.random.begin({ caller, viewer, full });
          return { hear: (said) => seat.choose(said.stream), leave: () => seat.leave() };
        }
        const shown = { viewer: socket, deviceKey: source.deviceKey };
        if (allowed.isRefused(shown)) return {};
        const seat = kit.hub.subscribe(source, viewer); // throws where there are too many: then nothing is kept of it
        const unwatch = endWithChannel(kit, socket, source);
        const leave = (): void => {
          unwatch();
          allowed.leaves(showing);
          seat.leave();
        };
        const showing: Showing = { ...shown, end: leave };
        allowed.enters(showing);
        return { hear: (said) => seat.choose(said.stream), leave };
      },
    },
  );
  return {
    ...sockets,
    close: () => {
      deafen();
      sockets.close();
    },
  };
};
