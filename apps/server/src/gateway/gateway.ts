// The gateway as a whole: its listeners, the links of now, the flows of media. Everything above is a port (ports.ts).
import { FlowTable } from './jt1078/flow-table.ts';
import type { AlarmUploads } from './alarm-files.ts';
import { FilesPort } from './jt1078/files-port.ts';
import { MediaConnection, type MediaConnectionKit, type MediaCounters } from './jt1078/media-connection.ts';
import { MediaDatagrams } from './jt1078/media-datagrams.ts';
import { Rests } from './jt1078/rests.ts';
import { TalkLines } from './jt1078/talk-lines.ts';
import { Jt808Connection, type Accepted, type ConnectionKit } from './jt808/connection.ts';
import type { Jt808Counters } from './jt808/counters.ts';
import { dispatch } from './jt808/dispatch.ts';
import { FrameTaps } from './jt808/frame-taps.ts';
import { Jt808Link, type MediaEndpoint } from './jt808/device-link.ts';
import { LinkProbes } from './jt808/link-probe.ts';
import { OwedStops } from './jt808/owed-stops.ts';
import { tcpTransport } from './jt808/transport.ts';
import { UdpSessions } from './jt808/udp-sessions.ts';
import type { DeviceLink, LinkRegistry } from './link.ts';
import { listenTcp, listenUdp, type Listener } from './listeners.ts';
import { isPrivateAddress } from './local-address.ts';
import type { MediaSource } from './media-source.ts';
import type { FileSink, MessageSink, PositionSink, RefusalLog, TerminalDirectory } from './ports.ts';
import { Overfull } from './overfull.ts';
import { Links } from './registry.ts';
import { ownCopy, readShared } from './shared-read.ts';
import { addressBlock } from '../kernel/web/address-block.ts';
import { type StrangerLimits, Strangers } from './strangers.ts';
import type { Traces } from './traces.ts';
import type { Traffic } from './traffic.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock, Timer } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { WorkMeters } from '../kernel/work/work-meters.ts';

/** Ports may be 0 for any free one; TCP and UDP of one purpose then share the number that TCP got. */
export type GatewayConfig = {
  host: string;
  jt808Port: number;
  mediaLivePort: number;
  mediaPlaybackPort: number;
  filesPort: number;
  /** Largest file of an alarm, MB. */
  alarmFileSize: number;
  /** First and last port for talk, listen and broadcast, bound per request; [0, 0] for any free ones. */
  talkPorts: readonly [number, number];
  /** Most connections of one address, or one IPv6 /64, on each TCP port of devices. */
  linksPerAddress: number;
  /** From where media, talk and files are taken. */
  mediaSource: MediaSource;
};

export type GatewayKit = {
  clock: Clock;
  meters?: WorkMeters;
  bus: Bus;
  log: Log;
  config: GatewayConfig;
  directory: TerminalDirectory;
  positions: PositionSink;
  files: FileSink;
  messages: MessageSink;
  refusals: RefusalLog;
  /** Named to devices in 0x9101; '' means the local address at which the device's link arrived. Asked for each request. */
  mediaAddress: () => string;
  /** Where bytes of devices are counted, on all ports. */
  traffic: Traffic;
  /** False while nothing can be kept: no device is answered then. Asked for each message; left out: always. */
  mayAnswer?: () => boolean;
};

