// One virtual recorder: dials, registers, authenticates, reports, answers, dials again. What it answers is in answers/, how it
// moves in trip.ts, what its cameras send in media/.
import { t0702DriverCard, terminalIdOf } from '@outrider/jt808';
import type { LinkIdentity, LocationReport } from '@outrider/jt808';
import { WheelClock } from '../clock.ts';
import type { Clock, Timer } from '../clock.ts';
import { Dice, subSeed } from '../drive/dice.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import type { Received } from '../link/joiner.ts';
import type { SignalLink } from '../link/signal-link.ts';
import { Cameras } from '../media/cameras.ts';
import { loadClips } from '../media/clip-store.ts';
import type { HeardBlock } from '../media/heard.ts';
import { AlarmDesk } from './alarm-desk.ts';
import type { AlarmName } from './alarm-desk.ts';
import { answerMessage } from './answers/index.ts';
import { Attachments } from './attachments.ts';
import type { Device, Memory } from './device.ts';
import { driverCardOf } from './answers/driver-answers.ts';
import { resolveOptions } from './options.ts';
import type { ResolvedOptions, VehicleOptions } from './options.ts';
import { OwnState } from './own-state.ts';
import { factoryParameters, PARAMETER, ParameterStore } from './parameter-store.ts';
import { PlatformSession } from './platform-session.ts';
import type { VehicleState } from './platform-session.ts';
import { PhotoBox } from './photo-box.ts';
import { Reporter } from './reporter.ts';
import type { SentReport } from './reporter.ts';
import { loadState, saveState } from './state-file.ts';
import { Trip } from './trip.ts';
import { driveYesterday, yesterdayMorning } from './yesterday.ts';

