// One virtual recorder: dials, registers, authenticates, reports, answers, dials again. What it answers is in answers/, how it
// moves in trip.ts, what its cameras send in media/.
import { t0702DriverCard, terminalIdOf } from '@outrider/jt808';
import type { LinkIdentity, LocationReport } from '@outrider/jt808';
import { repeat, WheelClock } from '../clock.ts';
import type { Clock, Timer } from '../clock.ts';
import { Dice, subSeed } from '../drive/dice.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import type { Received } from '../link/joiner.ts';
import type { SignalLink } from '../link/signal-link.ts';
import { Cameras } from '../media/cameras.ts';
import type { CamerasOptions } from '../media/cameras.ts';
import { loadClips } from '../media/clip-store.ts';
import type { ClipStore } from '../media/clip-store.ts';
import type { HeardBlock } from '../media/heard.ts';
import { AlarmDesk } from './alarm-desk.ts';
import type { AlarmName } from './alarm-desk.ts';
import { answerMessage } from './answers/index.ts';
import { AreaWatch } from './area-watch.ts';
import { Attachments } from './attachments.ts';
import type { Device, Memory } from './device.ts';
import { driverCardOf } from './answers/driver-answers.ts';
import { resolveOptions } from './options.ts';
import type { ResolvedOptions, VehicleOptions } from './options.ts';
import { OwnState } from './own-state.ts';
import { Kept } from './kept.ts';
import { ParameterStore } from './parameter-store.ts';
import { factoryParameters, PARAMETER } from './parameter-table.ts';
import { PlatformSession } from './platform-session.ts';
import type { VehicleState, Visit } from './platform-session.ts';
import { PhotoBox } from './photo-box.ts';
import { pictureSettings } from './picture-settings.ts';
import { reportPlan } from './report-plan.ts';
import type { ReportPlan } from './report-plan.ts';
import { Reporter } from './reporter.ts';
import type { SentReport } from './reporter.ts';
import { sightOf, spokenAt } from './safety-rules.ts';
import { loadState, saveState } from './state-file.ts';
import { Trip } from './trip.ts';
import { Upgrader } from './upgrader.ts';
import { VehicleLog } from './vehicle-log.ts';
import { driveYesterday, yesterdayMorning } from './yesterday.ts';

