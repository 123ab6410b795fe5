// The one shape of a socket on which a browser is shown something: who is let in and watched, whether the other end still lives, how much it
// may leave unread, what it may say, and how it ends. What is shown is the room's business; the main channel has a shape of its own.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCodes } from '@outrider/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import type { Caller } from '../access/access.ts';
import type { Clock, Timer } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { refuseUpgrade, type UpgradeHandler } from '../web/upgrade.ts';
import type { MayUse, SocketGuard } from './socket-guard.ts';

export type ViewerSocketKit = {
  clock: Clock;
  log: Log;
  /** Cuts sockets whose caller signed out or lost a right or a device. */
  guard: SocketGuard;
  /** Verifies the request by its query (user and password), bearer token or same-origin cookie; throws AppError. */
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

export type ViewerSocketRules<Admitted, Said> = {
  /** For the log. */
  what: string;
  may: MayUse;
  /** Told to who may not. */
  refusal: string;
  /** Of all callers together. */
  most?: { sockets: number; refusal: string };
  /** After that this much unread, what comes next cuts the browser off; it comes back and asks again. Without it the room has its own rule. */
  maxUnreadBytes?: number;
  /** Of the longest message that a browser may send. */
  maxMessageBytes: number;
  /** What it may say; hostile or foreign text changes nothing. */
  says?: z.ZodType<Said>;
  /** Throws AppError: answered as an HTTP status with its words. */
  admit: (caller: Caller, url: URL, request: IncomingMessage) => Admitted;
  /** The devices it shows; none where each message is asked for. */
  shows: (admitted: Admitted) => readonly number[];
  /** The socket is open. What it throws is said when the socket is closed: try again later. */
  enter: (viewer: ViewerSocket, admitted: Admitted) => Seat<Said>;
};

export type Seat<Said> = { hear?: (said: Said) => void; hearBytes?: (bytes: Buffer) => void; leave?: () => void };

export type ViewerSockets = {
  /** Takes an upgrade request. What is wrong is answered as an HTTP status with its reason in words. */
  handleUpgrade: UpgradeHandler;
  /** Those that are open. */
  open: ReadonlySet<ViewerSocket>;
  /** Cuts all that are open. */
  close(): void;
};

const PING_MS = 20_000;
const CLOSE_REFUSED = 1008;
const CLOSE_LATER = 1013;
/** RFC 6455, 5.5: a control frame carries 125 bytes, of which the code takes two. */
const REASON_BYTES = 123;

/** As much of the words as a closing frame takes, in whole characters. */
const shortReason = (reason: string): string =>
  new TextDecoder().decode(new TextEncoder().encode(reason).subarray(0, REASON_BYTES), { stream: true });

export class ViewerSocket {
  readonly caller: Caller;
  /** For whole WebSocket frames of rooms with a rule of their own for slow readers. */
  readonly duplex: Duplex;
  readonly address: string;
  readonly port: number;
  readonly #client: WebSocket;
  readonly #log: Log;
  readonly #cut: () => void;
  readonly #maxUnreadBytes: number;

  constructor(
    client: WebSocket,
    duplex: Duplex,
    request: IncomingMessage,
    from: { caller: Caller; log: Log; maxUnreadBytes: number; cut: () => void },
  ) {
    this.caller = from.caller;
    this.duplex = duplex;
    this.address = remoteAddress(request);
    this.port = request.socket.remotePort ?? 0;
    this.#client = client;
    this.#log = from.log;
    this.#cut = from.cut;
    this.#maxUnreadBytes = from.maxUnreadBytes;
  }

  /** A message of text. */
  send(text: string): void {
    if (this.#takes()) this.#client.send(text);
  }

  /** A whole WebSocket frame; left out where more than `skipAboveBytes` are unread. */
  write(frame: Buffer, skipAboveBytes = Number.POSITIVE_INFINITY): void {
    if (this.#takes() && this.#client.bufferedAmount < skipAboveBytes) this.duplex.write(frame);
  }

  /** It is over, or what was asked for is refused: the browser reads why. */
  end(reason?: string): void {
    if (reason === undefined) this.#client.close(1000);
    else this.#client.close(CLOSE_REFUSED, shortReason(reason));
  }

  /** What was asked for cannot be had now: the browser reads why, and may ask again. */
  endForNow(reason: string): void {
    this.#client.close(CLOSE_LATER, shortReason(reason));
  }

  /** The same for what went wrong: expected, with its words, or not. */
  failed(error: unknown): void {
    if (error instanceof AppError) return this.endForNow(error.message);
    this.#log.error('viewer not seated', { err: error });
    this.endForNow('Try again later');
  }

  #takes(): boolean {
    if (this.#client.readyState !== this.#client.OPEN) return false;
    if (this.#client.bufferedAmount <= this.#maxUnreadBytes) return true;
    this.#cut();
    return false;
  }
}

export const createViewerSockets = <Admitted, Said = never>(
  { clock, log, guard, authenticate }: ViewerSocketKit,
  rules: ViewerSocketRules<Admitted, Said>,
): ViewerSockets => {
  const { what, may, most, maxMessageBytes: maxPayload, maxUnreadBytes = Number.POSITIVE_INFINITY } = rules;
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  const open = new Set<ViewerSocket>();
  const failed = (err: unknown): void => log.error('viewer socket failed', { what, err });
  const unexpected = (err: unknown): void => log.error('socket request failed', { what, err });
  const admit = async (request: IncomingMessage, url: URL) => {
    const caller = await authenticate(request, url);
    if (!may(caller)) throw new AppError('forbidden', rules.refusal);
    if (most !== undefined && open.size >= most.sockets) throw new AppError('limit_reached', most.refusal);
    return { caller, admitted: rules.admit(caller, url, request) };
  };
  const enter = (client: WebSocket, viewer: ViewerSocket, admitted: Admitted): void => {
    let seat: Seat<Said> = {};
    const inRoom = roomOf(client, failed);
    const ping = watchAlive(client, clock, () => guard.cut(client));
    client.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) inRoom(() => hear(seat, rules.says, data, isBinary));
    });
    client.on('error', () => client.terminate());
    client.on('close', () => {
      ping.cancel();
      open.delete(viewer);
      inRoom(() => seat.leave?.());
    });
    open.add(viewer);
    guard.watch(client, viewer.caller, rules.shows(admitted), may);
    try {
      seat = rules.enter(viewer, admitted);
    } catch (error) {
      viewer.failed(error);
    }
  };
  return {
    handleUpgrade: (request, socket, head, url) => {
      socket.on('error', () => socket.destroy()); // a browser that goes away while we answer
      const upgrade = ({ caller, admitted }: Awaited<ReturnType<typeof admit>>): void =>
        server.handleUpgrade(request, socket, head, (client) => {
          const from = { caller, log, maxUnreadBytes, cut: () => guard.cut(client) };
          enter(client, new ViewerSocket(client, socket, request, from), admitted);
        });
      admit(request, url)
        .then(upgrade, (error: unknown) => refuse(socket, error, unexpected))
        .catch((error: unknown) => {
          failed(error);
          socket.destroy();
        });
    },
    open,
    close: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
};

const refuse = (socket: Duplex, error: unknown, unexpected: (error: unknown) => void): void => {
  if (error instanceof AppError) return refuseUpgrade(socket, errorCodes[error.code].status, error.message);
  unexpected(error);
  refuseUpgrade(socket, 500, 'Internal error.');
};

/** Runs steps of the room of one browser: a bug in one is told, and ends that browser's socket, nothing else. */
const roomOf =
  (client: WebSocket, failed: (error: unknown) => void) =>
  (step: () => void): void => {
    try {
      step();
    } catch (error) {
      failed(error);
      client.terminate();
    }
  };

/** Pings, and cuts a browser that did not answer the ping before: one that went away without a word. */
const watchAlive = (client: WebSocket, clock: Clock, cut: () => void): Timer => {
  let alive = true;
  client.on('pong', () => {
    alive = true;
  });
  return clock.every(PING_MS, () => {
    if (!alive) return cut();
    alive = false;
    client.ping();
  });
};

const hear = <Said>(seat: Seat<Said>, says: z.ZodType<Said> | undefined, data: Buffer, isBinary: boolean): void => {
  if (isBinary) return seat.hearBytes?.(data);
  const said = readSaid(says, data.toString('utf8'));
  if (said !== undefined) seat.hear?.(said);
};

const readSaid = <Said>(schema: z.ZodType<Said> | undefined, text: string): Said | undefined => {
  try {
    return schema?.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** The query of a request by its schema. Throws AppError invalid with the first thing that is wrong. */
export const readQuery = <S extends z.ZodType>(schema: S, url: URL): z.output<S> => {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid', `${issue?.path.join('.') ?? 'query'}: ${issue?.message ?? 'not valid'}`);
};

/** '' where it is no address: a test's socket. */
export const remoteAddress = (request: IncomingMessage): string => {
  const { remoteAddress: address = '' } = request.socket;
  return isIP(address) > 0 ? address : '';
};