const MAX_RECEIVED = 1000;
/** Reports that are later than this are left out. */
const MAX_LATE_MS = 2000;

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
  /** Null on a light vehicle. */
  private readonly ownState: OwnState | null;
  private readonly clock: Clock;
  private readonly timers = new Set<Timer>();
  private readonly onlineWaiters = new Set<() => void>();
  private readonly session: PlatformSession;
  private reportTimer: Timer | null = null;
  private reportDueMs = 0;
  private preparing = false;
  private tracking: { intervalMs: number; untilMs: number } | null = null;
  private prepared = false;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.clock = options.clock;
    this.deviceId = terminalIdOf(options.phone);
    this.dice = new Dice(subSeed(options.seed, 3));
    const saved = loadState(options.stateFile);
    this.parameters = new ParameterStore(factoryParameters(options), saved.parameters);
    this.reporter = new Reporter(options.clock, options.keepReports);
    const now = this.clock.now();
    const { network, seed, parked, startAt, faults, clips } = options;
    this.trip = new Trip(
      { network, seed, parked, startAt, noGps: faults.noGps ?? false },
      options.yesterday ? yesterdayMorning(now) : now,
    );
    this.ownState = clips === null ? null : new OwnState(subSeed(seed, 7));
    this.alarms = new AlarmDesk(this.deviceId.slice(-7), new Dice(subSeed(seed, 4)));
    const identity = identityOf(options);
    this.attachments = new Attachments({
      clock: options.clock,
      clips,
      identity,
      terminalId: this.deviceId,
      faults,
      seed: subSeed(seed, 5),
    });
    this.photos = new PhotoBox(clips?.photo ?? new Uint8Array(0));
    this.cameras = clips === null ? null : new Cameras({ ...cameraOptions(options), clips, deviceId: this.deviceId });
    const { deviceId, parameters } = this;
    this.session = new PlatformSession(
      options,
      { identity, deviceId, parameters, authCode: saved.authCode },
      {
        online: (link) => this.accepted(link),
        received: (link, message) => this.take(link, message),
        offline: () => this.reporter.useLink(null),
        codeChanged: () => this.saveState(),
      },
    );
  }

  get state(): VehicleState {
    return this.preparing ? 'preparing' : this.session.state;
  }

  get online(): boolean {
    return this.state === 'online';
  }

  /** Links opened so far. */
  get dials(): number {
    return this.session.dials;
  }

  /** Why the last attempt failed, or the last link ended; null while online. */
  get lastFailure(): string | null {
    return this.session.lastFailure;
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
    if (this.options.yesterday && !this.prepared) this.prepare();
    else this.session.dial();
  }

  /** Ends every connection and timer; resolves when the link is closed. */
  stop(): Promise<void> {
    this.preparing = false;
    this.reportTimer?.cancel();
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
    this.cameras?.closeAll();
    this.attachments.closeAll();
    return this.session.stop();
  }

  /** Resolves at once when online, else when the platform has accepted the vehicle. */
  whenOnline(): Promise<void> {
    if (this.online) return Promise.resolve();
    return new Promise((resolve) => this.onlineWaiters.add(resolve));
  }

  /** Breaks the link as a lost radio does; the vehicle dials again by itself. */
  cut(): void {
    this.session.drop();
  }

  /** Raises an alarm and reports at once. */
  sendAlarm(name: AlarmName): void {
    const raised = this.alarms.raise(name, this.trip, this.deviceNow());
    if (raised !== null) this.attachments.remember(raised);
    this.reportNow();
  }

  /** Ends a lasting alarm and reports at once. */
  clearAlarm(name: AlarmName): void {
    this.alarms.clear(name);
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
    const { alarm, items } = this.alarms.forReport();
    const own = this.ownState?.itemsDue(this.clock.now(), this.trip.supplyV) ?? [];
    return this.reporter.report(this.trip.report(this.deviceNow(), { alarm, items: [...own, ...items] }), () => {
      if (alarm !== 0) this.alarms.answered();
    });
  }

  track(plan: { intervalMs: number; validityMs: number } | null): void {
    this.reportDueMs = this.clock.now();
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
    this.session.drop(awayMs);
  }

  saveState(): void {
    saveState(this.options.stateFile, { authCode: this.session.authCode, parameters: this.parameters.changes() });
  }

  factoryReset(): void {
    this.parameters.reset();
    this.session.authCode = null;
    this.saveState();
  }

  private prepare(): void {
    this.preparing = true;
    driveYesterday(this.clock, this.trip, yesterdayMorning(this.clock.now()), {
      store: (report) => this.reporter.storeLater(report),
      stopped: () => !this.preparing,
      done: () => {
        this.prepared = true;
        this.preparing = false;
        this.trip.resumeAt(this.clock.now());
        this.trip.depart();
        this.session.dial();
      },
    });
  }

  private accepted(link: SignalLink): void {
    this.reporter.useLink(link);
    this.ownState?.tellAll();
    // From here on the vehicle takes positions, with a link or without one.
    this.reportNow();
    if (this.ownState !== null) link.send(t0702DriverCard, driverCardOf(this));
    this.reportDueMs = this.clock.now();
    this.scheduleReport();
    for (const resolve of this.onlineWaiters) resolve();
    this.onlineWaiters.clear();
  }

  private take(link: SignalLink, message: Received): void {
    this.received.push(message);
    if (this.received.length > MAX_RECEIVED) this.received.shift();
    answerMessage(this, link, message);
  }

  private scheduleReport(): void {
    this.reportTimer?.cancel();
    // From the time it was due, not from now: a busy host must not thin out the load it makes.
    const now = this.clock.now();
    this.reportDueMs = Math.max(this.reportDueMs + this.intervalMs(), now - MAX_LATE_MS);
    this.reportTimer = this.clock.after(this.reportDueMs - now, () => {
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

const cameraOptions = ({ clock, phone, longSim, channels, audio, alarms, faults, seed, replay }: ResolvedOptions) => ({
  replay: replay ?? null,
  clock,
  simDigits: longSim || replay?.file.simDigits.length === 20 ? phone.padStart(20, '0') : phone.slice(-12),
  channels,
  audio,
  alarms,
  faults,
  seed: subSeed(seed, 6),
});
