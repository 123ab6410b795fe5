// The main channel: JSON lines over WebSocket connections, each bounded in what it may send, ask and leave unread. Knows no command by name.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type PerMessageDeflateOptions, type WebSocket, WebSocketServer } from 'ws';
import type { Access, Caller } from '../access/access.ts';
import { type AuditTrail, followRequests } from '../access/audit.ts';
import type { CommandHandler } from './channel.ts';
import { ChannelConnection } from './channel-connection.ts';
import { type ChannelLimits, channelLimits } from './channel-limits.ts';
import { addressGroup } from '../web/client-address.ts';
import type { Clock } from '../clock.ts';
import { browserTicket } from '../access/credentials.ts';
import type { Log } from '../log.ts';
import type { WorkMeters } from '../work/work-meters.ts';
import { refuseUpgrade } from '../web/upgrade.ts';

export type ChannelKit = {
  clock: Clock;
  log: Log;
  /** Is told of every command that changes something. */
  audit: AuditTrail;
  meters?: WorkMeters;
  commands: readonly CommandHandler[];
  /** Where `current` gives nothing, the caller's session has ended since: the connection is then closed. */
  access: Pick<Access, 'current' | 'authenticate'>;
  /** The client's address behind trusted proxies. */
  addressOf: (request: IncomingMessage) => string;
  /** The browser asked by https. */
  isSecure: (request: IncomingMessage) => boolean;
  limits?: Partial<ChannelLimits>;
};

export interface MainChannel {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Pushes to the callers that match as they are now. One that takes no more is closed: it must not go on without knowing. */
  tellWhere(matches: (caller: Caller) => boolean, message: (caller: Caller) => string): void;
  /** Closes the connections of callers that match, saying why. */
  closeWhere(matches: (caller: Caller) => boolean, reason: string): void;
  metrics(): Record<string, number>;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 10_000;

/**
 * Lists are tenfold smaller. zlib works in libuv's threads, at most so many at once, so that files find one. Nothing of one message is in
 * the next, and what is short goes as it is: the token of a sign-in is never compressed with what others chose.
 */
const deflate: PerMessageDeflateOptions = {
  threshold: 1024,
  concurrencyLimit: 2,
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  clientMaxWindowBits: 10,
  zlibDeflateOptions: { level: 6, memLevel: 8 },
};

const socketsWith = (
  { messageBytes }: ChannelLimits,
  perMessageDeflate: PerMessageDeflateOptions | false,
): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    perMessageDeflate,
    maxPayload: messageBytes,
    clientTracking: false,
    allowSynchronousEvents: false, // a chunk of many small messages: one message each turn
  });

const commandsByCode = ({ commands, audit }: ChannelKit) =>
  new Map(
    commands.map(({ command, run }) => {
      const follow = followRequests(audit, command, { type: 'Channel', method: command.code, url: '' });
      return [command.code, { command, run, follow }];
    }),
  );

const nothingYet = { commands: 0, failed: 0, linesRefused: 0, pushesRefused: 0, slowClosed: 0, refused: 0 };

const metricsOf = (connections: number, counters: typeof nothingYet): Record<string, number> => ({
  channel_connections: connections,
  channel_commands_total: counters.commands,
  channel_commands_failed_total: counters.failed,
  channel_lines_refused_total: counters.linesRefused,
  channel_pushes_refused_total: counters.pushesRefused,
  channel_slow_closed_total: counters.slowClosed,
  channel_refused_total: counters.refused,
});

export const createMainChannel = (kit: ChannelKit): MainChannel => {
  const limits = { ...channelLimits, ...kit.limits };
  const commands = commandsByCode(kit);
  if (commands.size < kit.commands.length) throw new Error('A command has two handlers.');
  const connections = new Set<ChannelConnection>();
  const perAddress = new Map<string, number>();
  const counters = { ...nothingYet };
  const plain = socketsWith(limits, false);
  const compressed = socketsWith(limits, deflate);
  const add = (socket: WebSocket, address: string, browser: string | null): void => {
    const connection = new ChannelConnection({ ...kit, limits, commands, counters }, socket, address, browser);
    const group = addressGroup(address);
    connections.add(connection);
    perAddress.set(group, (perAddress.get(group) ?? 0) + 1);
    connection.onClose(() => {
      connections.delete(connection);
      const left = (perAddress.get(group) ?? 1) - 1;
      if (left > 0) perAddress.set(group, left);
      else perAddress.delete(group);
    });
  };
  const checks = kit.clock.every(CHECK_EVERY_MS, () => connections.forEach((connection) => connection.check()));
  return {
    handleUpgrade(request, socket, head) {
      const address = kit.addressOf(request);
      if (
        connections.size >= limits.connections ||
        (perAddress.get(addressGroup(address)) ?? 0) >= limits.connectionsPerAddress
      ) {
        counters.refused += 1;
        return refuseUpgrade(socket, 503, 'Too many connections.');
      }
      const sockets = connections.size < limits.compressedConnections ? compressed : plain;
      sockets.handleUpgrade(request, socket, head, (webSocket) =>
        add(webSocket, address, browserTicket({ cookie: request.headers.cookie, secure: kit.isSecure(request) })),
      );
    },
    tellWhere(matches, message) {
      for (const connection of connections)
        if (matches(connection.caller) && connection.refresh() && !connection.push(message(connection.caller)))
          connection.close('too slow');
    },
    closeWhere(matches, reason) {
      for (const connection of connections) if (matches(connection.caller)) connection.close(reason);
    },
    metrics: () => metricsOf(connections.size, counters),
    async close() {
      checks.cancel();
      for (const connection of connections) connection.terminate();
      plain.close();
      compressed.close();
    },
  };
};
