// The door of the sockets of playback, for what the server recorded and what devices recorded: who may, one channel a socket, what
// viewers say, what the stream log keeps. Which frames come is begun behind it.
import type { Duplex } from 'node:stream';
import {
  type PlaybackState,
  playbackControl,
  type PlaybackControl,
  type Right,
  type StreamLogRow,
} from '@outrider/contract';
import type { z } from 'zod';
import type { Access, Caller } from '../../kernel/access/access.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import type { Bus } from '../../kernel/bus.ts';
import {
  createViewerSockets,
  readQuery,
  type Seat,
  type ViewerSocket,
  type ViewerSocketKit,
  type ViewerSockets,
} from '../../kernel/channel/viewer-socket.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { MessageWriter } from './frame-message.ts';

export type PlayDoorKit = ViewerSocketKit & { bus: Bus; access: Pick<Access, 'current'> };

/** What is wrong is said on the socket, because a browser cannot read the answer to an upgrade; then it is closed. */
export type PlayRefusal = { state: PlaybackState['state']; message: string };
/** One channel of a device. */
export type PlayChannel = { deviceKey: number; deviceId: string; channel: number };
/** What one socket may do. */
export type PlaySeat = { request(request: PlaybackControl): void; leave(): void | Promise<void> };

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

const MAX_MESSAGE_BYTES = 1024;

const refuse = (socket: ViewerSocket, from: PlaybackState['from'], { state, message }: PlayRefusal): void => {
  socket.write(new MessageWriter(0).state({ state, message, generation: 0, from }));
  if (state === 'limit') socket.endForNow(message);
  else socket.end(message);
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

/** The seat is left when the socket closes, also where that is before it was given. */
const seatAt = (
  begun: PlaySeat | Promise<PlaySeat>,
  {
    since,
    left,
    refused,
    onError,
  }: {
    /** The earliest moment (UTC ms) that it may be led to. */
    since: () => number;
    left: () => void;
    refused: (error: unknown) => void;
    onError: (error: unknown) => void;
  },
): Seat<PlaybackControl> => {
  const closed = Promise.withResolvers<void>();
  let seat: PlaySeat | null = null;
  const sit = async (): Promise<void> => {
    seat = await begun;
    await closed.promise;
    try {
      await seat.leave();
    } catch (error) {
      onError(error);
    }
  };
  sit().catch(refused).catch(onError);
  return {
    hear: (request) =>
      seat?.request('seek' in request ? { ...request, seek: Math.max(request.seek, since()) } : request),
    leave: () => {
      closed.resolve();
      left();
    },
  };
};

export const createPlayDoor = <Query extends z.ZodType, Asked extends PlayChannel>(
  kit: PlayDoorKit,
  room: PlayRoom<Query, Asked>,
): ViewerSockets => {
  const { log } = kit;

  const asked = (caller: Caller, url: URL): Asked | PlayRefusal => {
    const query = readQuery(room.query, url);
    try {
      return room.asked(caller, query);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { state: 'forbidden', message: error.message };
    }
  };

  const enter = (socket: ViewerSocket, wanted: Asked | PlayRefusal): Seat<PlaybackControl> => {
    const no = (refusal: PlayRefusal): Seat<PlaybackControl> => {
      refuse(socket, room.from, refusal);
      return {};
    };
    if ('message' in wanted) return no(wanted);
    const { caller, duplex } = socket;
    const tell = teller(kit, caller, wanted, room.logged(wanted));
    let begun: PlaySeat | Promise<PlaySeat>;
    try {
      begun = room.begin(caller, wanted, duplex, (why) => socket.end(why));
    } catch (error) {
      return no(notBegun(log, wanted, error));
    }
    tell();
    const { deviceId, channel } = wanted;
    return seatAt(begun, {
      since: () => sinceOf(kit.access.current(caller) ?? caller), // a playback stays open for hours
      left: tell,
      refused: (error) => no(notBegun(log, wanted, error)),
      onError: (err) => log.error('playback not ended', { deviceId, channel, err }),
    });
  };

  return createViewerSockets<Asked | PlayRefusal, PlaybackControl>(kit, {
    what: 'playback',
    may: ({ rights }) => rights.has(room.right),
    refusal: room.forbidden,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    says: playbackControl,
    admit: asked,
    shows: (wanted) => ('message' in wanted ? [] : [wanted.deviceKey]),
    enter,
  });
};
