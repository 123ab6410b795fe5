// The web side without its content: the main HTTP server, the main channel and the two separate socket ports, all with the same handlers.
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from './config.ts';
import type { Access, Caller } from './kernel/access/access.ts';
import type { AuditTrail } from './kernel/access/audit.ts';
import { CGI_PATH, type CgiFile, type CgiHandler, type CgiListener, createCgi } from './kernel/web/cgi.ts';
import type { CommandHandler } from './kernel/channel/channel.ts';
import { createAddressFinder, createHostFinder, createSchemeFinder } from './kernel/web/client-address.ts';
import type { Clock } from './kernel/clock.ts';
import { createConnectionGate } from './kernel/web/connection-gate.ts';
import type { CallHandler } from './kernel/web/http.ts';
import { type HttpKit, type HttpServer, createHttpServer } from './kernel/web/http-server.ts';
import { listenOn } from './kernel/web/listen.ts';
import type { Log } from './kernel/log.ts';
import { type MainChannel, createMainChannel } from './kernel/channel/main-channel.ts';
import {
  createPageFinder,
  createRequestAuthenticator,
  createSocketAuthenticator,
  type SocketAccessKit,
} from './kernel/channel/socket-access.ts';
import type { WorkMeters } from './kernel/work/work-meters.ts';
import { type TlsFiles, useCertificate } from './kernel/web/tls.ts';
import { type UpgradeHandler, refuseUpgrade, routeByType, routeUpgrades } from './kernel/web/upgrade.ts';
import { type Behind, type Wanted, toHttps, WebDoors } from './web-doors.ts';

export type WebKit = {
  clock: Clock;
  log: Log;
  config: Config;
  /** What all ports speak; null: plain. */
  tls: TlsFiles | null;
  /** What encrypted connections meet beside plain ones: at a port of their own for pages, at the same for sockets. */
  alsoTls: TlsFiles | null;
  /** Ports of video sockets; the first one is told to consoles. */
  streamPorts: readonly number[];
  /** Hears of everybody who was let in at a port of pages. */
  seen: (caller: Caller) => void;
  access: Access;
  audit: AuditTrail;
  meters?: WorkMeters;
  tileOrigins: () => readonly string[];
  connectOrigins: () => readonly string[];
  frameOrigins: () => readonly string[];
};

/** What the rooms bring: added once, before listening. */
export type WebContent = {
  calls: readonly CallHandler[];
  commands: readonly CommandHandler[];
  /** Serve /web.cgi by their types. */
  cgi: readonly CgiHandler[];
  /** Files with paths of their own beside it. */
  files: readonly CgiFile[];
  /** Serve /ws.cgi by their types; `live` those without one too. */
  streams: Readonly<Record<string, UpgradeHandler>> & { live: UpgradeHandler };
  /** Serves /event.cgi. */
  events: UpgradeHandler;
};

export type WebPorts = {
  /** Of pages, and of everything else as well. */
  http: number;
  command: number;
  stream: number;
  /** Of pages by https beside `http`; 0: none. */
  https: number;
  /** Sends browsers to `http`, which then speaks https; 0: none. */
  redirect: number;
  /** Of video sockets beside the first one. */
  moreStreams: number[];
};

/** Ports of the main channel and of video sockets. */
type SocketPorts = { command: number; streams: readonly number[] };

