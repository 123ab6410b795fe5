// The rules of registering, removing and showing devices. No SQL, no sockets.
import {
  AppError,
  type DeviceChanges,
  type DeviceEditorRecord,
  type deviceDetails,
  deviceEditorRecord,
} from '@outrider/contract';
import { z } from 'zod';
import { type Access, type Caller, unknownDevice } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { DeviceDirectory } from './directory.ts';
import { assertMayChange, changeOf, type DeviceDefaults, recordRow } from './edit.ts';
import type { DeviceRecord, StoredDevice } from './record.ts';

export type DeviceServiceKit = {
  directory: DeviceDirectory;
  access: Access;
  clock: Clock;
  defaults: DeviceDefaults;
};

/** What JT/T 808 calls an id nobody may use for itself: digits only become terminal numbers. */
const isNumber = (id: string): boolean => /^\d{1,20}$/.test(id);

/** By which a terminal is known; null for a device that none is given for. */
export const terminalIdOf = (id: string, simnumber: string | undefined): string | null =>
  simnumber?.replace(/^0+(?=.)/, '') ?? (isNumber(id) ? id.replace(/^0+(?=.)/, '') : null);

export class DeviceService {
  private readonly kit: DeviceServiceKit;

  constructor(kit: DeviceServiceKit) {
    this.kit = kit;
  }

  /** New devices are shown while they are connected, and to level 0 only. */
  isVisible(caller: Caller, device: DeviceRecord): boolean {
    return (device.registered || device.link !== null) && this.maySee(caller, device);
  }

  *visible(caller: Caller): Iterable<DeviceRecord> {
    for (const device of this.kit.directory.all()) if (this.isVisible(caller, device)) yield device;
  }

  /**
   * What changed after this number, also unregistered devices that left since. `pushed`: without those of which live updates carried
   * everything that has to be told yet.
   */
  *changedSince(caller: Caller, after: number, pushed: boolean): Iterable<DeviceRecord> {
    for (const device of this.kit.directory.allAndDeparted()) {
      const changed = pushed ? device.restChanged : device.changed;
      if (changed > after && this.maySee(caller, device)) yield device;
    }
  }

  /** Of the devices that came or went for a caller since its list had this token; undefined: the list was made again since. */
  cameAndWent(caller: Caller, token: string): { came: DeviceRecord[] | undefined; went: string[] } {
    const { directory } = this.kit;
    const keys = directory.cameOrWentSince(caller.userId, token);
    if (keys === undefined) return { came: undefined, went: [] };
    const devices = [...keys].flatMap((key) => directory.at(key) ?? []);
    const came = devices.filter((device) => this.isVisible(caller, device));
    // One that is not registered was never among those this caller knew of.
    const went = devices.filter((device) => device.registered && !this.isVisible(caller, device));
    return { came, went: went.map(({ id }) => id) };
  }

  /** Whether a caller may hear of it at all, also of one that left. */
  maySee(caller: Caller, device: DeviceRecord): boolean {
    return this.kit.access.maySee(caller, device.key);
  }

  /** Throws AppError not_found, the same for a device that is not there and one of another group. */
  one(caller: Caller, id: string): DeviceRecord {
    const device = this.kit.directory.get(id);
    if (device === undefined || !this.isVisible(caller, device)) throw unknownDevice(id);
    return device;
  }

  /**
   * Registers `id` with its channels. A new device of that id (or of the terminal number `simnumber`) becomes the registered
   * one; otherwise the device is made and waits for its terminal. Throws conflict when it is registered already.
   */
  async register(by: string, id: string, channels: number, details: z.output<typeof deviceDetails>): Promise<void> {
    const { directory } = this.kit;
    await directory.ready();
    const terminalId = terminalIdOf(id, details.simnumber);
    await directory.learn(terminalId === null ? [id] : [id, terminalId]);
    const { device, change: registered } = this.registration(id, details.simnumber);
    const change = {
      ...registered,
      channelCount: channels,
      driverName: details.drivername ?? device.driverName,
      memo: details.vehicleid ?? device.memo,
      plate: details.plate ?? device.plate,
      externalId: details.extid ?? device.externalId,
      icon: details.icon ?? device.icon,
      channelNames: details.chnames ?? device.channelNames,
      mapLocation: details.maplocation ?? device.mapLocation,
    };
    await directory.change(device.key, change, { by });
  }

