// All devices in memory: found by id, key or terminal number, kept up to date by the bus, numbered as they change.
import { randomBytes } from 'node:crypto';
import { ChangedError } from '@outrider/contract';
import type { Admission, TerminalDirectory, TerminalRequest } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type Edit, assertSeen, nextVersion, saveVersioned } from '../../kernel/storage/version.ts';
import type { Position, Topics } from '../../kernel/topics.ts';
import type { AdmissionPolicy, NewPlace } from './admission.ts';
import { Admissions, type DirectoryHooks } from './admissions.ts';
import { Changes } from './changes.ts';
import { DeviceIndex } from './device-index.ts';
import { DeviceKeys } from './device-keys.ts';
import { DeviceWrites } from './device-writes.ts';
import { MAX_NEWCOMERS, Newcomers } from './newcomers.ts';
import { zoneOfPlace } from './place-zone.ts';
import {
  editedPartOf,
  newDevice,
  type DeviceRecord,
  type EditedPart,
  type LiveDevice,
  type StoredDevice,
} from './record.ts';
import { withReadings } from './readings.ts';
import { commandColumns, type CommandChange, type DeviceStore } from './store.ts';
import { SightBook } from './sight-book.ts';
import type { AdmissionStore } from './store/admissions.ts';
import type { AllowedTerminalStore } from './store/allowed-terminals.ts';
import { type AllowedTerminal, WaitingTerminals } from './readmission.ts';

export type DirectoryKit = {
  store: DeviceStore;
  admissions: AdmissionStore;
  allowed: AllowedTerminalStore;
  bus: Bus;
  clock: Clock;
  log: Log;
  policy: AdmissionPolicy;
  synced: () => Promise<void>;
};

const RELOADED_AT_ONCE = 50;
const DAY_MS = 86_400_000;
/** A device that was never registered is forgotten after this silence. */
const FORGET_MS = 30 * DAY_MS;

/** What people may change of a device. */
export type DeviceChange = Partial<Omit<StoredDevice, 'key' | 'seenMs' | 'authCodeHash' | 'terminals'>>;

type PresentOf = (device: StoredDevice) => Record<string, unknown>;

/** What of a change commands make too. */
const commandPart = (patch: DeviceChange): Partial<CommandChange> =>
  Object.fromEntries(commandColumns.flatMap((name) => (name in patch ? [[name, patch[name]]] : [])));

/** The values that `record` has for the names of `patch`. */
const valuesOf = (record: DeviceRecord, patch: DeviceChange): DeviceChange =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in patch));

/** After another fix, and where people may have changed what counts. */
const findZone = (device: DeviceRecord): void => {
  const { zoneByPlace, fix, mapLocation } = device;
  const place = fix === null ? mapLocation : { lat: fix.latitude, lng: fix.longitude };
  device.placeZone = zoneByPlace && place !== null ? zoneOfPlace(place) : null;
};

export class DeviceDirectory implements TerminalDirectory {
  private readonly kit: DirectoryKit;
  private readonly index = new DeviceIndex();
  private readonly run = randomBytes(6).toString('base64url');
  private list = 0;
  /** What came and went for each account. */
  private readonly sights = new SightBook();
  private readonly changes: Changes;
  private readonly newcomers: Newcomers;
  /** Terminals that registered the number of other hardware. */
  readonly waiting: WaitingTerminals;
  private readonly keys: DeviceKeys;
  private readonly writes: DeviceWrites;
  /** Unregistered devices that were connected when they were dropped: lists are to tell that they are gone. */
  private readonly departed = new Map<number, DeviceRecord>();
  private readonly admissions: Admissions;

  constructor(kit: DirectoryKit, devices: readonly DeviceRecord[], allowed: readonly AllowedTerminal[] = []) {
    this.kit = kit;
    this.waiting = new WaitingTerminals(kit.clock, allowed);
    this.keys = new DeviceKeys(kit);
    this.changes = new Changes({ ...kit, fleetSize: () => this.index.byKey.size });
    this.newcomers = new Newcomers(kit.clock);
    this.writes = new DeviceWrites({ ...kit, isKnown: (device) => this.isThere(device) });
    const { index, writes, waiting } = this;
    this.admissions = new Admissions({ ...kit, store: kit.admissions, index, writes, waiting, hooks: this.hooks() });
    for (const device of devices) this.put(device);
  }

