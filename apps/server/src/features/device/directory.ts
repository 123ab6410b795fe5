// All devices in memory: found by id, key or terminal number, kept up to date by the bus, numbered as they change.
import { randomBytes } from 'node:crypto';
import type { Admission, TerminalDirectory, TerminalRequest } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position, Topics } from '../../kernel/topics.ts';
import { addressBlock } from '../../kernel/address-block.ts';
import { decideAdmission, type AdmissionPolicy, type NewPlace } from './admission.ts';
import { DeviceKeys } from './device-keys.ts';
import { newDevice, type DeviceRecord } from './record.ts';
import { withReadings } from './readings.ts';
import type { DeviceStore } from './store.ts';
import type { AllowedTerminalStore } from './store/allowed-terminals.ts';
import { type AllowedTerminal, WaitingTerminals } from './waiting-terminals.ts';

export type DirectoryKit = {
  store: DeviceStore;
  allowed: AllowedTerminalStore;
  bus: Bus;
  clock: Clock;
  log: Log;
  policy: AdmissionPolicy;
  synced: () => Promise<void>;
};

const MAX_NEW_DEVICES = 1000;
/** Above it no new device is made until the disk has caught up. */
const MAX_PLANNED_WRITES = 500;
/** New devices that have registered and not authenticated yet. */
const MAX_ARRIVING = 100;
/** A connection that has not authenticated by then is closed. */
const AUTHENTICATES_WITHIN_MS = 60_000;
const DAY_MS = 86_400_000;
/** A device that was never registered is forgotten after this silence. */
const FORGET_MS = 30 * DAY_MS;

export class DeviceDirectory implements TerminalDirectory {
  private readonly kit: DirectoryKit;
  private readonly byKey = new Map<number, DeviceRecord>();
  private readonly idToDevice = new Map<string, DeviceRecord>();
  private readonly terminalToDevice = new Map<string, DeviceRecord>();
  private readonly run = randomBytes(6).toString('base64url');
  private list = 0;
  private change = 0;
  /** Devices that were never registered, in the order they were seen last; some may have been registered since. */
  private readonly fresh = new Set<DeviceRecord>();
  /** Terminals that registered the number of other hardware. */
  readonly waiting: WaitingTerminals;
  private readonly keys: DeviceKeys;
  private writes: Promise<void> = Promise.resolve();
  /** Devices whose writing is planned and has not begun, by key: it will write their newest state. */
  private readonly planned = new Map<number, Promise<void>>();

  constructor(kit: DirectoryKit, devices: readonly DeviceRecord[], allowed: readonly AllowedTerminal[] = []) {
    this.kit = kit;
    this.waiting = new WaitingTerminals(kit.clock, allowed);
    this.keys = new DeviceKeys(kit);
    for (const device of devices) this.put(device);
  }

  /** Names this list: another token means that devices came or went, or that the server was started anew. */
  get token(): string {
    return `${this.run}.${this.list}`;
  }

  /** The number of the last change. */
  get cursor(): number {
    return this.change;
  }

  all(): Iterable<DeviceRecord> {
    return this.byKey.values();
  }

  get(id: string): DeviceRecord | undefined {
    return this.idToDevice.get(id);
  }

  at(key: number): DeviceRecord | undefined {
    return this.byKey.get(key);
  }

  byTerminal(terminalId: string): DeviceRecord | undefined {
    return this.terminalToDevice.get(terminalId);
  }

  admit(request: TerminalRequest): Admission {
    return decideAdmission(
      {
        policy: this.kit.policy,
        find: (terminalId) => this.terminalToDevice.get(terminalId),
        create: (terminalId, address) => this.createNew(terminalId, address),
        save: (device) => this.saveSoon(device).then(() => this.kit.synced()),
        useLeave: (asked) => this.useLeave(asked),
        wait: (asked) => this.waiting.add(asked),
      },
      request,
    );
  }

  /** Lets a waiting terminal register once. Undefined when it is not waiting any more; rejects when the permission cannot be stored. */
  async allowAgain(id: number, userName: string): Promise<AllowedTerminal | undefined> {
    const permission = this.waiting.permission(id, userName);
    if (permission === undefined) return undefined;
    await this.write(() => this.kit.allowed.save(permission));
    this.waiting.allow(permission);
    return permission;
  }

  forget(deviceKey: number): void {
    const device = this.byKey.get(deviceKey);
    if (device === undefined) return;
    device.authCodeHash = null;
    void this.saveSoon(device);
  }

  /** Resolves when a device can be added; rejects with AppError `unavailable` while the disk takes nothing. */
  ready(): Promise<void> {
    return this.keys.ready();
  }

  /** Adds a device that is not in the directory yet, under a key that no device has had. Undefined: see `ready`. */
  add(id: string, terminalId: string | null): DeviceRecord | undefined {
    const key = this.keys.take();
    if (key === undefined) return undefined;
    const device = newDevice(key, id, this.kit.clock.now());
    if (terminalId !== null) device.terminals.push(terminalId);
    this.put(device);
    return device;
  }

