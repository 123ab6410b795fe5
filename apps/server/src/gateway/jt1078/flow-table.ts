// Which media the devices were asked for, and who gets it. Media is accepted only for a request in this table: a media packet
// carries no authentication, and its number is guessable (JT/T 1078 reference, 7.2).
import type { TicksPerMs } from '@outrider/jt1078';
import type { FlowSink, MediaFrame } from '../link.ts';
import { addressBlock } from '../../kernel/web/address-block.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { type Bearer, mayCarry, type MediaSource, nearness, type Verdict } from '../media-source.ts';
import { ByTerminal, sameTerminal } from './terminal-numbers.ts';

export type FlowPurpose = 'live' | 'playback';

export type FlowRequest = {
  purpose: FlowPurpose;
  deviceKey: number;
  /** Normal form of the terminal's number. */
  terminalId: string;
  /** Address of the 808 link when it was asked: `FlowTable.moved` keeps up with it. */
  linkAddress: string;
  channel: number;
  sink: FlowSink;
};

/** A media connection, as far as flows need it. */
export interface FlowCarrier extends Bearer {
  /** Ends the carrier when no other flow uses it. */
  release(flow: Flow): void;
}

/** How long the device may take to dial in after the request. */
const PENDING_MS = 30_000;

export class Flow {
  readonly request: FlowRequest;
  /** A newer request for the same channel took its place: what is said to the device now concerns that one. */
  replaced = false;
  private readonly table: FlowTable;
  private readonly expiry: Timer;
  private readonly clock: Clock;
  private linkAddress: string;
  private orderedMs: number;
  private carrier: FlowCarrier | null = null;
  /** When the carrier last brought a packet. */
  private lastMs = 0;
  private frames = 0;
  private over = false;

  constructor(table: FlowTable, request: FlowRequest, clock: Clock) {
    this.table = table;
    this.request = request;
    this.clock = clock;
    this.linkAddress = request.linkAddress;
    this.orderedMs = clock.monotonic();
    this.expiry = clock.after(PENDING_MS, () => {
      if (this.carrier === null) this.end('the device did not connect for the media');
    });
  }

  hasFrames(): boolean {
    return this.frames > 0;
  }

  /** A packet of this carrier came: may it count? */
  judge(carrier: FlowCarrier, nowMs: number): Verdict {
    const { carrier: current, linkAddress, orderedMs, lastMs } = this;
    if (current === carrier) {
      this.lastMs = nowMs;
      return 'yes';
    }
    if (current === null && this.table.isIntruder(this.request, linkAddress, carrier.address)) return 'no';
    return mayCarry({ source: this.table.source, linkAddress, orderedMs, current, lastMs, nowMs }, carrier);
  }

  /** The connection that carries it now; one that `judge` let in replaces the first once it has delivered a frame. */
  bind(carrier: FlowCarrier): void {
    const before = this.carrier;
    if (before === carrier) return;
    this.carrier = carrier;
    this.lastMs = this.clock.monotonic();
    before?.release(this);
  }

  /** The device was asked for something else on the same flow: it may answer with another connection. */
  ordered(): void {
    this.orderedMs = this.clock.monotonic();
  }

  /** The device's link now comes from this address. */
  moved(address: string): void {
    this.linkAddress = address;
  }

  /** `block`: an `addressBlock`. */
  isAskedAt(block: string): boolean {
    return addressBlock(this.linkAddress) === block;
  }

  isBoundTo(carrier: FlowCarrier): boolean {
    return this.carrier === carrier;
  }

  deliver(frame: MediaFrame): void {
    if (this.over) return;
    this.frames += 1;
    this.request.sink.frame(frame);
  }

  /** So much later its frames may be read. */
  canWaitMs(): number {
    return this.over ? 0 : (this.request.sink.canWaitMs?.() ?? 0);
  }

  /** The carrier is gone. */
  lost(carrier: FlowCarrier, reason: string): void {
    if (this.carrier !== carrier) return;
    this.carrier = null;
    this.end(reason);
  }

  /** The request failed: the sink is not told, anyone who asked knows. */
  cancel(): void {
    if (this.close()) this.disconnect();
  }

  /** Nothing more is accepted or delivered. False when it was over already. */
  close(): boolean {
    if (this.over) return false;
    this.over = true;
    this.expiry.cancel();
    this.table.remove(this);
    return true;
  }

  /** After close: ends the media connection, for devices that do not do it themselves. */
  disconnect(): void {
    this.carrier?.release(this);
    this.carrier = null;
  }

  private end(reason: string): void {
    if (!this.close()) return;
    this.request.sink.ended(reason);
  }
}

/** How long media of a stopped flow may trickle in without being reported. */
const AFTERMATH_MS = 15_000;
/** Who sends unasked answers no request for so long: an honest device dials in after the request. */
const INTRUDER_MS = 30_000;
const MAX_INTRUDERS = 1000;
const intruderKey = (purpose: FlowPurpose, sim: string, channel: number, address: string): string =>
  `${purpose}/${sim.slice(-10)}/${channel}/${addressBlock(address)}`;

