// The door of the sockets of playback, for what the server recorded and what devices recorded: who may, one channel a socket, what
// viewers say, what the stream log keeps. Which frames come is begun behind it.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type PlaybackState, playbackWish, type PlaybackWish, type Right, type StreamLogRow } from '@outrider/contract';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import { createSocketDoor, readQuery, type SocketDoor } from '../../kernel/channel/socket-door.ts';
import type { MayUse, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { watchAlive } from '../../media/index.ts';
import { MessageWriter } from './frame-message.ts';

export type PlayDoorKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  /** Cuts sockets whose caller signed out or lost the device. */
  guard: SocketGuard;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

/** What is wrong is said on the socket, because a browser cannot read the answer to an upgrade; then it is closed. */
export type PlayRefusal = { state: PlaybackState['state']; message: string };
/** One channel of a device. */
export type PlayChannel = { deviceKey: number; deviceId: string; channel: number };
/** What one socket may do. */
export type PlaySeat = { wish(wish: PlaybackWish): void; leave(): void | Promise<void> };

export type PlayRoom<Query extends z.ZodType, Asked extends PlayChannel> = {
  query: Query;
  right: Right;
  /** For an account without the right. */
  forbidden: string;
  from: PlaybackState['from'];
  /** AppError: refused with its words. */
  asked: (caller: Caller, query: z.output<Query>) => Asked | PlayRefusal;
  logged: (asked: Asked) => StreamLogRow['type'];
  /** AppError: refused as over a limit; what is refused at once was never asked of anybody and is not logged. `end`: closes the socket. */
  begin: (caller: Caller, asked: Asked, duplex: Duplex, end: (why: string) => void) => PlaySeat | Promise<PlaySeat>;
};

type Admitted<Asked> = { caller: Caller; asked: Asked | PlayRefusal };

const MAX_MESSAGE_BYTES = 1024;
const CLOSE_REFUSED = 1008;
const CLOSE_LATER = 1013;

/** Hostile or foreign text changes nothing. */
const readWish = (text: string): PlaybackWish | undefined => {
  try {
    return playbackWish.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const refuse = (client: WebSocket, duplex: Duplex, from: PlaybackState['from'], refusal: PlayRefusal): void => {
  const { state, message } = refusal;
  if (duplex.writable) duplex.write(new MessageWriter(0).state({ state, message, generation: 0, from }));
  client.close(state === 'limit' ? CLOSE_LATER : CLOSE_REFUSED, message);
};

const notBegun = (log: Log, { deviceId, channel }: PlayChannel, error: unknown): PlayRefusal => {
  if (error instanceof AppError) return { state: 'limit', message: error.message };
  log.error('playback not begun', { deviceId, channel, err: error });
  return { state: 'error', message: 'Try again later' };
};

/** Tells the stream log that it was asked for, and when it ended when called again. */
const teller = (
  { bus, clock }: PlayDoorKit,
  { userName }: Caller,
  { deviceKey, deviceId, channel }: PlayChannel,
  type: StreamLogRow['type'],
): (() => void) => {
  const row = { userName, deviceKey, deviceId, channel, type, askedMs: clock.now(), entrance: 'Web' } as const;
  return () => bus.publish('stream.asked', { ...row, atMs: clock.now() });
};

/** What the viewer says goes to the seat, which is left when the socket closes, also where that is before it was given. */
const seatAt = async (
  client: WebSocket,
  begun: PlaySeat | Promise<PlaySeat>,
  onError: (error: unknown) => void,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => void client.on('close', () => resolve()));
  let seat: PlaySeat | null = null;
  client.on('message', (data, isBinary) => {
    const wish = isBinary || !Buffer.isBuffer(data) ? undefined : readWish(data.toString('utf8'));
    if (wish !== undefined) seat?.wish(wish);
  });
  seat = await begun;
  await closed;
  await Promise.resolve(seat.leave()).catch(onError);
};

export const createPlayDoor = <Query extends z.ZodType, Asked extends PlayChannel>(
  kit: PlayDoorKit,
  room: PlayRoom<Query, Asked>,
): SocketDoor => {
  const { clock, log } = kit;
  const mayPlay: MayUse = ({ rights }) => rights.has(room.right);

  const admit = async (request: IncomingMessage, url: URL): Promise<Admitted<Asked>> => {
    const caller = await kit.authenticate(request, url);
    if (!mayPlay(caller)) throw new AppError('forbidden', room.forbidden);
    const query = readQuery(room.query, url);
    try {
      return { caller, asked: room.asked(caller, query) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { caller, asked: { state: 'forbidden', message: error.message } };
    }
  };

  const enter = (client: WebSocket, duplex: Duplex, { caller, asked }: Admitted<Asked>): void => {
    const no = (refusal: PlayRefusal): void => refuse(client, duplex, room.from, refusal);
    if ('message' in asked) return no(asked);
    const tell = teller(kit, caller, asked, room.logged(asked));
    let begun: PlaySeat | Promise<PlaySeat>;
    try {
      begun = room.begin(caller, asked, duplex, (why) => client.close(CLOSE_REFUSED, why));
    } catch (error) {
      return no(notBegun(log, asked, error));
    }
    tell();
    kit.guard.watch(client, caller, [asked.deviceKey], mayPlay);
    const ping = watchAlive(client, clock);
    client.on('close', () => {
      ping.cancel();
      tell();
    });
    const { deviceId, channel } = asked;
    seatAt(client, begun, (err) => log.error('playback not ended', { deviceId, channel, err })).catch(
      (error: unknown) => no(notBegun(log, asked, error)),
    );
  };

  return createSocketDoor({ log, maxPayload: MAX_MESSAGE_BYTES, admit, enter });
};
