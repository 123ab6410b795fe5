// All devices in memory: found by id, key or terminal number, kept up to date by the bus, numbered as they change.
import { randomBytes } from 'node:crypto';
import type { Admission, TerminalDirectory, TerminalRequest } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position, Topics } from '../../kernel/topics.ts';
import { decideAdmission, type AdmissionPolicy } from './admission.ts';
import { newDevice, type DeviceRecord } from './record.ts';
import type { DeviceStore } from './store.ts';

export type DirectoryKit = { store: DeviceStore; bus: Bus; clock: Clock; log: Log; policy: AdmissionPolicy };

export const MAX_NEW_DEVICES = 1000;
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
  private nextKey = 1;
  private writes: Promise<void> = Promise.resolve();

  constructor(kit: DirectoryKit, devices: readonly DeviceRecord[]) {
    this.kit = kit;
    for (const device of devices) {
      this.put(device);
      this.nextKey = Math.max(this.nextKey, device.key + 1);
    }
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
        create: (terminalId) => this.createNew(terminalId),
        save: (device) => this.background(() => this.kit.store.save(device)),
      },
      request,
    );
  }

  forget(deviceKey: number): void {
    const device = this.byKey.get(deviceKey);
    if (device === undefined) return;
    device.authCodeHash = null;
    this.background(() => this.kit.store.save(device));
  }

  /** Adds a device that is not in the directory yet, under a key of its own. */
  add(id: string, terminalId: string | null): DeviceRecord {
    const device = newDevice(this.nextKey, id, this.kit.clock.now());
    this.nextKey += 1;
    if (terminalId !== null) device.terminals.push(terminalId);
    this.put(device);
    return device;
  }

  rename(device: DeviceRecord, id: string): void {
    this.idToDevice.delete(device.id);
    device.id = id;
    this.idToDevice.set(id, device);
  }

  drop(device: DeviceRecord): void {
    this.byKey.delete(device.key);
    this.idToDevice.delete(device.id);
    for (const terminal of device.terminals) this.terminalToDevice.delete(terminal);
    this.background(() => this.kit.store.remove(device.key));
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
    // Rows of new devices come and go with their connection.
    if (!device.registered) this.relist(link === null ? 'removed' : 'registered');
    this.touch(device);
    this.background(() => this.kit.store.save(device));
  }

  setPosition(key: number, position: Position, usable: boolean): void {
    const device = this.byKey.get(key);
    if (device === undefined) return;
    device.position = position;
    if (usable) device.fix = position;
    this.touch(device);
  }

  /** Once a day: never registered devices that have not been seen for 30 days. */
  sweep(): void {
    const beforeMs = this.kit.clock.now() - FORGET_MS;
    for (const device of this.byKey.values()) {
      if (device.knownSinceMs === null && device.link === null && device.seenMs < beforeMs) this.drop(device);
    }
  }

  async settled(): Promise<void> {
    await this.writes;
  }

  private createNew(terminalId: string): DeviceRecord | undefined {
    const fresh = [...this.byKey.values()].filter((d) => d.knownSinceMs === null);
    if (fresh.length >= MAX_NEW_DEVICES) {
      const idle = fresh.filter((d) => d.link === null).toSorted((a, b) => a.seenMs - b.seenMs)[0];
      if (idle === undefined) return undefined;
      this.drop(idle);
    }
    if (this.idToDevice.has(terminalId)) return undefined; // a registered device has this id but another number
    this.kit.log.info('new device', { deviceId: terminalId });
    return this.add(terminalId, terminalId);
  }

  private put(device: DeviceRecord): void {
    this.byKey.set(device.key, device);
    this.idToDevice.set(device.id, device);
    for (const terminal of device.terminals) this.terminalToDevice.set(terminal, device);
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