  rename(device: DeviceRecord, id: string): void {
    this.idToDevice.delete(device.id);
    device.id = id;
    this.idToDevice.set(id, device);
  }

  /**
   * The terminals of `from` lead to `to` from now on, which is known by the code and the hardware of `from`; its link has to come again,
   * and that of the terminal `to` had ends. `to` is to be saved.
   */
  moveTerminals(from: DeviceRecord, to: DeviceRecord): void {
    for (const terminal of to.terminals) this.terminalToDevice.delete(terminal);
    to.terminals = from.terminals;
    from.terminals = [];
    for (const terminal of to.terminals) this.terminalToDevice.set(terminal, to);
    const { manufacturer, model, hardwareId, authCodeHash } = from;
    Object.assign(to, { manufacturer, model, hardwareId, authCodeHash });
    Object.assign(from, { hardwareId: null, authCodeHash: null });
    void this.saveSoon(from);
    for (const { key: deviceKey } of [from, to]) this.kit.bus.publish('terminals.moved', { deviceKey });
  }

  /** Forgets a device that nobody ever registered. What other rooms keep of it is removed in time (dropped-devices.ts). */
  drop(device: DeviceRecord): void {
    this.fresh.delete(device);
    this.byKey.delete(device.key);
    this.idToDevice.delete(device.id);
    for (const terminal of device.terminals) this.terminalToDevice.delete(terminal);
    const atMs = this.kit.clock.now();
    this.background(() => this.kit.store.drop(device, atMs));
    this.kit.bus.publish('device.gone', { deviceKey: device.key, deviceId: device.id });
  }

  /** Stores the device; in the order of the calls. Resolves when it is written, rejects when it cannot be. */
  save(device: DeviceRecord): Promise<void> {
    return this.write(() => this.kit.store.save(device));
  }

  /** Something a list shows changed: the next Q04 carries it. */
  touch(device: DeviceRecord): void {
    this.change += 1;
    device.changed = this.change;
    device.json = null;
    this.kit.bus.publish('device.changed', { deviceKey: device.key, deviceId: device.id });
  }

  relist(reason: Topics['devices.relisted']['reason']): void {
    this.kit.bus.publish('devices.relisted', { reason });
  }

  /** Also for changes of groups and rights, which others publish. */
  onRelisted(): void {
    this.list += 1;
  }

  setLink(key: number, link: { id: number; address: string } | null, atMs: number): void {
    const device = this.byKey.get(key);
    if (device === undefined) return;
    device.link = link;
    device.statusMs = atMs;
    device.seenMs = atMs;
    if (this.fresh.delete(device)) this.fresh.add(device);
    // Rows of new devices come and go with their connection.
    if (!device.registered) this.relist(link === null ? 'removed' : 'registered');
    this.touch(device);
    void this.saveSoon(device);
  }

  /** Stores in which zone the device's clock runs, and tells those who read it. Rejects when it cannot be stored. */
  async setZone(device: DeviceRecord, utcOffsetMinutes: number): Promise<void> {
    await this.write(async () => {
      await this.kit.store.save(device); // a new device may not have its row yet
      await this.kit.store.saveZone(device.key, utcOffsetMinutes);
    });
    this.takeZone(device, utcOffsetMinutes);
  }

  /** Takes over the zones that a command of another program wrote. */
  async reloadZones(): Promise<void> {
    for (const [key, utcOffsetMinutes] of await this.kit.store.zones()) {
      const device = this.byKey.get(key);
      if (device !== undefined) this.takeZone(device, utcOffsetMinutes);
    }
  }

  setPosition(key: number, position: Position, usable: boolean): void {
    const device = this.byKey.get(key);
    if (device === undefined) return;
    device.position = position;
    device.readings = withReadings(device.readings, position);
    if (usable) device.fix = position;
    this.touch(device);
  }

  setRecording(key: number, state: Pick<DeviceRecord, 'recording' | 'recordingFault' | 'recordingErrors'>): void {
    const device = this.byKey.get(key);
    if (device === undefined) return;
    const same =
      device.recording === state.recording &&
      device.recordingFault === state.recordingFault &&
      device.recordingErrors === state.recordingErrors;
    if (same) return;
    Object.assign(device, state);
    this.touch(device);
  }

  /** The licence stays when the card is taken out: it tells who drove last. */
  setDriver(key: number, driver: DeviceRecord['driver']): void {
    const device = this.byKey.get(key);
    if (device === undefined) return;
    device.driver = driver;
    if (driver !== null && driver.licence !== device.driverLicense) {
      device.driverLicense = driver.licence;
      void this.saveSoon(device);
    }
    this.touch(device);
  }

