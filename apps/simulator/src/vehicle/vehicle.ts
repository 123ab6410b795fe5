// One virtual recorder: dials, registers, authenticates, reports, answers, dials again. What it answers is in answers/, how it
// moves in trip.ts, what its cameras send in media/.
import {
  t0002Heartbeat,
  t0004TimeRequest,
  t0100Register,
  t0102Authenticate,
  terminalIdOf,
  p8100RegisterReply,
} from '@outrider/jt808';
import type { LinkIdentity, LocationReport } from '@outrider/jt808';
import { WheelClock } from '../clock.ts';
import type { Clock, Timer } from '../clock.ts';
import { Dice, subSeed } from '../drive/dice.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import type { Received } from '../link/joiner.ts';
import { SignalLink } from '../link/signal-link.ts';
import { Cameras } from '../media/cameras.ts';
import { loadClips } from '../media/clip-store.ts';
import type { HeardBlock } from '../media/heard.ts';
import { AlarmDesk } from './alarm-desk.ts';
import type { AlarmName } from './alarm-desk.ts';
import { answerMessage } from './answers/index.ts';
import { Attachments } from './attachments.ts';
import type { Device, Memory } from './device.ts';
import { resolveOptions } from './options.ts';
import type { ResolvedOptions, VehicleOptions } from './options.ts';
import { factoryParameters, PARAMETER, ParameterStore } from './parameter-store.ts';
import { PhotoBox } from './photo-box.ts';
import { Reporter } from './reporter.ts';
import type { SentReport } from './reporter.ts';
import { loadState, saveState } from './state-file.ts';
import { Trip } from './trip.ts';
import { driveYesterday, yesterdayMorning } from './yesterday.ts';

const MAX_RECEIVED = 1000;
const MAX_RECONNECT_MS = 60_000;

/** Where a vehicle stands with the platform. */
export type VehicleState =
  | 'stopped'
  | 'preparing'
  | 'offline'
  | 'connecting'
  | 'registering'
  | 'authenticating'
  | 'online';

