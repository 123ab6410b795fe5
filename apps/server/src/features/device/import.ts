// Many devices from a list: what becomes of each line, and all of them as one change. No SQL, no HTTP.
import type { ImportLine, LineOutcome } from '@outrider/contract';
import type { DeviceChange, DeviceDirectory } from './directory.ts';
import { changeOf } from './edit.ts';
import { badLine, readLine, type WantedDevice } from './import-lines.ts';
import { type DeviceService, terminalIdOf } from './service.ts';

export type ImportKit = { directory: DeviceDirectory; service: DeviceService };

/** Of a device that says nothing else, as where one is added by hand. */
const USUAL_CHANNELS = 4;

type Step = { wanted: WantedDevice; outcome: LineOutcome };
export type Imported = { saved: boolean; outcomes: LineOutcome[]; ids: string[] };

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export class DeviceImport {
  readonly #directory: DeviceDirectory;
  readonly #service: DeviceService;

  constructor({ directory, service }: ImportKit) {
    this.#directory = directory;
    this.#service = service;
  }

  /** Without `save`, and where a line is wrong, nothing is done. Rejects where the disk takes nothing: then nothing was done either. */
  async run(by: string, lines: readonly ImportLine[], save: boolean): Promise<Imported> {
    const steps = this.#plan(lines);
    const outcomes = steps.map(({ outcome }) => outcome);
    const todo = steps.filter(({ outcome: { what } }) => what === 'add' || what === 'change');
    const saved = save && outcomes.every(({ what }) => what !== 'bad');
    if (saved) await this.#save(by, todo);
    return { saved, outcomes, ids: todo.map(({ wanted }) => wanted.id) };
  }

  #plan(lines: readonly ImportLine[]): Step[] {
    const [ids, terminals] = [new Map<string, number>(), new Map<string, number>()];
    return lines.map((line, i) => {
      const read = readLine(line);
      if ('bad' in read)
        return { wanted: { id: '', channels: undefined, simnumber: undefined, fields: {} }, outcome: read.bad };
      const { wanted } = read;
      const terminal = terminalIdOf(wanted.id, wanted.simnumber);
      const twice = ids.get(wanted.id);
      const shared = terminal === null ? undefined : terminals.get(terminal);
      ids.set(wanted.id, twice ?? i + 1);
      if (terminal !== null) terminals.set(terminal, shared ?? i + 1);
      if (twice !== undefined)
        return { wanted, outcome: badLine('deviceid', 'Line {line} has the same device.', { line: twice }) };
      if (shared !== undefined)
        return { wanted, outcome: badLine('simnumber', 'Line {line} has the same number.', { line: shared }) };
      return { wanted, outcome: this.#outcomeOf(wanted) };
    });
  }

  #outcomeOf(wanted: WantedDevice): LineOutcome {
    const { id, simnumber } = wanted;
    const named = this.#directory.get(id);
    const terminal = terminalIdOf(id, simnumber);
    if (named?.registered === true) {
      if (simnumber !== undefined && terminal !== null && !named.terminals.includes(terminal))
        return badLine('simnumber', 'The number of a registered device is not changed here.');
      return { what: Object.keys(this.#changeOf(wanted, named)).length === 0 ? 'same' : 'change' };
    }
    const numbered = terminal === null ? undefined : this.#directory.byTerminal(terminal);
    if (numbered?.registered === true && numbered !== named)
      return badLine('simnumber', 'The number belongs to device {device}.', { device: numbered.id });
    return { what: 'add' };
  }

  /** What of the device becomes another value. */
  #changeOf({ channels, fields }: WantedDevice, device: Parameters<typeof changeOf>[1]): DeviceChange {
    const other = channels !== undefined && channels !== device.channelCount;
    const change = changeOf({ ...fields, ...(other && { channel: channels }) }, device);
    const now = new Map<string, unknown>(Object.entries(device));
    return Object.fromEntries(Object.entries(change).filter(([name, value]) => !isSame(value, now.get(name))));
  }

  async #save(by: string, todo: readonly Step[]): Promise<void> {
    const changes = new Map<number, DeviceChange>();
    for (const { wanted, outcome } of todo) {
      await this.#directory.ready();
      const named = this.#directory.get(wanted.id);
      if (outcome.what === 'change' && named?.registered === true)
        changes.set(named.key, this.#changeOf(wanted, named));
      else {
        const { device, change } = this.#service.registration(wanted.id, wanted.simnumber);
        const channelCount = wanted.channels ?? USUAL_CHANNELS;
        changes.set(device.key, { ...this.#changeOf(wanted, device), ...change, channelCount });
      }
    }
    await this.#directory.changeMany(changes, by);
  }
}