  /** The device that becomes the registered one of this id, and what makes it that. After `ready`. Throws conflict as `register` does. */
  registration(
    id: string,
    simnumber: string | undefined,
  ): { device: DeviceRecord; change: Pick<StoredDevice, 'id' | 'registered' | 'knownSinceMs'> } {
    const device = this.deviceFor(id, simnumber);
    return { device, change: { id, registered: true, knownSinceMs: device.knownSinceMs ?? this.kit.clock.now() } };
  }

  /** The device that is to be registered as `id`: one that was registered as that before has its data, else the one of the number. */
  private deviceFor(id: string, simnumber: string | undefined): DeviceRecord {
    const { directory } = this.kit;
    const terminalId = terminalIdOf(id, simnumber);
    const named = directory.get(id);
    const numbered = terminalId === null ? undefined : directory.byTerminal(terminalId);
    if (named?.registered) throw new AppError('conflict', `Device ${id} is registered already`);
    if (numbered?.registered && numbered !== named)
      throw new AppError('conflict', `The number ${terminalId} belongs to device ${numbered.id}`);
    if (named === undefined || numbered === undefined || named === numbered) {
      const device = numbered ?? named ?? directory.add(id, terminalId);
      if (device === undefined) throw new AppError('unavailable', 'The server cannot write to its disk now.');
      return device;
    }
    if (named.knownSinceMs === null) {
      directory.drop(named);
      return numbered;
    }
    directory.moveTerminals(numbered, named);
    if (numbered.knownSinceMs === null) directory.drop(numbered);
    return named;
  }

  /**
   * Reads the device's clock in another zone from its next report on; gives the record's new version. Throws not_found as `one` does, and
   * ChangedError when the caller saw another version.
   */
  async setZone(caller: Caller, id: string, utcOffsetMinutes: number, seenMs: number | undefined): Promise<number> {
    const device = this.one(caller, id);
    const edit = { by: caller.userName, seenMs };
    await this.kit.directory.change(device.key, { utcOffsetMinutes }, edit, (now) => ({
      deviceid: id,
      utcoffset: now.utcOffsetMinutes,
    }));
    return device.updatedMs;
  }

  /** What is set for a device, as far as the caller has the rights for it. Throws not_found as `one` does. */
  record(caller: Caller, id: string): DeviceEditorRecord {
    return recordRow(this.one(caller, id), caller.rights, this.kit.defaults);
  }

  /** The same for all that are registered. */
  records(caller: Caller): { key: number; row: DeviceEditorRecord }[] {
    return [...this.visible(caller)].flatMap((device) =>
      device.registered ? [{ key: device.key, row: recordRow(device, caller.rights, this.kit.defaults) }] : [],
    );
  }

  /**
   * Changes what a caller has the rights for; gives the record's new version, and what stood there before. Throws not_found as `one` does,
   * forbidden, invalid, and ChangedError when the caller saw another version. Nothing is changed then.
   */
  async edit(
    caller: Caller,
    id: string,
    changes: DeviceChanges,
    seenMs: number | undefined,
    before: (fields: Record<string, unknown>) => void,
  ): Promise<number> {
    const device = this.one(caller, id);
    assertMayChange(changes, caller.rights);
    const rowOf = (stored: StoredDevice) =>
      z.encode(deviceEditorRecord, recordRow(stored, caller.rights, this.kit.defaults));
    const found: Record<string, unknown> = rowOf(device);
    before(Object.fromEntries(Object.entries(found).filter(([name]) => name in changes)));
    await this.kit.directory.change(device.key, changeOf(changes, device), { by: caller.userName, seenMs }, rowOf);
    return device.updatedMs;
  }

  /** Its row stays, so that its data returns with the id; connected, it is a new device again. */
  async remove(by: string, id: string): Promise<void> {
    const { directory } = this.kit;
    const device = directory.get(id);
    if (device === undefined || !device.registered) throw unknownDevice(id);
    await directory.change(device.key, { registered: false }, { by });
  }
}
