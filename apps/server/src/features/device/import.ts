// Many devices from a list: what becomes of each line, and all of them as one change. No SQL, no HTTP.
import { AppError, type ImportLine, type LineOutcome, mapLocationText } from '@outrider/contract';
import type { DeviceChange, DeviceDirectory } from './directory.ts';
import { changeOf } from './edit.ts';
import { badLine, readLine, type WantedDevice } from './import-lines.ts';
import type { StoredDevice } from './record.ts';
import { type DeviceService, terminalIdOf } from './service.ts';

export type ImportKit = { directory: DeviceDirectory; service: DeviceService };

/** Of a device that says nothing else, as where one is added by hand. */
const USUAL_CHANNELS = 4;

/** The access log says of so many devices what became of each. */
const MOST_LOGGED = 20;

type Step = { wanted: WantedDevice; outcome: LineOutcome };
type Facts = Record<string, unknown>;
/** What the access log says of an import: how many devices, and of the first ones what they are now and what they were before. */
export type ImportNote = { deviceId: string; body: Facts; before: Facts };
export type Imported = { outcomes: LineOutcome[]; saved: ImportNote | undefined };

/** The columns of a list as a device has them. */
const cellsOf = (device: StoredDevice): Facts => ({
  channel: device.channelCount,
  driver: device.driverName,
  vehicleid: device.memo,
  plate: device.plate,
  extid: device.externalId,
  maplocation: mapLocationText(device.mapLocation),
});
const unlike = (facts: Facts, than: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name, value]) => value !== (than[name] ?? '')));

/** Somebody else was there since the list was looked at. */
const isConflict = (now: LineOutcome, { seen }: ImportLine): boolean =>
  seen !== undefined &&
  (now.what === 'add' || now.what === 'change') &&
  (seen.what !== 'add' || now.what !== 'add') &&
  seen.updatetime !== now.updatetime;

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
    if (!save || outcomes.some(({ what }) => what === 'bad')) return { outcomes, saved: undefined };
    const todo = steps.filter(({ outcome: { what } }) => what === 'add' || what === 'change');
    const first = todo.slice(0, MOST_LOGGED).map(({ wanted: { id } }) => id);
    const before = new Map(first.map((id) => [id, this.#cells(id)]));
    await this.#save(by, todo);
    const count = (wanted: LineOutcome['what']): number => outcomes.filter(({ what }) => what === wanted).length;
    const pairs = first.map((id) => {
      const was = before.get(id) ?? {};
      const set = unlike(this.#cells(id), was);
      return { id, set, was: Object.fromEntries(Object.keys(set).map((name) => [name, was[name]])) };
    });
    const of = (name: 'set' | 'was'): Facts => Object.fromEntries(pairs.map((pair) => [pair.id, pair[name]]));
    const body = { added: count('add'), changed: count('change'), same: count('same'), set: of('set') };
    const deviceId = todo.map(({ wanted: { id } }) => id).join(',');
    return { outcomes, saved: { deviceId, body, before: of('was') } };
  }

  /** Nothing of a device that is not registered. */
  #cells(id: string): Facts {
    const device = this.#directory.get(id);
    return device?.registered === true ? cellsOf(device) : {};
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
      const outcome = this.#outcomeOf(wanted);
      return { wanted, outcome: isConflict(outcome, line) ? this.#conflictOf(wanted) : outcome };
    });
  }

  #outcomeOf(wanted: WantedDevice): LineOutcome {
    const { id, simnumber } = wanted;
    const named = this.#directory.get(id);
    const terminal = terminalIdOf(id, simnumber);
    if (named?.registered === true) {
      if (simnumber !== undefined && terminal !== null && !named.terminals.includes(terminal))
        return badLine('simnumber', 'The number of a registered device is not changed here.');
      const what = Object.keys(this.#changeOf(wanted, named)).length === 0 ? 'same' : 'change';
      return { what, updatetime: named.updatedMs };
    }
    const numbered = terminal === null ? undefined : this.#directory.byTerminal(terminal);
    if (numbered?.registered === true && numbered !== named)
      return badLine('simnumber', 'The number belongs to device {device}.', { device: numbered.id });
    return { what: 'add' };
  }

  #conflictOf({ id }: WantedDevice): LineOutcome {
    const device = this.#directory.get(id);
    if (device?.registered !== true)
      return badLine('deviceid', 'This device was removed after the list was looked at.');
    const user = device.updatedBy;
    return badLine('deviceid', '{user} changed this device after the list was looked at.', { user });
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
    // Keys may have been waited for.
    const late = todo.find(
      ({ wanted, outcome: { what, updatetime } }) =>
        what === 'change' && this.#directory.get(wanted.id)?.updatedMs !== updatetime,
    );
    if (late !== undefined) throw new AppError('conflict', 'Somebody else changed a device of the list meanwhile.');
    await this.#directory.changeMany(changes, by);
  }
}