export class Vehicle implements Device {
  readonly options: ResolvedOptions;
  /** The number without leading zeros: what the platform calls the device. */
  readonly deviceId: string;
  readonly dice: Dice;
  readonly parameters: ParameterStore;
  readonly reporter: Reporter;
  readonly trip: Trip;
  readonly alarms: AlarmDesk;
  readonly attachments: Attachments;
  readonly photos: PhotoBox;
  readonly cameras: Cameras | null;
  readonly memory: Memory = { texts: [], calls: [], areas: new Map(), ptz: [], contacts: [], lossPercent: 0 };
  /** Messages of the platform, answers to our own left out; the last thousand. */
  readonly received: Received[] = [];
  state: VehicleState = 'stopped';
  /** Links opened so far. */
  dials = 0;
  /** Registrations refused, and why the last link ended. */
  lastFailure: string | null = null;
  private readonly clock: Clock;
  private readonly identity: LinkIdentity;
  private readonly timers = new Set<Timer>();
  private readonly onlineWaiters = new Set<() => void>();
  private link: SignalLink | null = null;
  private authCode: string | null;
  private backoffMs: number;
  private reportTimer: Timer | null = null;
  private heartbeatTimer: Timer | null = null;
  private dialTimer: Timer | null = null;
  private tracking: { intervalMs: number; untilMs: number } | null = null;
  private prepared = false;
  private linkEnded: (() => void) | null = null;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.clock = options.clock;
    this.deviceId = terminalIdOf(options.phone);
    this.identity = identityOf(options);
    this.dice = new Dice(subSeed(options.seed, 3));
    const saved = loadState(options.stateFile);
    this.authCode = saved.authCode;
    this.parameters = new ParameterStore(factoryParameters(options), saved.parameters);
    this.reporter = new Reporter(options.clock, options.keepReports);
    const now = this.clock.now();
    const { network, seed, parked, startAt, faults, clips } = options;
    this.trip = new Trip({ network, seed, parked, startAt }, options.yesterday ? yesterdayMorning(now) : now);
    this.alarms = new AlarmDesk(this.deviceId.slice(-7), new Dice(subSeed(seed, 4)));
    const { clock, identity } = this;
    this.attachments = new Attachments({
      clock,
      clips,
      identity,
      terminalId: this.deviceId,
      faults,
      seed: subSeed(seed, 5),
    });
    this.photos = new PhotoBox(clips?.photo ?? new Uint8Array(0));
    this.cameras = clips === null ? null : new Cameras({ ...cameraOptions(options), clips, deviceId: this.deviceId });
    this.backoffMs = options.reconnectMs;
  }

  get online(): boolean {
    return this.state === 'online';
  }

  /** Positions sent, oldest first, with their answers. */
  get reports(): readonly SentReport[] {
    return this.reporter.sent;
  }

  /** Sound the platform sent in talk and broadcast. */
  get talkHeard(): readonly HeardBlock[] {
    return this.cameras?.heard ?? [];
  }

  /** Begins to drive and to dial. */
  start(): void {
    if (this.state !== 'stopped') return;
    this.state = 'offline';
    if (this.options.yesterday && !this.prepared) this.prepare();
    else this.dial();
  }

  /** Ends every connection and timer; resolves when the link is closed. */
  stop(): Promise<void> {
    this.state = 'stopped';
    for (const timer of [...this.timers, this.reportTimer, this.heartbeatTimer, this.dialTimer]) timer?.cancel();
    this.timers.clear();
    this.cameras?.closeAll();
    this.attachments.closeAll();
    const { link } = this;
    if (link === null) return Promise.resolve();
    return new Promise((resolve) => {
      this.linkEnded = resolve;
      link.close(true);
    });
  }

  /** Resolves at once when online, else when the platform has accepted the vehicle. */
  whenOnline(): Promise<void> {
    if (this.online) return Promise.resolve();
    return new Promise((resolve) => this.onlineWaiters.add(resolve));
  }

  /** Breaks the link as a lost radio does; the vehicle dials again by itself. */
  cut(): void {
    this.link?.close(true);
  }

  /** Raises an alarm and reports at once. */
  sendAlarm(name: AlarmName): void {
    const raised = this.alarms.raise(name, this.trip, this.deviceNow());
    if (raised !== null) this.attachments.remember(raised);
    this.reportNow();
  }

  deviceNow(): number {
    return this.clock.now() + (this.options.faults.clockOffsetS ?? 0) * 1000;
  }

  locationNow(): LocationReport {
    this.trip.advance(this.clock.now());
    return this.trip.report(this.deviceNow(), { alarm: this.alarms.bitsNow(), items: [] });
  }

  /** A report now, sent or stored. */
  reportNow(): SentReport {
    this.trip.advance(this.clock.now());
    const extras = this.alarms.forReport();
    return this.reporter.report(this.trip.report(this.deviceNow(), extras), () => {
      if (extras.alarm !== 0) this.alarms.answered();
    });
  }

  track(plan: { intervalMs: number; validityMs: number } | null): void {
    this.tracking = plan === null ? null : { intervalMs: plan.intervalMs, untilMs: this.clock.now() + plan.validityMs };
    this.scheduleReport();
  }

  later(ms: number, job: () => void): void {
    const timer = this.clock.after(ms, () => {
      this.timers.delete(timer);
      job();
    });
    this.timers.add(timer);
  }

  leave(awayMs: number): void {
    this.backoffMs = awayMs;
    this.link?.close(true);
  }

  saveState(): void {
    saveState(this.options.stateFile, { authCode: this.authCode, parameters: this.parameters.list() });
  }

  factoryReset(): void {
    this.parameters.reset();
    this.authCode = null;
    this.saveState();
  }

  private prepare(): void {
    this.state = 'preparing';
    driveYesterday(this.clock, this.trip, yesterdayMorning(this.clock.now()), {
      store: (report) => this.reporter.storeLater(report),
      stopped: () => this.state === 'stopped',
      done: () => {
        this.prepared = true;
        this.trip.resumeAt(this.clock.now());
        this.trip.depart();
        this.dial();
      },
    });
  }

  private dial(): void {
    this.state = 'connecting';
    this.dials += 1;
    const { host, port, transport, faults, seed } = this.options;
    const link = new SignalLink(
      {
        address: { host, port, transport },
        identity: this.identity,
        clock: this.clock,
        faults,
        seed: subSeed(seed, 100 + this.dials),
        answerTimeoutMs: this.parameters.changed(PARAMETER.answerTimeoutS)
          ? this.parameters.number(PARAMETER.answerTimeoutS, 10) * 1000
          : this.options.answerTimeoutMs,
        retries: this.parameters.number(PARAMETER.retries, 3),
      },
      {
        opened: () => (this.authCode === null ? this.register(link) : this.authenticate(link)),
        received: (message) => this.take(link, message),
        closed: (reason) => this.lost(reason),
      },
    );
    this.link = link;
  }

  private register(link: SignalLink): void {
    this.state = 'registering';
    const register = {
      province: 0,
      city: 0,
      manufacturer: 'OUTRD',
      model: `SIM-${this.options.channels}CH`,
      terminalId: this.deviceId.slice(-7),
      plateColor: 2,
      plate: this.options.plate,
    };
    link.request(
      t0100Register,
      register,
      (result, answer) => {
        if (result !== 0) {
          this.refused(link, `registration refused with ${result}`);
          return;
        }
        this.authCode = p8100RegisterReply.decode(answer.body, link.codec.edition).authCode ?? '';
        this.saveState();
        this.authenticate(link);
      },
      () => link.close(true),
    );
  }

  private authenticate(link: SignalLink): void {
    this.state = 'authenticating';
    link.request(
      t0102Authenticate,
      {
        authCode: this.authCode ?? '',
        imei: this.deviceId.padStart(15, '0').slice(-15),
        softwareVersion: 'outrider-0.1.0',
      },
      (result) => {
        if (result === 0) {
          this.accepted(link);
          return;
        }
        this.authCode = null; // a code of another life; register anew on the next link
        this.refused(link, `authentication refused with ${result}`);
      },
      () => link.close(true),
    );
  }

  private refused(link: SignalLink, why: string): void {
    this.lastFailure = why;
    link.close(true);
  }

  private accepted(link: SignalLink): void {
    this.state = 'online';
    this.backoffMs = this.options.reconnectMs;
    this.lastFailure = null;
    this.reporter.useLink(link);
    // From here on the vehicle takes positions, with a link or without one.
    this.reportNow();
    this.scheduleReport();
    this.scheduleHeartbeat(link);
    if (this.options.edition === '2019') link.send(t0004TimeRequest, {});
    for (const resolve of this.onlineWaiters) resolve();
    this.onlineWaiters.clear();
  }

  private take(link: SignalLink, message: Received): void {
    this.received.push(message);
    if (this.received.length > MAX_RECEIVED) this.received.shift();
    answerMessage(this, link, message);
  }

  private lost(reason: string): void {
    this.link = null;
    this.heartbeatTimer?.cancel();
    this.reporter.useLink(null);
    this.linkEnded?.();
    this.linkEnded = null;
    if (this.state === 'stopped') return;
    this.state = 'offline';
    this.lastFailure ??= reason;
    const waitMs = this.backoffMs * this.dice.between(0.8, 1.2);
    this.backoffMs = Math.min(MAX_RECONNECT_MS, this.backoffMs * 2);
    this.dialTimer = this.clock.after(waitMs, () => this.dial());
  }

  private scheduleReport(): void {
    this.reportTimer?.cancel();
    this.reportTimer = this.clock.after(this.intervalMs(), () => {
      const elapsed = this.trip.advance(this.clock.now());
      const event = this.alarms.step(this.trip, this.parameters, elapsed, this.options.alarms);
      if (event === null) this.reportNow();
      else this.sendAlarm(event);
      this.scheduleReport();
    });
  }

  private intervalMs(): number {
    const tracking = this.tracking;
    if (tracking !== null && tracking.untilMs > this.clock.now()) return tracking.intervalMs;
    const asleep = !this.trip.motion.accOn;
    const id = asleep ? PARAMETER.intervalAsleepS : PARAMETER.intervalS;
    if (this.parameters.changed(id)) return Math.max(1, this.parameters.number(id, 10)) * 1000;
    return asleep ? this.options.intervalMs * 6 : this.options.intervalMs;
  }

  private scheduleHeartbeat(link: SignalLink): void {
    this.heartbeatTimer?.cancel();
    const periodMs = this.parameters.changed(PARAMETER.heartbeatS)
      ? Math.max(1, this.parameters.number(PARAMETER.heartbeatS, 30)) * 1000
      : this.options.heartbeatMs;
    this.heartbeatTimer = this.clock.after(periodMs, () => {
      link.request(
        t0002Heartbeat,
        {},
        () => undefined,
        () => link.close(true),
      );
      this.scheduleHeartbeat(link);
    });
  }
}

/** A vehicle of its own, with its own clock and clips where the options bring none. Call `start()`, and `stop()` at the end. */
export const createVehicle = (options: VehicleOptions): Vehicle =>
  new Vehicle(
    resolveOptions(options, {
      clock: options.clock ?? new WheelClock(),
      network: options.network ?? loadRoadNetwork(),
      clips: options.clips === undefined ? loadClips() : options.clips,
    }),
  );

const identityOf = ({ edition, phone }: ResolvedOptions): LinkIdentity =>
  edition === '2019'
    ? { layout: '2019', versionFlag: true, protocolVersion: 1, phone }
    : { layout: '2013', versionFlag: false, protocolVersion: null, phone };

const cameraOptions = ({ clock, phone, longSim, channels, audio, faults, seed, replay }: ResolvedOptions) => ({
  replay: replay ?? null,
  clock,
  simDigits: longSim || replay?.file.simDigits.length === 20 ? phone.padStart(20, '0') : phone.slice(-12),
  channels,
  audio,
  faults,
  seed: subSeed(seed, 6),
});