  /** Names the list of an account: another token means that devices came or went for it, or that the server was started over. */
  tokenFor(userId: number): string {
    return `${this.run}.${this.list}.${this.sights.count(userId)}`;
  }

  /** The devices that came or went for an account since it got this token, each once; undefined: its list is to be made again. */
  cameOrWentSince(userId: number, token: string): ReadonlySet<number> | undefined {
    const name = `${this.run}.${this.list}.`;
    return token.startsWith(name) ? this.sights.since(userId, Number(token.slice(name.length))) : undefined;
  }

  /** The number of the last change. */
  get cursor(): number {
    return this.changes.cursor;
  }

  all(): Iterable<DeviceRecord> {
    return this.index.byKey.values();
  }

  /** Also unregistered ones that were dropped lately, without a link. */
  *allAndDeparted(): Iterable<DeviceRecord> {
    yield* this.index.byKey.values();
    yield* this.departed.values();
  }

  /** One that is there, or was dropped lately. */
  everAt(key: number): DeviceRecord | undefined {
    return this.index.byKey.get(key) ?? this.departed.get(key);
  }

  get(id: string): DeviceRecord | undefined {
    return this.index.byId.get(id);
  }

  at(key: number): DeviceRecord | undefined {
    return this.index.byKey.get(key);
  }

  byTerminal(terminalId: string): DeviceRecord | undefined {
    return this.index.byTerminal.get(terminalId);
  }

  async admit(request: TerminalRequest, isWanted?: () => boolean): Promise<Admission> {
    const admission = await this.admissions.admit(request, isWanted);
    if (request.kind === 'register' && admission.outcome === 'accepted') {
      const { deviceKey, deviceId } = admission;
      this.kit.bus.publish('device.enrolled', { deviceKey, deviceId });
    }
    return admission;
  }

  /** Takes over what other servers stored of these ids and terminal numbers. Rejects where the store cannot be read. */
  learn(names: readonly string[]): Promise<void> {
    return this.admissions.learn(names);
  }

  metrics(): Record<string, number> {
    return this.admissions.metrics();
  }

  /** Lets a waiting terminal register once. Undefined when it is not waiting any more; rejects when the permission cannot be stored. */
  async allowAgain(id: number, userName: string): Promise<AllowedTerminal | undefined> {
    const permission = this.waiting.permission(id, userName);
    if (permission === undefined) return undefined;
    await this.writes.write(() => this.kit.allowed.save(permission));
    this.waiting.allow(permission);
    return permission;
  }

  forget(deviceKey: number): void {
    const device = this.index.byKey.get(deviceKey);
    if (device !== undefined) this.admissions.voidCode(device);
  }

  /** Resolves when a device can be added; rejects with AppError `unavailable` while the disk takes nothing. */
  ready(): Promise<void> {
    return this.keys.ready();
  }

  /** Adds a device that is not in the directory yet, under a key that no device has had. Undefined: see `ready`. */
  add(id: string, terminalId: string | null): DeviceRecord | undefined {
    const device = this.make(id, terminalId);
    if (device !== undefined) this.admissions.add(device);
    return device;
  }

  private make(id: string, terminalId: string | null): DeviceRecord | undefined {
    const key = this.keys.take();
    if (key === undefined) return undefined;
    const device = newDevice(key, id, this.kit.clock.now());
    if (terminalId !== null) device.terminals.push(terminalId);
    this.put(device);
    return device;
  }

  /**
   * The terminals of `from` lead to `to` from now on, which is known by the code and the hardware of `from`; its link has to come again,
   * and that of the terminal `to` had ends. `to` is to be saved.
   */
  moveTerminals(from: DeviceRecord, to: DeviceRecord): void {
    for (const terminal of to.terminals) this.index.lead(terminal);
    for (const terminal of from.terminals) this.index.lead(terminal, to);
    const { manufacturer, model, hardwareId, bodyEdition, authCodeHash } = from;
    Object.assign(to, { manufacturer, model, hardwareId, bodyEdition, authCodeHash });
    Object.assign(from, { hardwareId: null, bodyEdition: null, authCodeHash: null });
    this.admissions.move(from, to);
    for (const { key: deviceKey } of [from, to]) this.kit.bus.publish('terminals.moved', { deviceKey });
  }