  /** Once a day: never registered devices that have not been seen for 30 days, and permissions nobody used. */
  sweep(): void {
    this.background(() => this.kit.allowed.removeExpired(this.kit.clock.now()));
    const beforeMs = this.kit.clock.now() - FORGET_MS;
    for (const device of this.byKey.values()) {
      if (device.knownSinceMs === null && device.link === null && device.seenMs < beforeMs) this.drop(device);
    }
  }

  async settled(): Promise<void> {
    await this.writes;
  }

  /** A permission that is used is removed before the device is stored, and so before its terminal is answered. */
  private useLeave(request: TerminalRequest): boolean {
    const used = this.waiting.useLeave(request);
    if (used === undefined) return false;
    const { terminalId, allowedBy } = used;
    this.kit.log.info('allowed recorder registers again', { terminalId, address: request.remoteAddress, allowedBy });
    this.background(() => this.kit.allowed.remove(used.id));
    return true;
  }

  private takeZone(device: DeviceRecord, utcOffsetMinutes: number): void {
    if (device.utcOffsetMinutes === utcOffsetMinutes) return;
    device.utcOffsetMinutes = utcOffsetMinutes;
    const { key: deviceKey, id: deviceId } = device;
    this.kit.bus.publish('device.zone', { deviceKey, deviceId, utcOffsetMinutes });
    this.touch(device);
  }

  private createNew(terminalId: string, address: string): NewPlace | undefined {
    if (this.planned.size >= MAX_PLANNED_WRITES) return undefined; // somebody tries out numbers faster than the disk writes
    if (this.idToDevice.has(terminalId)) return undefined; // a registered device has this id but another number
    let crowded: DeviceRecord | undefined;
    if (this.fresh.size >= MAX_NEW_DEVICES) {
      const idle = this.longestGone();
      if (idle === undefined && this.fresh.size >= MAX_NEW_DEVICES) crowded = this.mostCrowded(address);
      const goes = idle ?? crowded;
      if (goes !== undefined) this.drop(goes);
    }
    if (this.fresh.size >= MAX_NEW_DEVICES) return undefined;
    const device = this.add(terminalId, terminalId);
    if (device === undefined) return undefined;
    this.kit.log.info('new device', { deviceId: terminalId });
    return crowded === undefined ? { device } : { device, pushedOut: crowded.key };
  }

  /**
   * Of the devices that were never registered, the one that has been away for longest. A few that just came have yet to authenticate
   * and stay; where they are many, somebody tries out numbers.
   */
  private longestGone(): DeviceRecord | undefined {
    let first: DeviceRecord | undefined;
    let count = 0;
    for (const device of this.fresh) {
      if (device.knownSinceMs !== null) this.fresh.delete(device);
      else if (device.link === null) {
        first ??= device;
        count += 1;
      }
    }
    if (first === undefined) return undefined;
    const isGone = first.seenMs <= this.kit.clock.now() - AUTHENTICATES_WITHIN_MS;
    return isGone || count > MAX_ARRIVING ? first : undefined;
  }

  /** All places of new devices are taken by connected ones: the oldest of the address that has most, if that is not the asking one. */
  private mostCrowded(address: string): DeviceRecord | undefined {
    const crowds = new Map<string, { oldest: DeviceRecord; count: number }>();
    for (const device of this.fresh) {
      const block = addressBlock(device.link?.address ?? '');
      const crowd = crowds.get(block) ?? { oldest: device, count: 0 };
      crowd.count += 1;
      crowds.set(block, crowd);
    }
    const [largest] = [...crowds.values()].toSorted((a, b) => b.count - a.count);
    const own = crowds.get(addressBlock(address))?.count ?? 0;
    return largest !== undefined && largest.count > own + 1 ? largest.oldest : undefined;
  }

  private put(device: DeviceRecord): void {
    if (device.knownSinceMs === null) this.fresh.add(device);
    this.byKey.set(device.key, device);
    this.idToDevice.set(device.id, device);
    for (const terminal of device.terminals) this.terminalToDevice.set(terminal, device);
  }

  /** Settles when its newest state is written; a failure is logged, and the next change of the device writes it again. */
  private saveSoon(device: DeviceRecord): Promise<void> {
    const planned = this.planned.get(device.key);
    if (planned !== undefined) return planned;
    const done = this.write(async () => {
      this.planned.delete(device.key);
      // One that was dropped meanwhile stays dropped.
      if (this.byKey.get(device.key) === device) await this.kit.store.save(device);
    });
    done.catch(() => undefined);
    this.planned.set(device.key, done);
    return done;
  }

  /** For what nobody waits for: a failure is logged by `write`, and the next change of the device writes it again. */
  private background(action: () => Promise<void>): void {
    this.write(action).catch(() => undefined);
  }

  private write(action: () => Promise<void>): Promise<void> {
    const done = this.writes.then(action);
    this.writes = done.catch((error: unknown) => this.kit.log.error('device not stored', { err: error }));
    return done;
  }
}
