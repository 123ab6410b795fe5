// How terminals get in: the desk that decides, what other servers stored of their numbers, and which devices are another thing in memory
// than in their row, so that a row is not taken for the newer one.
import type { Admission, TerminalRequest } from '../../gateway/index.ts';
import type { NewPlace } from './admission.ts';
import { AdmissionDesk, type AdmissionDeskKit, type AdmittedDevices } from './admission-desk.ts';
import type { DeviceIndex } from './device-index.ts';
import type { DeviceWrites } from './device-writes.ts';
import { KnownTerminals, type KnownTerminalsKit } from './known-terminals.ts';
import type { WaitingTerminals } from './readmission.ts';
import type { DeviceRecord } from './record.ts';
import type { AdmissionStore } from './store/admissions.ts';

/** What the directory does when somebody gets in, or another server did something. */
export type DirectoryHooks = Pick<KnownTerminalsKit, 'came' | 'changed' | 'gone' | 'moved'> & {
  /** Makes an unregistered device; undefined when there are too many. */
  create: (terminalId: string, address: string) => NewPlace | undefined;
  /** It was made and could not be stored. */
  withdraw: (device: DeviceRecord) => void;
};

export type AdmissionsKit = Omit<AdmissionDeskKit, 'store' | 'devices'> & {
  store: AdmissionStore;
  index: DeviceIndex;
  writes: DeviceWrites;
  waiting: WaitingTerminals;
  hooks: DirectoryHooks;
};

export class Admissions {
  private readonly kit: AdmissionsKit;
  private readonly desk: AdmissionDesk;
  private readonly known: KnownTerminals;
  /** Added by people and not stored yet. */
  private readonly added = new Set<DeviceRecord>();
  /** Decided on in this round. */
  private readonly held = new Set<DeviceRecord>();
  /** Logged out, and their code is still stored. */
  private readonly voided = new Set<DeviceRecord>();
  /** Keys of devices that were dropped here and have a row yet. */
  private readonly leaving = new Set<number>();

  constructor(kit: AdmissionsKit) {
    this.kit = kit;
    this.known = new KnownTerminals({
      ...kit.hooks,
      store: kit.store,
      index: kit.index,
      isAhead: (device) => this.isAhead(device),
      isLeaving: (key) => this.leaving.has(key),
    });
    this.desk = new AdmissionDesk({ ...kit, devices: this.devices() });
  }

  admit(request: TerminalRequest, isWanted?: () => boolean): Promise<Admission> {
    return this.desk.admit(request, isWanted);
  }

  /** Takes over what other servers stored of these numbers. */
  async learn(terminalIds: readonly string[]): Promise<void> {
    await this.kit.writes.inTurn(() => this.known.read(terminalIds));
  }

  /** As `learn` does with one that is read already. In turn with the writes. */
  takeIn(device: DeviceRecord): void {
    this.known.takeIn(device);
  }

  metrics(): Record<string, number> {
    const { size, counters } = this.desk;
    return { admissions_waiting: size, admissions_dropped: counters.dropped, admissions_decided_again: counters.again };
  }

  /** It is in memory and has no row. */
  add(device: DeviceRecord): void {
    this.added.add(device);
  }

  stored(devices: readonly DeviceRecord[]): void {
    for (const device of devices) this.added.delete(device);
  }

  /** The code ends. While that cannot be stored, a start brings it back. */
  voidCode(device: DeviceRecord): void {
    const hash = device.authCodeHash;
    if (hash === null) return;
    device.authCodeHash = null;
    this.voided.add(device);
    this.kit.writes.background(async () => {
      await this.kit.store.voidCode(device.key, hash);
      this.voided.delete(device);
    });
  }

  /** Its numbers and credentials are those of `to` already. */
  move(from: DeviceRecord, to: DeviceRecord): void {
    this.kit.writes.background(() => this.kit.store.move(from, to), [from, to]);
  }

  /** `action` removes its row. */
  drop(key: number, action: () => Promise<void>): void {
    this.leaving.add(key);
    this.kit.writes.background(() => action().finally(() => void this.leaving.delete(key)));
  }

  private isAhead(device: DeviceRecord): boolean {
    const { added, held, voided } = this;
    return this.kit.writes.isChanging(device) || [added, held, voided].some((devices) => devices.has(device));
  }

  private devices(): AdmittedDevices {
    const { index, writes, waiting, hooks, log } = this.kit;
    return {
      inTurn: (action) => writes.inTurn(action),
      read: (terminalIds) => this.known.read(terminalIds),
      find: (terminalId) => index.byTerminal.get(terminalId),
      create: (terminalId, address, crowded) => (crowded ? undefined : hooks.create(terminalId, address)),
      isThere: (device) => index.byKey.get(device.key) === device,
      hold: (device) => void this.held.add(device),
      release: (device, isStored) => {
        this.held.delete(device);
        if (!isStored) return;
        this.added.delete(device);
        this.voided.delete(device);
      },
      withdraw: hooks.withdraw,
      wait: (asked) => waiting.add(asked),
      leaveUsed: (asked, { terminalId, allowedBy }) => {
        waiting.useLeave(asked);
        log.info('allowed recorder registers again', { terminalId, address: asked.remoteAddress, allowedBy });
      },
    };
  }
}