  /** Forgets a device that nobody ever registered. What other rooms keep of it is removed in time (dropped-devices.ts). */
  drop(device: DeviceRecord): void {
    const atMs = this.kit.clock.now();
    this.admissions.drop(device.key, () => this.kit.store.drop(device, atMs));
    this.leave(device);
  }

  /**
   * What people change of a device: stored, numbered and told in one step. It holds from the call on, so that two cannot do the same at
   * once, and is told when it is on disk. Rejects when it cannot be stored: then the device is what it was. Throws ChangedError for an
   * edit of another version; `present`: what a save would find, in wire form.
   */
  async change(key: number, patch: DeviceChange, edit: Edit, present: PresentOf = () => ({})): Promise<void> {
    const device = this.index.byKey.get(key);
    if (device === undefined) return;
    assertSeen(edit, device, present(device));
    const before = { ...device };
    const changes = { ...patch, ...nextVersion(device, edit.by, this.kit.clock.now()) };
    this.assign(device, changes);
    try {
      await this.writes.write(() => this.storeChange(device, commandPart(patch), edit, present), [device]);
      this.admissions.stored([device]);
    } catch (error) {
      this.assign(device, valuesOf(before, changes));
      // A part of it may be stored, or a command have stored something else: what the disk holds is what counts.
      const stored = await this.kit.store.editOf(key).catch(() => undefined);
      if (stored !== undefined) this.takeOver(device, stored);
      throw error;
    }
    if (device.utcOffsetMinutes !== before.utcOffsetMinutes) this.tellZone(device);
    this.tellEdited(device);
    if (patch.registered !== undefined) this.relist(patch.registered ? 'registered' : 'removed');
    this.changes.touch(device);
  }

  /**
   * The same for many, stored as one change. Rejects when it cannot be stored, and with ChangedError where the stored device has another
   * version: then all are what they were.
   */
  async changeMany(changes: ReadonlyMap<number, DeviceChange>, by: string): Promise<void> {
    const made = [...changes].flatMap(([key, patch]) => {
      const device = this.index.byKey.get(key);
      if (device === undefined) return [];
      const { updatedMs: beforeMs } = device;
      const version = nextVersion(device, by, this.kit.clock.now());
      const before = valuesOf({ ...device }, { ...patch, ...version });
      this.assign(device, { ...patch, ...version });
      return [{ device, before, beforeMs, edit: { ...version, ...commandPart(patch) } }];
    });
    try {
      const devices = made.map(({ device }) => device);
      await this.writes.write(() => this.kit.store.saveTogether(made), devices);
      this.admissions.stored(devices);
    } catch (error) {
      for (const { device, before } of made) this.assign(device, before);
      if (error instanceof ChangedError) await this.learnEdits(made.map(({ device }) => device));
      throw error;
    }
    for (const { device } of made) {
      this.tellEdited(device);
      this.changes.touch(device);
    }
    this.relist('registered');
  }

  /** A look at what other programs set may have passed over them, for they were being changed here. */
  private async learnEdits(devices: readonly DeviceRecord[]): Promise<void> {
    for (const device of devices) {
      // oxlint-disable-next-line no-await-in-loop -- seldom, and a part of an import
      const stored = await this.kit.store.editOf(device.key).catch(() => undefined);
      if (stored !== undefined && stored.updatedMs > device.updatedMs) this.takeOver(device, stored);
    }
  }

  /** What a device says, or the server finds out about it: told at once. What of it is stored follows soon. */
  report(key: number, patch: Partial<LiveDevice> & Partial<Pick<StoredDevice, 'seenMs' | 'driverLicense'>>): void {
    const device = this.index.byKey.get(key);
    if (device === undefined) return;
    Object.assign(device, patch);
    if (patch.driverLicense !== undefined) void this.writes.saveSoon(device);
    else if (patch.seenMs !== undefined) this.writes.saveSeenSoon(device);
    this.changes.touch(device);
  }

  /** The sums of its day. */
  setDay(key: number, day: DeviceRecord['day']): void {
    const device = this.index.byKey.get(key);
    if (device === undefined) return;
    device.day = day;
    this.changes.touch(device, true);
  }

