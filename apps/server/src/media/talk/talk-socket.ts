// ws.cgi?type=talk: checks who wants to talk with which devices, then ties the socket to a talk. How many
// devices one talk reaches, and what a browser may leave unread, stands here. No sound is touched here.
import type { IncomingMessage } from 'node:http';
import { ALL_DEVICES, AppError, MAX_VOICE_BYTES, STREAM_HEADER_BYTES } from '@outrider/contract';
import { talkQuery, talkControl } from '@outrider/contract';
import type { z } from 'zod';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Caller, SeenDevice } from '../../kernel/access/access.ts';
import type { MayUse } from '../../kernel/channel/socket-guard.ts';
import {
  createViewerSockets,
  readQuery,
  remoteAddress,
  type Seat,
  type ViewerSocket,
  type ViewerSocketKit,
  type ViewerSockets,
} from '../../kernel/channel/viewer-socket.ts';
import type { SendToBrowser, TalkOrder } from './talk.ts';
import type { TalkTarget } from './talk-party.ts';
import type { Talks } from './talks.ts';
import type { WatchableDevices } from '../watchable-devices.ts';

export type TalkSocketKit = ViewerSocketKit & { links: LinkRegistry; talks: Talks; devices: WatchableDevices };
type TalkControl = z.output<typeof talkControl>;

/** A packet a device every 40 ms: more would keep the main thread from its other work. */
const MAX_DEVICES = 1000;
const MAX_MESSAGE_BYTES = STREAM_HEADER_BYTES + MAX_VOICE_BYTES;
/** Eight seconds of sound; what a browser leaves unread beyond is not sent any more. */
const MAX_UNSENT_SOUND_BYTES = 64 * 1024;
/** Several states of each of a thousand devices; a browser that reads none of them is cut. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
/** Messages that are no sound, before the socket is closed. */
const MAX_REFUSED = 500;

const mayTalk: MayUse = ({ rights }) => rights.has('F_talk');

export const createTalkSockets = (kit: TalkSocketKit): ViewerSockets =>
  createViewerSockets<TalkOrder, TalkControl>(kit, {
    what: 'talk',
    may: mayTalk,
    refusal: 'This account may not talk to devices',
    maxMessageBytes: MAX_MESSAGE_BYTES,
    maxUnreadBytes: MAX_UNSENT_BYTES,
    says: talkControl,
    admit: (caller, url, request) => orderOf(kit, caller, url, request),
    shows: ({ targets }) => targets.map(({ deviceKey }) => deviceKey),
    enter: (socket, order) => seatOf(kit, socket, order),
  });

const orderOf = (kit: TalkSocketKit, caller: Caller, url: URL, request: IncomingMessage): TalkOrder => {
  const { deviceid, mode: wanted } = readQuery(talkQuery, url);
  const targets = deviceid === ALL_DEVICES ? allOnline(kit, caller) : named(kit, caller, deviceid);
  const alone = deviceid !== ALL_DEVICES && targets.length === 1;
  const mode = wanted ?? (alone ? 'talk' : 'broadcast');
  if (mode !== 'broadcast' && !alone) throw new AppError('invalid', `mode: ${mode} is for one device`);
  if (targets.length > MAX_DEVICES)
    throw new AppError('limit_reached', `A broadcast reaches at most ${MAX_DEVICES} devices: choose some`);
  const { userId, userName } = caller;
  return { operator: { userId, userName, address: remoteAddress(request) }, mode, targets };
};

const named = (kit: TalkSocketKit, caller: Caller, deviceIds: string): TalkTarget[] => {
  const ids = new Set(deviceIds.split(',').filter((id) => id !== ''));
  const targets = [...ids].map((id) => targetOf(kit.devices.seen(caller, id)));
  if (targets.length === 0) throw new AppError('invalid', 'deviceid: names no device');
  return targets;
};

const allOnline = ({ devices, links }: TalkSocketKit, caller: Caller): TalkTarget[] => {
  const targets = devices
    .visible(caller)
    .filter(({ key }) => links.get(key) !== undefined)
    .map(({ id }) => targetOf(devices.seen(caller, id)));
  if (targets.length === 0) throw new AppError('device_offline', 'No device is online');
  return targets;
};

const seatOf = (kit: TalkSocketKit, socket: ViewerSocket, order: TalkOrder): Seat<TalkControl> => {
  const send: SendToBrowser = (frame, content) =>
    socket.write(frame, content === 'sound' ? MAX_UNSENT_SOUND_BYTES : undefined);
  const { talk, end } = kit.talks.begin(order, send, (reason) => socket.end(reason));
  const stop = (): Promise<void> =>
    end().catch((err: unknown) => kit.log.error('talk not ended', { talk: talk.id, err }));
  return {
    hear: (said) => {
      if (said.talk === 'start') talk.start();
      else void stop().then(() => socket.end());
    },
    hearBytes: (bytes) => {
      talk.say(bytes);
      if (talk.refusedMessages > MAX_REFUSED) socket.end('Too many messages that are no sound');
    },
    leave: () => void stop(),
  };
};

const targetOf = ({ deviceKey, deviceId, talkChannel }: SeenDevice): TalkTarget => ({
  deviceKey,
  deviceId,
  channel: talkChannel,
});
