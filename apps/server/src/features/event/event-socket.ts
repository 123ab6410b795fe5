// /event.cgi: pushes events to the consoles that may see the device. Nothing is read from them.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, errorCodes, eventPush, type EventFilesPush, type EventPush } from '@outrider/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Access, Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { MayUse, SocketGuard } from '../../kernel/channel/socket-guard.ts';
import { refuseUpgrade } from '../../kernel/web/upgrade.ts';
import type { HintedEvent } from './file-hints.ts';

export type EventSocketKit = {
  clock: Clock;
  log: Log;
  access: Access;
  guard: SocketGuard;
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

const PING_MS = 20_000;
/** A console that leaves so much unread is cut; it comes back within a second and asks for the list. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_SOCKETS = 5000;

const mayHear: MayUse = ({ rights }) => rights.has('F_event');

export class EventSocket {
  private readonly kit: EventSocketKit;
  private readonly server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 1024,
    clientTracking: false,
  });
  private readonly open = new Map<WebSocket, Caller>();

  constructor(kit: EventSocketKit) {
    this.kit = kit;
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    this.admit(request, url).then(
      (caller) => this.server.handleUpgrade(request, socket, head, (client) => this.seat(client, caller)),
      (error: unknown) => {
        if (!(error instanceof AppError)) this.kit.log.error('event socket refused', { err: error });
        const expected = error instanceof AppError;
        refuseUpgrade(
          socket,
          expected ? errorCodes[error.code].status : 500,
          expected ? error.message : 'Internal error.',
        );
      },
    );
  }

  tell(deviceKey: number, push: EventPush): void {
    let text: string | undefined;
    for (const [client, caller] of this.open) {
      if (!this.kit.access.maySee(caller, deviceKey)) continue;
      text ??= `${JSON.stringify(eventPush.encode(push))}\n`;
      this.send(client, text);
    }
  }

  /** For each open socket, how it is told that files of events changed. Rights are those of the moment. */
  *fileListeners(): Iterable<(events: readonly HintedEvent[]) => void> {
    for (const [client, caller] of this.open)
      yield (events) => {
        const seen = events.filter(({ deviceKey }) => this.kit.access.maySee(caller, deviceKey));
        if (seen.length === 0) return;
        const push: EventFilesPush = { cmd: 'files', serialno: seen.map(({ serialno }) => serialno) };
        this.send(client, `${JSON.stringify(push)}\n`);
      };
  }

  count(): number {
    return this.open.size;
  }

  close(): void {
    for (const client of this.open.keys()) client.terminate();
    this.server.close();
  }

  private send(client: WebSocket, text: string): void {
    if (client.bufferedAmount > MAX_UNREAD_BYTES) client.terminate();
    else client.send(text);
  }

  private async admit(request: IncomingMessage, url: URL): Promise<Caller> {
    const caller = await this.kit.authenticate(request, url);
    if (!mayHear(caller)) throw new AppError('forbidden', 'This account may not see events.');
    if (this.open.size >= MAX_SOCKETS) throw new AppError('limit_reached', 'Too many event sockets are open.');
    return caller;
  }

  private seat(client: WebSocket, caller: Caller): void {
    this.open.set(client, caller);
    this.kit.guard.watch(client, caller, [], mayHear);
    let alive = true;
    const ping = this.kit.clock.every(PING_MS, () => {
      if (!alive) client.terminate();
      alive = false;
      client.ping();
    });
    client.on('pong', () => {
      alive = true;
    });
    client.on('error', () => client.terminate());
    client.on('close', () => {
      ping.cancel();
      this.open.delete(client);
    });
  }
}