  /** Now and then: what of devices that have fallen silent is to be told yet. */
  tellRest(): void {
    this.changes.sweep(this.index.byKey.values());
  }

  onRelisted(): void {
    this.list += 1;
  }

  /** Groups or levels changed: the lists of these accounts are others, and nobody else's. Without keys any device may be concerned. */
  onSightChanged(userIds: readonly number[], deviceKeys?: readonly number[]): void {
    for (const id of userIds) this.sights.changed(id, deviceKeys);
  }

  setLink(key: number, link: { id: number; address: string } | null, atMs: number): void {
    const device = this.index.byKey.get(key);
    if (device === undefined) return;
    this.newcomers.seen(device);
    this.report(key, { link, statusMs: atMs, seenMs: atMs });
    if (!device.registered) this.tellStranger(device);
  }

  /** Takes over what other programs wrote: what people set of devices, and who is let in again. */
  async reload(): Promise<void> {
    const { store, admissions, allowed, clock } = this.kit;
    await this.writes.inTurn(async () => this.waiting.takeOver(await allowed.load(clock.now())));
    const behind = (await store.edits()).filter(
      ({ key, updatedMs }) => updatedMs > (this.index.byKey.get(key)?.updatedMs ?? 0),
    );
    for (let from = 0; from < behind.length; from += RELOADED_AT_ONCE) {
      const keys = behind.slice(from, from + RELOADED_AT_ONCE).map(({ key }) => key);
      // oxlint-disable-next-line no-await-in-loop -- a part after the other, with other work in between
      await this.writes.inTurn(async () => {
        for (const stored of await admissions.devices(keys)) this.reloadOne(stored);
      });
    }
  }

  private reloadOne(stored: DeviceRecord): void {
    const device = this.index.byKey.get(stored.key);
    if (device === undefined) this.admissions.takeIn(stored);
    // What is changed here in this moment is compared with its row when it is stored.
    else if (stored.updatedMs > device.updatedMs && !this.writes.isChanging(device))
      this.takeOver(device, editedPartOf(stored));
  }

  private takeOver(device: DeviceRecord, patch: Partial<EditedPart>): void {
    const { utcOffsetMinutes, registered } = device;
    this.assign(device, patch);
    if (device.utcOffsetMinutes !== utcOffsetMinutes) this.tellZone(device);
    this.tellEdited(device);
    if (device.registered !== registered) this.relist(device.registered ? 'registered' : 'removed');
    this.changes.touch(device);
  }

  /** True where its days go by another zone since. */
  setPosition(key: number, position: Position, usable: boolean): boolean {
    const device = this.index.byKey.get(key);
    if (device === undefined) return false;
    const { position: before, placeZone } = device;
    const readings = withReadings(device.readings, position);
    Object.assign(device, { position, readings, ...(usable && { fix: position }) });
    if (usable) findZone(device);
    const otherRest = before?.accOn !== position.accOn || (before.storageFault ?? 0) !== (position.storageFault ?? 0);
    const otherZone = device.placeZone !== placeZone;
    this.changes.touch(device, !otherRest && !otherZone);
    return otherZone;
  }

  setRecording(key: number, state: Pick<DeviceRecord, 'recording' | 'recordingFault' | 'recordingErrors'>): void {
    const device = this.index.byKey.get(key);
    if (device === undefined) return;
    const same =
      device.recording === state.recording &&
      device.recordingFault === state.recordingFault &&
      device.recordingErrors === state.recordingErrors;
    if (!same) this.report(key, state);
  }

  /** The licence stays when the card is taken out: it tells who drove last. */
  setDriver(key: number, driver: DeviceRecord['driver']): void {
    const device = this.index.byKey.get(key);
    if (device === undefined) return;
    const other = driver !== null && driver.licence !== device.driverLicense;
    this.report(key, { driver, ...(other && { driverLicense: driver.licence }) });
  }

  /** Once a day: never registered devices that have not been seen for 30 days, and permissions nobody used. */
  sweep(): void {
    this.writes.background(() => this.kit.allowed.removeExpired(this.kit.clock.now()));
    const beforeMs = this.kit.clock.now() - FORGET_MS;
    for (const device of this.index.byKey.values()) {
      if (device.knownSinceMs === null && device.link === null && device.seenMs < beforeMs) this.drop(device);
    }
  }

