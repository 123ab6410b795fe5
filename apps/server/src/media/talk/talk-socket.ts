// ws.cgi?type=talk: checks who wants to talk with which devices, then ties the socket to a talk. No sound is touched here.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ALL_DEVICES, AppError, MAX_VOICE_BYTES, STREAM_HEADER_BYTES } from '@outrider/contract';
import { talkQuery, talkWish } from '@outrider/contract';
import type { WebSocket } from 'ws';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Caller, SeenDevice } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createSocketDoor, readQuery, remoteAddress, type SocketDoor } from '../../kernel/channel/socket-door.ts';
import type { MayUse, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import { watchAlive } from '../watch-alive.ts';
import type { SendToBrowser, TalkOrder } from './talk.ts';
import type { TalkTarget } from './talk-party.ts';
import type { Talks } from './talks.ts';
import type { WatchableDevices } from '../watchable-devices.ts';

export type TalkSocketKit = {
  clock: Clock;
  log: Log;
  /** Cuts sockets whose caller signed out or lost a device. */
  guard: SocketGuard;
  links: LinkRegistry;
  talks: Talks;
  devices: WatchableDevices;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

/** A packet a device every 40 ms: more would keep the main thread from its other work. */
const MAX_DEVICES = 1000;
const MAX_MESSAGE_BYTES = STREAM_HEADER_BYTES + MAX_VOICE_BYTES;
/** Eight seconds of sound; what a browser leaves unread beyond is not sent any more. */
const MAX_UNSENT_SOUND_BYTES = 64 * 1024;
/** Several states of each of a thousand devices; a browser that reads none of them is cut. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
/** Messages that are no sound, before the socket is closed. */
const MAX_REFUSED = 500;
const CLOSE_REFUSED = 1008;
const CLOSE_LATER = 1013;

const mayTalk: MayUse = ({ rights }) => rights.has('F_talk');

export class TalkSocket {
  private readonly kit: TalkSocketKit;
  private readonly door: SocketDoor;

  constructor(kit: TalkSocketKit) {
    this.kit = kit;
    this.door = createSocketDoor({
      log: kit.log,
      maxPayload: MAX_MESSAGE_BYTES,
      admit: (request, url) => this.admit(request, url),
      enter: (client, socket, admitted: Admitted) => this.connect(client, socket, admitted),
    });
  }

  /** Takes an upgrade request with type=talk. What is wrong is answered as an HTTP status with its reason in words. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    this.door.handleUpgrade(request, socket, head, url);
  }

  close(): void {
    this.door.close();
  }

  private async admit(request: IncomingMessage, url: URL): Promise<Admitted> {
    const caller = await this.kit.authenticate(request, url);
    if (!mayTalk(caller)) throw new AppError('forbidden', 'This account may not talk to devices');
    const { deviceid, mode: wanted } = readQuery(talkQuery, url);
    const targets = deviceid === ALL_DEVICES ? this.allOnline(caller) : this.named(caller, deviceid);
    const alone = deviceid !== ALL_DEVICES && targets.length === 1;
    const mode = wanted ?? (alone ? 'talk' : 'broadcast');
    if (mode !== 'broadcast' && !alone) throw new AppError('invalid', `mode: ${mode} is for one device`);
    if (targets.length > MAX_DEVICES)
      throw new AppError('limit_reached', `A broadcast reaches at most ${MAX_DEVICES} devices: choose some`);
    const address = remoteAddress(request);
    return {
      caller,
      order: { operator: { userId: caller.userId, userName: caller.userName, address }, mode, targets },
    };
  }

  private named(caller: Caller, deviceIds: string): TalkTarget[] {
    const ids = new Set(deviceIds.split(',').filter((id) => id !== ''));
    const targets = [...ids].map((id) => targetOf(this.kit.devices.seen(caller, id)));
    if (targets.length === 0) throw new AppError('invalid', 'deviceid: names no device');
    return targets;
  }

  private allOnline(caller: Caller): TalkTarget[] {
    const { devices, links } = this.kit;
    const targets = devices
      .visible(caller)
      .filter(({ key }) => links.get(key) !== undefined)
      .map(({ id }) => targetOf(devices.seen(caller, id)));
    if (targets.length === 0) throw new AppError('device_offline', 'No device is online');
    return targets;
  }

  private connect(client: WebSocket, socket: Duplex, { caller, order }: Admitted): void {
    const send: SendToBrowser = (frame, content) => {
      if (client.readyState !== client.OPEN) return;
      const waiting = socket.writableLength;
      if (waiting >= MAX_UNSENT_BYTES) client.terminate();
      else if (content === 'state' || waiting < MAX_UNSENT_SOUND_BYTES) socket.write(frame);
    };
    let begun: ReturnType<Talks['begin']>;
    try {
      begun = this.kit.talks.begin(order, send, (reason) => client.close(CLOSE_REFUSED, reason));
    } catch (error) {
      client.close(CLOSE_LATER, error instanceof AppError ? error.message : 'Try again later');
      if (!(error instanceof AppError)) this.kit.log.error('talk not begun', { err: error });
      return;
    }
    const { talk, end } = begun;
    const stop = (): Promise<void> =>
      end().catch((err: unknown) => this.kit.log.error('talk not ended', { talk: talk.id, err }));
    this.kit.guard.watch(
      client,
      caller,
      order.targets.map(({ deviceKey }) => deviceKey),
      mayTalk,
    );
    const ping = watchAlive(client, this.kit.clock);
    client.on('message', (data, isBinary) => {
      if (!Buffer.isBuffer(data)) return;
      if (isBinary) {
        talk.say(data);
        if (talk.refusedMessages > MAX_REFUSED) client.close(CLOSE_REFUSED, 'Too many messages that are no sound');
        return;
      }
      const wish = readWish(data.toString('utf8'));
      if (wish === 'start') talk.start();
      if (wish === 'stop') void stop().then(() => client.close(1000));
    });
    client.on('close', () => {
      ping.cancel();
      void stop();
    });
  }
}

type Admitted = { caller: Caller; order: TalkOrder };

const targetOf = ({ deviceKey, deviceId, talkChannel }: SeenDevice): TalkTarget => ({
  deviceKey,
  deviceId,
  channel: talkChannel,
});

/** Hostile or foreign text changes nothing. */
const readWish = (text: string): 'start' | 'stop' | undefined => {
  try {
    return talkWish.parse(JSON.parse(text)).talk;
  } catch {
    return undefined;
  }
};