export type Web = {
  http: HttpServer;
  authenticateSocket: (request: IncomingMessage, url: URL) => Promise<Caller>;
  /** Opens the ports. Throws StartError with the key of the one that could not be opened. */
  listen(content: WebContent): Promise<void>;
  /** All 0 before it listens. */
  ports: WebPorts;
  /**
   * Opens ports of sockets beside those that are open. Throws StartError, and leaves everything as it was, where one cannot be
   * opened.
   */
  openAlso: (ports: SocketPorts) => Promise<void>;
  /** These count from now on: others that were opened so are closed. */
  settle: (ports: SocketPorts) => Promise<void>;
  /** All ports of sockets that are open, and those of pages beside the first. */
  openPorts: () => number[];
  /** New connections meet this certificate wherever they are encrypted. */
  useCertificate(renewed: TlsFiles): void;
  /** The main channels; undefined before it listens. */
  channels(): Pick<MainChannel, 'tellWhere' | 'closeWhere'> | undefined;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const COMMAND_PATH = '/command';
const STREAM_PATH = '/ws.cgi';
const EVENT_PATH = '/event.cgi';

/** For a person with a browser at the wrong port. The answer says what to upgrade to (RFC 9110, 15.5.22). */
const socketsOnly =
  (pagePort: () => number | undefined): RequestListener =>
  (_request, response) => {
    const port = pagePort();
    const headers = {
      upgrade: 'websocket',
      connection: 'upgrade, close',
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    const where = port === undefined ? '' : ` The console is at port ${port}.`;
    response.writeHead(426, headers).end(`This port speaks WebSocket only.${where}\n`);
  };

/** The listener of a path, once there is one. */
type CgiPaths = Map<string, CgiListener>;

const cgiOrSockets =
  (paths: CgiPaths, otherwise: RequestListener): CgiListener =>
  (request, response) =>
    (paths.get(request.url?.split('?', 1)[0] ?? '') ?? otherwise)(request, response);

/** The same on the main port. */
const serveCgi = ({ app }: HttpServer, paths: CgiPaths): void => {
  app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, _body, done) => done(null)); // it is read there
    for (const [path, cgi] of paths)
      own.all(path, (request, reply) => {
        reply.hijack();
        cgi(request.raw, reply.raw);
      });
  });
};

const httpOptions = ({ config, tileOrigins, connectOrigins, frameOrigins }: WebKit): HttpKit['options'] => ({
  queryCredentials: config.queryCredentials,
  allowedOrigins: config.allowedOrigins,
  trustedProxies: config.trustedProxies,
  frameOrigins,
  connectOrigins,
  tileOrigins,
  anyServer: config.deployment === 'global',
  strictTransport: config.tls === 'files',
});

/** Everything that can be asked for of a web that listens: 'GET /health', 'web.cgi lobkask', 'ws.cgi lopb', 'event.cgi', 'Q01'. */
export const doorsOf = ({ http }: Web, { commands, cgi, files, streams }: WebContent): string[] => [
  ...http.routes,
  ...files.map(({ path, type }) => `${path.slice(1)}${type === undefined ? '' : ` ${type}`}`),
  'event.cgi',
  ...commands.map(({ command }) => command.code),
  ...cgi.map(({ type }) => `web.cgi ${type}`),
  ...Object.keys(streams).map((type) => `ws.cgi ${type}`),
];

/** Pages are at `httpsPort` alone, and the other port leads there. */
const isSslOnly = ({ sslOnly, httpsPort }: Pick<Config, 'sslOnly' | 'httpsPort'>): boolean => sslOnly && httpsPort > 0;

/** What the doors of pages, of the main channel and of video have behind them. */
type Insides = { page: Behind; command: Behind; stream: Behind };

const openDoors = async (
  { config, streamPorts, alsoTls }: WebKit,
  http: HttpServer,
  doors: WebDoors,
  { page, command, stream }: Insides,
  ports: WebPorts,
): Promise<void> => {
  const only = isSslOnly(config);
  const [pagePort, key] = only ? [config.httpsPort, 'httpsPort'] : [config.httpPort, 'httpPort'];
  ports.http = await listenOn(http.server, config.host, pagePort, key);
  if (only)
    ports.redirect = await doors.openAs(
      null,
      toHttps(() => ports.http),
      config.httpPort,
      'httpPort',
    );
  else if (config.httpsPort > 0) ports.https = await doors.openAs(alsoTls, page, config.httpsPort, 'httpsPort');
  ports.command = await doors.open(command, config.commandPort, 'commandPort');
  const streams: number[] = [];
  // oxlint-disable-next-line no-await-in-loop -- the first that fails ends it
  for (const port of streamPorts) streams.push(await doors.open(stream, port, 'streamPort'));
  [ports.stream = ports.http, ...ports.moreStreams] = streams;
  doors.started();
};