const MAX_RECEIVED = 1000;
/** Reports that are later than this are left out. */
const MAX_LATE_MS = 2000;
const RESTART_MS = 3000;
/** Between an order and what it does to the link, so that its answer gets out. */
const ANSWER_MS = 200;
const WATCH_MS = 1000;
const AWAKE_MS = 300_000;
/** What is watched each second once the platform set one of them; before, with each report. */
const WATCHED_PARAMETERS = [
  PARAMETER.topSpeedKmh,
  PARAMETER.overspeedS,
  PARAMETER.continuousDrivingS,
  PARAMETER.drivingPerDayS,
  PARAMETER.longestParkingS,
  PARAMETER.overspeedWarningTenthsKmh,
  PARAMETER.fatigueWarningS,
];

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
  readonly memory: Memory;
  readonly kept: Kept;
  readonly log: VehicleLog;
  startedMs: number;
  readonly upgrader: Upgrader;
  /** Messages of the platform, answers to our own left out; the last thousand. */
  readonly received: Received[] = [];
  /** Null on a light vehicle. */
  private readonly ownState: OwnState | null;
  private readonly areas: AreaWatch;
  private readonly clock: Clock;
  private readonly timers = new Set<Timer>();
  private readonly onlineWaiters = new Set<() => void>();
  private readonly session: PlatformSession;
  private reportTimer: Timer | null = null;
  private reportDueMs = 0;
  private reportedKm = 0;
  private reporting = false;
  private watch: Timer | null = null;
  private preparing = false;
  /** Woken up from outside: until then it does not sleep. */
  private awakeUntilMs = -Infinity;
  private tracking: { intervalMs: number; untilMs: number } | null = null;
  private prepared = false;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.clock = options.clock;
    this.deviceId = terminalIdOf(options.phone);
    this.dice = new Dice(subSeed(options.seed, 3));
    const saved = loadState(options.stateFile);
    this.parameters = new ParameterStore(factoryParameters(options), saved.parameters);
    this.kept = new Kept(options, saved);
    this.memory = { texts: this.kept.texts, calls: [], ptz: [], contacts: [], lossPercent: 0, sound: null };
    this.log = new VehicleLog(() => this.deviceNow(), options.log);
    this.areas = new AreaWatch(options.edition, this.kept.areas, (line) => this.log.add(line));
    this.startedMs = this.deviceNow();
    this.reporter = new Reporter(options.clock, options.keepReports);
    const now = this.clock.now();
    const { network, seed, parked, startAt, faults, clips } = options;
    this.trip = new Trip(
      { network, seed, parked, startAt, noGps: faults.noGps ?? false, speedingKmh: faults.speedingKmh ?? 0 },
      options.yesterday ? yesterdayMorning(now) : now,
    );
    this.ownState = clips === null ? null : new OwnState(subSeed(seed, 7));
    this.alarms = new AlarmDesk(this.deviceId.slice(-7), new Dice(subSeed(seed, 4)), this.options.alarmFilesADay);
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
    this.upgrader = new Upgrader({
      clock: options.clock,
      faults,
      kept: this.kept,
      log: this.log,
      later: (ms, job) => this.later(ms, job),
      saveState: () => this.saveState(),
      restart: () => this.restart(),
    });
    this.cameras = clips === null ? null : new Cameras(this.cameraOptions(clips));
    const { deviceId, parameters, kept } = this;
    this.session = new PlatformSession(
      options,
      { identity, deviceId, parameters, kept, authCode: saved.authCode },
      {
        online: (link) => this.accepted(link),
        received: (link, message) => this.take(link, message),
        offline: () => {
          this.reporter.useLink(null);
          this.upgrader.useLink(null);
        },
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

  /** Where the last link was dialled. */
  get server(): string {
    const { dialled } = this.session;
    return dialled === null ? '' : `${dialled.host}:${dialled.port}`;
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
    this.reporting = false;
    this.reportTimer?.cancel();
    this.watch?.cancel();
    this.watch = null;
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
    this.cameras?.closeAll();
    this.attachments.closeAll();
    this.upgrader.close();
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
    const { parameters, kept } = this;
    const raised = this.alarms.raise(name, this.trip, this.deviceNow(), sightOf(parameters, kept.settings));
    if (raised !== null) {
      this.attachments.remember(raised);
      const volume = spokenAt(raised.name, parameters, kept.settings);
      if (volume > 0) this.log.add(`speaks: ${raised.name} at volume ${volume}`);
    }
    this.reportNow();
    if (this.alarms.emergency && parameters.changed(PARAMETER.intervalEmergencyS)) this.replan();
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
    this.reportedKm = this.trip.odometerKm;
    const own = this.ownState?.itemsDue(this.clock.now(), this.trip.supplyV) ?? [];
    return this.reporter.report(this.trip.report(this.deviceNow(), { alarm, items: [...own, ...items] }), () => {
      if (alarm !== 0) this.alarms.answered();
    });
  }

  track(plan: { intervalMs: number; validityMs: number } | null): void {
    this.tracking = plan === null ? null : { intervalMs: plan.intervalMs, untilMs: this.clock.now() + plan.validityMs };
    this.replan();
  }

  later(ms: number, job: () => void): void {
    const timer = this.clock.after(ms, () => {
      this.timers.delete(timer);
      job();
    });
    this.timers.add(timer);
  }

  wakeUp(): void {
    this.log.add('woken up');
    this.awakeUntilMs = this.clock.now() + AWAKE_MS;
    this.reportNow();
    if (this.reporting) this.replan();
  }

  leave(awayMs: number): void {
    this.session.drop(awayMs);
  }

  restart(): void {
    this.log.add('restart');
    this.later(ANSWER_MS, () => {
      this.alarms.reset();
      this.startedMs = this.deviceNow();
      this.awakeUntilMs = -Infinity;
      this.tracking = null;
      this.cameras?.closeAll();
      this.upgrader.close();
      this.session.restart(RESTART_MS);
    });
  }

  visit(visit: Visit | null): void {
    this.log.add(
      visit === null ? 'back to the own server' : `to the server ${visit.address.host}:${visit.address.port}`,
    );
    this.later(ANSWER_MS, () => this.session.visit(visit));
  }

  obey(): void {
    this.session.obey();
    if (this.reporting) this.replan();
    this.watchIfNeeded();
  }

  watchAreas(): void {
    this.areas.take(this.kept.areas);
    if (this.areas.isEmpty) this.alarms.place(null, false);
    this.saveState();
    this.watchIfNeeded();
  }

  saveState(): void {
    saveState(this.options.stateFile, {
      authCode: this.session.homeCode,
      parameters: this.parameters.changes(),
      ...this.kept.saved,
    });
  }

  factoryReset(): void {
    this.log.add('factory values');
    this.parameters.reset();
    this.kept.reset();
    this.areas.take(this.kept.areas);
    this.session.forget();
    this.obey();
    this.saveState();
  }

  private prepare(): void {
    this.preparing = true;
    driveYesterday(this.clock, this.trip, yesterdayMorning(this.clock.now()), {
      alarms: this.options.alarms,
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
    this.log.add(`online at ${this.server}`);
    if (this.options.vendorBlock) this.log.add(`greeting: ${String(this.kept.own.saved['greeting'])}`);
    this.reportNow();
    if (this.ownState !== null) link.send(t0702DriverCard, driverCardOf(this));
    this.upgrader.useLink(link);
    this.reporting = true;
    this.replan();
    this.watchIfNeeded();
    for (const resolve of this.onlineWaiters) resolve();
    this.onlineWaiters.clear();
  }

  private take(link: SignalLink, message: Received): void {
    this.received.push(message);
    if (this.received.length > MAX_RECEIVED) this.received.shift();
    answerMessage(this, link, message);
  }

  /** The next report is due an interval from now. */
  private replan(): void {
    this.reportDueMs = this.clock.now();
    this.scheduleReport();
  }

  private scheduleReport(): void {
    this.reportTimer?.cancel();
    const { intervalMs } = this.plan();
    if (intervalMs === null) return;
    // From the time it was due, not from now: a busy host must not thin out the load it makes.
    const now = this.clock.now();
    this.reportDueMs = Math.max(this.reportDueMs + intervalMs, now - MAX_LATE_MS);
    this.reportTimer = this.clock.after(this.reportDueMs - now, () => {
      const event = this.observe();
      if (event === null) this.reportNow();
      else this.sendAlarm(event);
      this.scheduleReport();
    });
  }

  /** Drives on and looks at limits and chance. Gives the event that happened, if any. */
  private observe(): AlarmName | null {
    const elapsed = this.trip.advance(this.clock.now());
    if (!this.areas.isEmpty) this.areas.step(this.trip, elapsed, this.deviceNow(), this.alarms);
    return this.alarms.step(this.trip, this.parameters, elapsed, this.options.alarms);
  }

  /** Looks each second at what the platform told it to watch. */
  private watchIfNeeded(): void {
    const needed =
      this.plan().distanceM !== null ||
      !this.areas.isEmpty ||
      WATCHED_PARAMETERS.some((id) => this.parameters.changed(id));
    if (!this.reporting || !needed) {
      this.watch?.cancel();
      this.watch = null;
    } else this.watch ??= repeat(this.clock, WATCH_MS, () => this.look());
  }

  private look(): void {
    const before = this.alarms.bitsNow();
    const event = this.observe();
    const { distanceM } = this.plan();
    const far = distanceM !== null && (this.trip.odometerKm - this.reportedKm) * 1000 >= distanceM;
    if (event !== null) this.sendAlarm(event);
    else if (far || this.alarms.hasNews || this.alarms.bitsNow() !== before) this.reportNow();
  }

  private plan(): ReportPlan {
    const tracking = this.tracking;
    if (tracking !== null && tracking.untilMs > this.clock.now())
      return { intervalMs: tracking.intervalMs, distanceM: null };
    const asleep = !this.trip.motion.accOn && this.clock.now() >= this.awakeUntilMs;
    return reportPlan(this.parameters, this.options, { asleep, emergency: this.alarms.emergency });
  }

  private cameraOptions(clips: ClipStore): CamerasOptions {
    const { clock, phone, longSim, channels, audio, alarms, diskHours, diskFileMs, faults, seed, replay } =
      this.options;
    return {
      replay: replay ?? null,
      clock,
      clips,
      deviceId: this.deviceId,
      simDigits: longSim || replay?.file.simDigits.length === 20 ? phone.padStart(20, '0') : phone.slice(-12),
      channels,
      audio,
      alarms,
      diskHours,
      diskFileMs,
      faults,
      seed: subSeed(seed, 6),
      diskLog: this.kept.disk,
      picture: (channel, stream) => pictureSettings(this.parameters, this.kept, channel, stream),
    };
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
