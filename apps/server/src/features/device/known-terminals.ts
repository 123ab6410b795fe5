// What other servers stored of terminal numbers, taken over before one of them is decided on. What is changed here and not stored yet counts
// for more than its row.
import type { DeviceIndex } from './device-index.ts';
import type { DeviceRecord } from './record.ts';
import type { AdmissionStore, KnownTerminal } from './store/admissions.ts';

export type KnownTerminalsKit = {
  store: Pick<AdmissionStore, 'terminals' | 'keysOf' | 'devices'>;
  index: DeviceIndex;
  /** Something of it is to be stored yet. */
  isAhead: (device: DeviceRecord) => boolean;
  /** It was dropped here, and its row is to go yet. */
  isLeaving: (key: number) => boolean;
  /** What another server made or changed, or dropped. */
  came: (device: DeviceRecord) => void;
  changed: (device: DeviceRecord, patch: Pick<KnownTerminal, 'id' | 'registered' | 'knownSinceMs'>) => void;
  gone: (device: DeviceRecord) => void;
  moved: (device: DeviceRecord) => void;
};

/** Null: the number leads to no device. A number that is not in it cannot be decided on yet. */
export type Known = ReadonlyMap<string, KnownTerminal | null>;

export class KnownTerminals {
  private readonly kit: KnownTerminalsKit;

  constructor(kit: KnownTerminalsKit) {
    this.kit = kit;
  }

  /** In turn with the writes of devices. */
  async read(terminalIds: readonly string[]): Promise<Known> {
    const { store, index } = this.kit;
    const rows = new Map((await store.terminals(terminalIds)).map((row) => [row.terminalId, row]));
    const unknown = [...rows.values()].map(({ key }) => key);
    // One that has the number for its id and another number, or none, cannot be made once more.
    const leadNowhere = terminalIds.filter((id) => !rows.has(id) && !index.byTerminal.has(id));
    if (leadNowhere.length > 0) unknown.push(...(await store.keysOf(leadNowhere)));
    const missing = unknown.filter((key) => !index.byKey.has(key));
    const devices = missing.length > 0 ? await store.devices(missing) : [];
    // From here on in one step: what is in memory does not change in between.
    for (const device of devices) this.takeIn(device);
    const known = new Map<string, KnownTerminal | null>();
    for (const id of terminalIds) {
      const row = rows.get(id) ?? null;
      if (row === null ? this.hasNone(id) : this.hasDevice(id, row)) known.set(id, row);
    }
    return known;
  }

  /** One that another server made. Left alone where something here is in its way that is to be stored yet. */
  takeIn(device: DeviceRecord): void {
    const { index, isLeaving, isAhead, came, gone, moved } = this.kit;
    if (index.byKey.has(device.key) || isLeaving(device.key)) return;
    const named = index.byId.get(device.id);
    if (named !== undefined) {
      if (named.knownSinceMs !== null || isAhead(named)) return; // the next round finds what became of it
      gone(named);
    }
    const holders = device.terminals.flatMap((terminal) => index.byTerminal.get(terminal) ?? []);
    if (holders.some((each) => isAhead(each))) return;
    for (const terminal of device.terminals) index.lead(terminal);
    for (const each of new Set(holders)) moved(each);
    came(device);
  }

  /** No row has the number. Here it may stand with a device that is to be stored yet; otherwise another server took it away. */
  private hasNone(terminalId: string): boolean {
    const { index, isAhead, gone, moved } = this.kit;
    const here = index.byTerminal.get(terminalId);
    if (here === undefined || isAhead(here)) return true;
    index.lead(terminalId);
    if (here.knownSinceMs === null) gone(here);
    else moved(here);
    return true;
  }

  private hasDevice(terminalId: string, row: KnownTerminal): boolean {
    const { index, isAhead, isLeaving, moved } = this.kit;
    const device = index.byKey.get(row.key);
    const here = index.byTerminal.get(terminalId);
    if (device === undefined || isLeaving(row.key)) return false;
    if (isAhead(device)) return here === device;
    if (here !== device) {
      if (here !== undefined && isAhead(here)) return false;
      index.lead(terminalId, device);
      for (const each of [here, device]) if (each !== undefined) moved(each);
    }
    this.takeOver(device, row);
    return true;
  }

  private takeOver(device: DeviceRecord, row: KnownTerminal): void {
    const { manufacturer, model, hardwareId, bodyEdition, authCodeHash, id, registered, knownSinceMs } = row;
    Object.assign(device, { manufacturer, model, hardwareId, bodyEdition, authCodeHash });
    if (device.id !== id || device.registered !== registered || device.knownSinceMs !== knownSinceMs)
      this.kit.changed(device, { id, registered, knownSinceMs });
  }
}