export type Gateway = {
  links: LinkRegistry & { all(): Iterable<DeviceLink> };
  /**
   * Lets devices in, when everything is there that they speak to; `uploads` are the files of alarms that were asked for. Rejects with
   * the system's error when a port cannot be bound.
   */
  listen(uploads: AlarmUploads): Promise<void>;
  /** All 0 before it listens. */
  ports: { jt808: number; mediaLive: number; mediaPlayback: number; files: number };
  /** Gives each heartbeat and report of known devices to one listener, as it came; the bytes are lent. Null: to nobody. */
  hearHeartbeats(take: ((frame: Uint8Array) => void) | null): void;
  readonly traces: Traces;
  /** For people: what is likely to be wrong with the addresses devices are given. */
  warnings(): string[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const TICK_MS = 1000;
const UDP_TICK_MS = 200;
const MB = 1024 * 1024;
/** Connections that are nobody yet. An address may have more than the backlog of the listener: a fleet behind one comes back at once. */
const STRANGERS: StrangerLimits = { total: 4000, perAddress: 1200 };

export const createGateway = (kit: GatewayKit): Gateway => new GatewayServer(kit);

class GatewayServer implements Gateway {
  readonly links = new Links();
  readonly ports = { jt808: 0, mediaLive: 0, mediaPlayback: 0, files: 0 };
  readonly traces: FrameTaps;
  private readonly kit: GatewayKit;
  private readonly flows: FlowTable;
  private readonly talks: TalkLines;
  private readonly owed: OwedStops;
  private readonly probes: LinkProbes;
  /** Apart, since datagrams cost nothing to forge. */
  private readonly strangers = { tcp: new Strangers(STRANGERS), udp: new Strangers(STRANGERS) };
  private readonly overfull: Overfull;
  private readonly counters: Jt808Counters = {
    frames: 0,
    rejectedFrames: 0,
    positions: 0,
    unknownMessages: 0,
    unkeptMessages: 0,
    malformedMessages: 0,
    encryptedMessages: 0,
  };
  private readonly media: MediaCounters = { packets: 0, bytes: 0, refused: 0, truncated: 0, strangerPackets: 0 };
  private readonly connections = new Set<Jt808Connection>();
  private readonly linkOf = new Map<Jt808Connection, Jt808Link>();
  private readonly mediaConnections = new Set<MediaConnection>();
  private readonly rests: Rests;
  private readonly files: FilesPort;
  private uploads: AlarmUploads | null = null;
  private readonly datagrams: MediaDatagrams[] = [];
  private readonly udpSessions: UdpSessions[] = [];
  private readonly listeners: Listener[] = [];
  private readonly timers: Timer[] = [];
  private readonly privateWarnings = new Set<string>();
  private readonly deafen: (() => void)[];
  private heard: ((frame: Uint8Array) => void) | null = null;
  private nextLinkId = 1;
  private endpoint: MediaEndpoint;

  constructor(kit: GatewayKit) {
    this.kit = kit;
    this.flows = new FlowTable(kit.clock, kit.config.mediaSource);
    this.rests = new Rests(kit.clock);
    this.talks = new TalkLines({ ...kit, ...kit.config });
    this.owed = new OwedStops({
      clock: kit.clock,
      linkOf: (deviceKey) => this.jt808LinkOf(deviceKey),
      isUsed: ({ deviceKey, terminalId }, channel) =>
        this.flows.isAsked({ purpose: 'live', deviceKey, terminalId, channel }) || this.talks.isOn(deviceKey, channel),
    });
    this.files = new FilesPort({
      ...kit,
      uploads: { find: async (alarmNumber) => this.uploads?.find(alarmNumber) },
      maxFileBytes: kit.config.alarmFileSize * MB,
      objection: (...speaker) => this.objectionTo(...speaker),
      mayAnswer: kit.mayAnswer ?? (() => true),
    });
    this.probes = new LinkProbes(kit.clock);
    this.traces = new FrameTaps({
      clock: kit.clock,
      // Those over UDP are known once they are a device's link.
      connections: () => new Set([...this.connections, ...this.linkOf.keys()]),
      connectionOf: (deviceKey) => this.jt808LinkOf(deviceKey)?.connection,
    });
    this.overfull = new Overfull({ ...kit, linksPerAddress: kit.config.linksPerAddress });
    this.endpoint = this.endpointFor();
    this.deafen = [
      kit.bus.subscribe('device.zone', ({ deviceKey, utcOffsetMinutes }) =>
        this.jt808LinkOf(deviceKey)?.readClockIn(utcOffsetMinutes),
      ),
      kit.bus.subscribe('device.gone', ({ deviceKey }) => this.links.get(deviceKey)?.close('its device is gone')),
      kit.bus.subscribe('terminals.moved', ({ deviceKey }) =>
        this.links.get(deviceKey)?.close('its number belongs to another device'),
      ),
    ];
  }

  async listen(uploads: AlarmUploads): Promise<void> {
    this.uploads = uploads;
    const { host, jt808Port, mediaLivePort, mediaPlaybackPort, filesPort } = this.kit.config;
    await this.listenMedia('live', host, mediaLivePort);
    await this.listenMedia('playback', host, mediaPlaybackPort);
    this.ports.files = await this.tcp(host, filesPort, (socket) => this.files.accept(socket));
    this.endpoint = this.endpointFor();
    const connectionKit = this.connectionKit(this.strangers.tcp);
    this.ports.jt808 = await this.tcp(host, jt808Port, (socket) => {
      const connection = new Jt808Connection(connectionKit, tcpTransport(socket));
      this.connections.add(connection);
      readShared(socket, (bytes) => connection.receive(ownCopy(bytes))); // a message may wait for the disk
      socket.on('close', () => connection.lost());
    });
    const udp = await this.udp(host, this.ports.jt808);
    this.udpSessions.push(new UdpSessions(this.connectionKit(this.strangers.udp), udp.socket));
    this.timers.push(this.kit.clock.every(TICK_MS, () => this.tick()));
    this.timers.push(this.kit.clock.every(UDP_TICK_MS, () => this.tickUdp()));
  }

  warnings(): string[] {
    return [...this.privateWarnings];
  }

  hearHeartbeats(take: ((frame: Uint8Array) => void) | null): void {
    this.heard = take;
  }

  metrics(): Record<string, number> {
    const { counters, media } = this;
    return {
      links: this.links.count(),
      connections: this.connections.size,
      frames: counters.frames,
      rejected_frames: counters.rejectedFrames,
      positions: counters.positions,
      unknown_messages: counters.unknownMessages,
      unkept_messages: counters.unkeptMessages,
      malformed_messages: counters.malformedMessages,
      encrypted_messages: counters.encryptedMessages,
      media_connections: this.mediaConnections.size,
      media_flows: this.flows.size(),
      media_packets: media.packets,
      media_bytes: media.bytes,
      media_refused: media.refused,
      media_truncated: media.truncated,
      media_stranger_packets: media.strangerPackets,
      media_connections_resting: this.rests.size,
      strangers_waiting: this.strangers.tcp.size() + this.strangers.udp.size(),
      strangers_pushed_out: this.strangers.tcp.pushedOut() + this.strangers.udp.pushedOut(),
      connections_over_limit: this.overfull.refused,
      links_asked_alive: this.probes.counters.asked,
      links_found_silent: this.probes.counters.silent,
      live_stops_owed: this.owed.size,
      ...this.talks.metrics(),
      ...this.files.metrics(),
    };
  }

  async close(): Promise<void> {
    for (const end of this.deafen) end();
    for (const timer of this.timers) timer.cancel();
    this.flows.endAll('server stops');
    this.rests.close();
    this.talks.close();
    for (const connection of this.connections) connection.close('server stops');
    for (const sessions of this.udpSessions) sessions.closeAll();
    for (const connection of this.mediaConnections) connection.close('server stops');
    this.files.close();
    await Promise.all(this.listeners.map((listener) => listener.close()));
  }

  private async tcp(host: string, port: number, onSocket: Parameters<typeof listenTcp>[2]): Promise<number> {
    const { linksPerAddress } = this.kit.config;
    const onOverfull = (address: string, bound: number): void => this.overfull.add(address, bound);
    const listener = await listenTcp(host, port, onSocket, onOverfull, linksPerAddress);
    this.listeners.push(listener);
    return listener.port;
  }

  private async udp(host: string, port: number): Promise<Awaited<ReturnType<typeof listenUdp>>> {
    const listener = await listenUdp(host, port);
    this.listeners.push(listener);
    return listener;
  }

  private async listenMedia(purpose: 'live' | 'playback', host: string, wanted: number): Promise<void> {
    const { clock, log, refusals, traffic } = this.kit;
    const { flows, rests, media: counters } = this;
    const kit: MediaConnectionKit = { clock, log, refusals, flows, purpose, counters, traffic, rests };
    const port = await this.tcp(host, wanted, (socket) => {
      const connection = new MediaConnection(kit, socket);
      this.mediaConnections.add(connection);
      socket.on('close', () => this.mediaConnections.delete(connection));
    });
    this.ports[purpose === 'live' ? 'mediaLive' : 'mediaPlayback'] = port;
    const udp = await this.udp(host, port);
    this.datagrams.push(new MediaDatagrams(kit, udp.socket));
  }

  private connectionKit(strangers: Strangers): ConnectionKit {
    const { clock, log, directory, positions, files, messages, refusals, traffic } = this.kit;
    return {
      clock,
      log,
      directory,
      positions,
      files,
      messages,
      refusals,
      mayAnswer: this.kit.mayAnswer ?? (() => true),
      strangers,
      counters: this.counters,
      traffic,
      ...(this.kit.meters && { reports: this.kit.meters['position report'] }),
      dispatch,
      isAlive: async (deviceKey) => {
        const link = this.jt808LinkOf(deviceKey);
        return link !== undefined && this.probes.isAlive(link.connection);
      },
      onPushedOut: (deviceKey) => this.links.get(deviceKey)?.close('made room for another new device'),
      heard: () => this.heard,
      taps: this.traces,
      onAuthenticated: (connection, accepted) => this.takeOver(connection, accepted),
      onDriver: ({ deviceKey }, driver) => this.kit.bus.publish('driver.changed', { deviceKey, driver }),
      onUpgrade: ({ deviceKey }, news) => this.kit.bus.publish('upgrade.told', { deviceKey, ...news }),
      onClosed: (connection, reason) => this.closed(connection, reason),
    };
  }

  private takeOver(connection: Jt808Connection, accepted: Accepted): void {
    if (connection.accepted !== null) return; // authenticated twice on one connection: nothing changes
    connection.accepted = accepted;
    connection.tap = this.traces.tapOf(connection);
    connection.meter.belongsTo(accepted.deviceKey);
    connection.kit.strangers.remove(connection);
    const link = new Jt808Link(this.nextLinkId++, connection, accepted, this.endpoint);
    this.linkOf.set(connection, link);
    this.links.put(link)?.close('taken over by a newer connection');
    const { deviceKey, deviceId } = accepted;
    const { linkId, protocol, transport, remoteAddress } = link;
    this.flows.moved(deviceKey, remoteAddress);
    this.talks.moved(deviceKey, remoteAddress);
    this.kit.log.info('device online', { deviceId, protocol, transport, remoteAddress });
    this.kit.bus.publish('link.online', {
      deviceKey,
      deviceId,
      linkId,
      protocol,
      transport,
      remoteAddress,
      atMs: this.kit.clock.now(),
    });
    this.owed.back(deviceKey);
  }

  private closed(connection: Jt808Connection, reason: string): void {
    this.connections.delete(connection);
    const link = this.linkOf.get(connection);
    this.linkOf.delete(connection);
    if (link === undefined || !this.links.remove(link)) return;
    const { deviceKey, deviceId, linkId } = link;
    this.kit.log.info('device offline', { deviceId, reason });
    this.kit.bus.publish('link.offline', { deviceKey, deviceId, linkId, reason, atMs: this.kit.clock.now() });
  }

  private endpointFor(): MediaEndpoint {
    return {
      flows: this.flows,
      livePort: this.ports.mediaLive,
      playbackPort: this.ports.mediaPlayback,
      filesPort: this.ports.files,
      talks: this.talks,
      owed: this.owed,
      linkOf: (deviceKey) => this.jt808LinkOf(deviceKey),
      address: this.kit.mediaAddress,
      onPrivateAddress: (link, address) => this.warnWhenPrivate(link, address),
    };
  }

  /** Of files of an alarm: their number proves most, the link of the device the rest while it stands. */
  private objectionTo(deviceKey: number, terminalId: string, address: string): string | undefined {
    const link = this.jt808LinkOf(deviceKey);
    if (link === undefined) return undefined;
    if (link.terminalId !== terminalId) return `${terminalId} for an alarm of ${link.terminalId}`;
    const isElsewhere = addressBlock(link.remoteAddress) !== addressBlock(address);
    return this.kit.config.mediaSource === 'link' && isElsewhere
      ? `from ${address}, its link is at ${link.remoteAddress}`
      : undefined;
  }

  private jt808LinkOf(deviceKey: number): Jt808Link | undefined {
    const link = this.links.get(deviceKey);
    return link instanceof Jt808Link ? link : undefined;
  }

  /** A device that comes from the Internet cannot dial a private address; its pictures will never arrive. */
  private warnWhenPrivate(link: DeviceLink, address: string): void {
    if (!isPrivateAddress(address) || isPrivateAddress(link.remoteAddress)) return;
    const text = `Devices on the Internet are told to send video to ${address}, which is private: set mediaAddress to the server's public address`;
    if (this.privateWarnings.has(text)) return;
    this.privateWarnings.add(text);
    this.kit.log.warn('media address is private but the device is not', {
      deviceId: link.deviceId,
      address,
      remoteAddress: link.remoteAddress,
    });
  }

  private tick(): void {
    const nowMs = this.kit.clock.monotonic();
    for (const connection of this.connections) connection.tick(nowMs);
    for (const sessions of this.udpSessions) sessions.tick(nowMs);
    for (const connection of this.mediaConnections) connection.tick(nowMs);
    this.files.tick(nowMs);
    this.owed.tick(nowMs);
  }

  private tickUdp(): void {
    const nowMs = this.kit.clock.monotonic();
    for (const datagrams of this.datagrams) datagrams.tick(nowMs);
  }
}