  async settled(): Promise<void> {
    await this.writes.settled();
  }

  private hooks(): DirectoryHooks {
    return {
      create: (terminalId, address) => this.createNew(terminalId, address),
      withdraw: (device) => {
        if (device.knownSinceMs !== null) return; // registered meanwhile: its own save is on the way
        this.newcomers.remove(device);
        this.index.remove(device);
      },
      came: (device) => {
        this.put(device);
        if (device.registered) this.relist('registered');
      },
      changed: (device, patch) => this.takeOver(device, patch),
      gone: (device) => this.leave(device),
      moved: ({ key: deviceKey }) => this.kit.bus.publish('terminals.moved', { deviceKey }),
    };
  }

  /** A command may have changed the stored device meanwhile: then its version is another one. */
  private async storeChange(
    device: DeviceRecord,
    part: Partial<CommandChange>,
    edit: Edit,
    present: PresentOf,
  ): Promise<void> {
    const { store, clock } = this.kit;
    const stored = await store.editOf(device.key);
    if (stored === undefined) return store.save(device);
    await saveVersioned({
      edit,
      nowMs: clock.now(),
      read: async () => {
        const now = (await store.editOf(device.key)) ?? stored;
        return { version: now, present: present({ ...device, ...now }) };
      },
      write: (next, before) => store.saveEdit(device.key, { ...next, ...part }, before.updatedMs, device),
    });
    // With what a command has set since the last look.
    Object.assign(device, (await store.editOf(device.key)) ?? stored);
  }

  private tellEdited({ key: deviceKey, id: deviceId }: DeviceRecord): void {
    this.kit.bus.publish('device.edited', { deviceKey, deviceId });
  }

  private tellZone({ key: deviceKey, id: deviceId, utcOffsetMinutes }: DeviceRecord): void {
    this.kit.bus.publish('device.zone', { deviceKey, deviceId, utcOffsetMinutes });
  }

  private depart(device: DeviceRecord, atMs: number): void {
    this.departed.set(device.key, device);
    if (this.departed.size > MAX_NEWCOMERS)
      for (const oldest of this.departed.keys()) if (this.departed.delete(oldest)) break;
    Object.assign(device, { link: null, statusMs: atMs });
    this.changes.touch(device);
    this.tellStranger(device);
  }

  /** Rows of new devices come and go with their connection; no list is made again for it. */
  private tellStranger({ key: deviceKey, id: deviceId }: DeviceRecord): void {
    this.kit.bus.publish('device.stranger', { deviceKey, deviceId });
  }

  private relist(reason: Topics['devices.relisted']['reason']): void {
    this.kit.bus.publish('devices.relisted', { reason });
  }

  private assign(device: DeviceRecord, patch: DeviceChange): void {
    if (patch.id !== undefined) this.index.rename(device, patch.id);
    Object.assign(device, patch);
    findZone(device);
    device.json = null; // an answer in between may have been made of what was taken back
  }

  /** Its row goes, or has gone. */
  private leave(device: DeviceRecord): void {
    this.newcomers.remove(device);
    this.index.remove(device);
    this.admissions.stored([device]);
    if (device.link !== null) this.depart(device, this.kit.clock.now());
    this.kit.bus.publish('device.gone', { deviceKey: device.key, deviceId: device.id });
  }

  private createNew(terminalId: string, address: string): NewPlace | undefined {
    if (this.index.byId.has(terminalId)) return undefined; // a registered device has this id but another number
    const goes = this.newcomers.whoGoesFor(address);
    if (goes !== undefined) this.drop(goes.device);
    if (this.newcomers.isFull) return undefined;
    const device = this.make(terminalId, terminalId);
    if (device === undefined) return undefined;
    this.kit.log.info('new device', { deviceId: terminalId });
    return goes?.crowded === true ? { device, pushedOut: goes.device.key } : { device };
  }

  private isThere(device: DeviceRecord): boolean {
    return this.index.byKey.get(device.key) === device;
  }

  private put(device: DeviceRecord): void {
    findZone(device);
    this.newcomers.add(device);
    this.index.put(device);
  }
}
