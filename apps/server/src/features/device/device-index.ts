// Devices in memory by what they are found by: key, id and terminal numbers.
import type { DeviceRecord } from './record.ts';

export class DeviceIndex {
  readonly byKey = new Map<number, DeviceRecord>();
  readonly byId = new Map<string, DeviceRecord>();
  readonly byTerminal = new Map<string, DeviceRecord>();

  put(device: DeviceRecord): void {
    this.byKey.set(device.key, device);
    this.byId.set(device.id, device);
    for (const terminal of device.terminals) this.byTerminal.set(terminal, device);
  }

  remove(device: DeviceRecord): void {
    this.byKey.delete(device.key);
    if (this.byId.get(device.id) === device) this.byId.delete(device.id);
    for (const terminal of device.terminals)
      if (this.byTerminal.get(terminal) === device) this.byTerminal.delete(terminal);
  }

  /** Before it has that id. */
  rename(device: DeviceRecord, id: string): void {
    if (this.byId.get(device.id) === device) this.byId.delete(device.id);
    this.byId.set(id, device);
  }

  /** The number leads to this device from now on, and to no other; without one to none. */
  lead(terminalId: string, to?: DeviceRecord): void {
    const before = this.byTerminal.get(terminalId);
    if (before !== undefined) before.terminals = before.terminals.filter((each) => each !== terminalId);
    this.byTerminal.delete(terminalId);
    if (to === undefined) return;
    to.terminals = [...to.terminals, terminalId];
    this.byTerminal.set(terminalId, to);
  }
}