export class FlowTable {
  readonly source: MediaSource;
  private readonly clock: Clock;
  /** When media of a flow that nobody asked for came from an address last; the oldest is forgotten. */
  private readonly intruders = new Map<string, number>();
  private readonly flows = new Set<Flow>();
  private readonly byTerminal = new ByTerminal<Flow>();
  /** Devices whose time stamps are 90 kHz ticks: the next flow of them begins with that. */
  private readonly tickDevices = new Set<number>();
  /** Requests that are over, with the time they ended. */
  private ended: { request: FlowRequest; atMs: number }[] = [];

  constructor(clock: Clock, source: MediaSource = 'asked') {
    this.clock = clock;
    this.source = source;
  }

  /** Opens the door for one flow. An earlier request for the same channel ends: devices have one flow per channel and purpose. */
  expect(request: FlowRequest): Flow {
    for (const flow of this.flows) {
      const { purpose, deviceKey, channel } = flow.request;
      if (purpose === request.purpose && deviceKey === request.deviceKey && channel === request.channel) {
        flow.close();
        flow.replaced = true;
        flow.request.sink.ended('asked for again');
        flow.disconnect();
      }
    }
    const flow = new Flow(this, request, this.clock);
    this.flows.add(flow);
    this.byTerminal.add(request.terminalId, flow);
    return flow;
  }

  /** In which unit a device counts its time stamps, as far as its flows have shown. */
  ticksPerMs(deviceKey: number): TicksPerMs {
    return this.tickDevices.has(deviceKey) ? 90 : 1;
  }

  noteTicks(deviceKey: number, ticksPerMs: TicksPerMs): void {
    if (ticksPerMs === 90) this.tickDevices.add(deviceKey);
    else this.tickDevices.delete(deviceKey);
  }

  /** Is any flow of this terminal expected or running? Helps to tell the two widths of the SIM field apart. */
  isExpectedSim(sim: string): boolean {
    return this.byTerminal.has(sim);
  }

  /** Is a flow of this channel expected or running? */
  isAsked({ purpose, deviceKey, terminalId, channel }: Omit<FlowRequest, 'linkAddress' | 'sink'>): boolean {
    for (const { request } of this.byTerminal.of(terminalId)) {
      if (request.purpose === purpose && request.deviceKey === deviceKey && request.channel === channel) return true;
    }
    return false;
  }

  /**
   * The flow a packet belongs to. `mismatch`: its SIM is nobody's, but exactly one request waits for the address it came from.
   */
  find(
    purpose: FlowPurpose,
    sim: string,
    channel: number,
    address: string,
  ): { flow: Flow; mismatch: boolean } | undefined {
    for (const flow of this.byTerminal.of(sim)) {
      if (flow.request.purpose === purpose && flow.request.channel === channel) return { flow, mismatch: false };
    }
    const only = this.onlyOneAskedAt(purpose, addressBlock(address));
    return only?.request.channel === channel ? { flow: only, mismatch: true } : undefined;
  }

  /** The request that waits for this address; undefined when there are more of them. */
  private onlyOneAskedAt(purpose: FlowPurpose, block: string): Flow | undefined {
    let only: Flow | undefined;
    for (const flow of this.flows) {
      if (flow.request.purpose !== purpose || flow.hasFrames() || !flow.isAskedAt(block)) continue;
      if (only !== undefined) return undefined;
      only = flow;
    }
    return only;
  }

  remove(flow: Flow): void {
    this.flows.delete(flow);
    this.byTerminal.remove(flow.request.terminalId, flow);
    const nowMs = this.clock.monotonic();
    this.ended = this.ended.filter(({ atMs }) => nowMs - atMs < AFTERMATH_MS);
    this.ended.push({ request: flow.request, atMs: nowMs });
  }

  /** What still comes of a flow that was just stopped is no intrusion: devices take a while to stop. */
  hasJustEnded(purpose: FlowPurpose, sim: string, channel: number): boolean {
    const nowMs = this.clock.monotonic();
    return this.ended.some(
      ({ request, atMs }) =>
        nowMs - atMs < AFTERMATH_MS &&
        request.purpose === purpose &&
        request.channel === channel &&
        sameTerminal(sim, request.terminalId),
    );
  }

  /** The link of a device comes from another address now. */
  moved(deviceKey: number, address: string): void {
    for (const flow of this.flows) if (flow.request.deviceKey === deviceKey) flow.moved(address);
  }

  /** Media that nobody asked for came from there. */
  noteIntruder(purpose: FlowPurpose, sim: string, channel: number, address: string): void {
    const key = intruderKey(purpose, sim, channel, address);
    this.intruders.delete(key);
    this.intruders.set(key, this.clock.monotonic());
    if (this.intruders.size <= MAX_INTRUDERS) return;
    for (const oldest of this.intruders.keys()) if (this.intruders.delete(oldest)) break;
  }

  /** Did media of this flow come from there before it was asked for? Never true of the link's own address. */
  isIntruder({ purpose, terminalId, channel }: FlowRequest, linkAddress: string, address: string): boolean {
    if (this.source === 'any' || nearness(linkAddress, address) === 2) return false;
    const sinceMs = this.intruders.get(intruderKey(purpose, terminalId, channel, address));
    return sinceMs !== undefined && this.clock.monotonic() - sinceMs < INTRUDER_MS;
  }

  size(): number {
    return this.flows.size;
  }

  /** The link of a device is gone for good: its flows end. */
  endAll(reason: string): void {
    for (const flow of this.flows) {
      if (!flow.close()) continue;
      flow.request.sink.ended(reason);
      flow.disconnect();
    }
  }
}