const socketAccessOf = ({ access, config }: WebKit, pagePorts: () => number[]): SocketAccessKit => {
  const { queryCredentials, allowedOrigins, trustedProxies } = config;
  const addressOf = createAddressFinder(trustedProxies);
  const hostOf = createHostFinder(trustedProxies);
  const isSecure = createSchemeFinder(trustedProxies);
  return { access, queryCredentials, allowedOrigins, addressOf, hostOf, isSecure, pagePorts };
};

const commandUpgrades =
  (channel: () => MainChannel | undefined): UpgradeHandler =>
  (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const open = channel();
    if (open) open.handleUpgrade(request, socket, head);
    else refuseUpgrade(socket, 503, 'The server is starting.');
  };

const doorsFor = ({ command: port, streams }: SocketPorts, command: Behind, stream: Behind): Wanted[] => [
  { behind: command, port, key: 'commandPort' },
  ...streams.map((each): Wanted => ({ behind: stream, port: each, key: 'streamPort' })),
];

export const createWeb = async (kit: WebKit): Promise<Web> => {
  const { config, log, tls, alsoTls, access, audit, meters } = kit;
  const gate = createConnectionGate(config.connectionsPerAddress, config.trustedProxies);
  const answering = { access, log, audit, tls, gate, seen: kit.seen, options: httpOptions(kit) };
  const http = await createHttpServer({ ...answering, ...(meters && { meters }) });
  const ports: WebPorts = { http: 0, command: 0, stream: 0, https: 0, redirect: 0, moreStreams: [] };
  const pagePorts = (): number[] => [ports.http, ports.https].filter((port) => port !== 0);
  const refuse = socketsOnly(() => pagePorts()[0]);
  const cgiPaths: CgiPaths = new Map();
  const doors = new WebDoors({ host: config.host, log, gate, tls, alsoTls });
  let channel: MainChannel | undefined;
  const socketAccess = socketAccessOf(kit, pagePorts);
  const onCommand = commandUpgrades(() => channel);
  const command: Behind = { listener: refuse, upgrades: new Map([['*', onCommand]]) };
  let stream: Behind | undefined;
  const wantedOf = (wanted: SocketPorts): Wanted[] => (stream === undefined ? [] : doorsFor(wanted, command, stream));
  return {
    http,
    ports,
    authenticateSocket: createSocketAuthenticator(socketAccess),
    async listen({ calls, commands, cgi: handlers, files, streams, events }) {
      const authenticate = createRequestAuthenticator(socketAccess);
      const isOwnPage = createPageFinder(socketAccess);
      const cgi = createCgi({ handlers, files, authenticate, audit, isOwnPage, log });
      for (const path of [CGI_PATH, ...files.map((file) => file.path)]) cgiPaths.set(path, cgi);
      serveCgi(http, cgiPaths);
      const limits = { connectionsPerAddress: config.connectionsPerAddress };
      const { addressOf, isSecure } = socketAccess;
      channel = createMainChannel({ ...kit, commands, addressOf, isSecure, limits });
      http.addCalls(calls);
      await http.app.ready();
      const byPath: [string, UpgradeHandler][] = [
        [STREAM_PATH, routeByType(streams, streams.live)],
        [EVENT_PATH, events],
      ];
      const page: Behind = { listener: http.listener, upgrades: new Map([[COMMAND_PATH, onCommand], ...byPath]) };
      routeUpgrades(http.server, page.upgrades, log, gate);
      stream = { listener: cgiOrSockets(cgiPaths, refuse), upgrades: new Map(byPath) };
      await openDoors(kit, http, doors, { page, command, stream }, ports);
    },
    openAlso: (wanted) => doors.also(wantedOf(wanted)),
    settle: (wanted) => doors.settle(wantedOf(wanted)),
    openPorts: () => doors.ports,
    useCertificate(renewed) {
      useCertificate(http.server, renewed);
      doors.useCertificate(renewed);
    },
    channels: () => channel,
    metrics: () => ({ ...gate.metrics(), ...http.metrics(), ...channel?.metrics() }),
    async close() {
      await channel?.close();
      await Promise.all([http.close(), doors.close()]);
    },
  };
};
