// Parameters of a device: read from it, set in it, and read again, so that what is told is what the device has.
import {
  AppError,
  ChangedError,
  isSameValue,
  isStandardRow,
  isVendorRow,
  type ParameterRow,
  type ParameterValue,
  type ParameterValues,
  parameterOf,
} from '@outrider/contract';
import { deviceOffline } from '../../kernel/errors.ts';
import {
  type DeviceLink,
  type HeldParameter,
  type LinkRegistry,
  type ParameterAnswer,
  vendorSkills,
} from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { ParameterChange, ParameterChangeStore } from './store.ts';

export type DeviceSetupKit = { clock: Clock; links: LinkRegistry; changes: ParameterChangeStore };

export type ParameterSave = {
  deviceKey: number;
  deviceId: string;
  by: string;
  values: ParameterValues;
  /** What the person saw, and when it was read, UTC ms. */
  seen: ParameterValues;
  seenMs: number;
  /** Told what the device had, before anything is sent. */
  before: (values: ParameterValues) => void;
};
/** `checked` false: the device could not be asked what it holds now. */
export type ParameterOutcome = { checked: boolean; kept: ParameterValues; differs: string[] };

/** Changes of one device, with the one under way. */
const MOST_WAITING = 8;

const rowOf = (key: string): ParameterRow => {
  const row = parameterOf(key);
  if (row === undefined) throw new AppError('invalid', `deviceParams.${key}: There is no such parameter.`);
  return row;
};
const idsOf = (keys: readonly string[]): number[] => [
  ...new Set(keys.map(rowOf).flatMap((row) => (isStandardRow(row) ? [row.place.id] : []))),
];
const inBlock = (keys: readonly string[]): string[] => keys.filter((key) => isVendorRow(rowOf(key)));
const only = (values: ParameterValues, keys: readonly string[]): ParameterValues =>
  Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
/** Devices and their answers know no spaces around a text. */
const plain = (value: ParameterValue | undefined): ParameterValue | undefined =>
  typeof value === 'string' ? value.trim() : value;
const isSame = (key: string, asked: ParameterValue | undefined, has: ParameterValue | undefined): boolean =>
  rowOf(key).secret === 'hidden' ? (asked === '') === (has === '') : isSameValue(plain(asked), plain(has));

const failedWith = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof AppError && codes.includes(error.code);

const missing = (names: readonly string[]): AppError =>
  new AppError('device_unsupported', `The device does not have this parameter: ${names.join(', ')}`);

/** Some recorders know only the question for everything. */
const askFor = async (link: DeviceLink, ids: readonly number[]): Promise<ParameterAnswer> => {
  if (ids.length === 0) return { values: {}, held: [], wrong: [], cut: false };
  try {
    return await link.order('someParameters', { ids });
  } catch (error) {
    if (!failedWith(error, 'device_refused', 'device_unsupported')) throw error;
    return link.order('parameters', {});
  }
};

/** What the vendor block has, of devices that say that they know it; without `keys` all. */
const askBlock = async (
  link: DeviceLink,
  keys?: readonly string[],
): Promise<Pick<ParameterAnswer, 'values' | 'wrong'>> => {
  const none = { values: {}, wrong: [] };
  if (keys?.length === 0) return none;
  const skills = await vendorSkills(link);
  if (skills === undefined || !skills.commands.includes('read-settings')) return none;
  return link.order('vendorSettings', keys === undefined ? {} : { keys });
};
const withBlock = (
  answer: ParameterAnswer,
  { values, wrong }: Pick<ParameterAnswer, 'values' | 'wrong'>,
): ParameterAnswer => ({ ...answer, values: { ...answer.values, ...values }, wrong: [...answer.wrong, ...wrong] });
/** Those of `keys`, wherever they lie. */
const askKeys = async (link: DeviceLink, keys: readonly string[]): Promise<ParameterAnswer> =>
  withBlock(await askFor(link, idsOf(keys)), await askBlock(link, inBlock(keys)));

export class DeviceSetup {
  readonly #kit: DeviceSetupKit;
  readonly #turns = new InTurnByKey<number>();
  /** How many changes of each device are under way or wait. */
  readonly #waiting = new Map<number, number>();

  constructor(kit: DeviceSetupKit) {
    this.#kit = kit;
  }

  /** Rejects with device_offline, device_timeout, device_refused or device_unsupported. */
  async load(deviceKey: number): Promise<ParameterAnswer> {
    const link = this.#link(deviceKey);
    return withBlock(await link.order('parameters', {}), await askBlock(link));
  }

  changesOf(deviceKey: number): Promise<ParameterChange[]> {
    return this.#kit.changes.of(deviceKey);
  }

  /**
   * One after the other for each device. Rejects as `load` does, with device_unsupported for a parameter that the device does not have, and
   * with ChangedError. While the device is away nothing is kept for later: this is where an order that waits would be handed over.
   */
  save(asked: ParameterSave): Promise<ParameterOutcome> {
    const { deviceKey, by, values, before } = asked;
    const keys = Object.keys(values);
    return this.#inTurn(deviceKey, async () => {
      const { values: has, held } = await this.#held(deviceKey, keys);
      before(only(has, keys));
      await this.#assertSeen(asked, has);
      await this.#send(deviceKey, values, held);
      await this.#remember(deviceKey, by, keys);
      return this.#check(deviceKey, values);
    });
  }

  /** Bytes of a parameter as they are; gives what the device holds then, in hex. */
  saveBytes(deviceKey: number, by: string, name: string, raw: HeldParameter): Promise<string> {
    const find = ({ held }: ParameterAnswer): HeldParameter | undefined => held.find(({ id }) => id === raw.id);
    return this.#inTurn(deviceKey, async () => {
      const now = find(await askFor(this.#link(deviceKey), [raw.id]));
      if (now === undefined) throw missing([name]);
      if (now.hex.length !== raw.hex.length)
        throw new AppError('invalid', `This parameter has ${now.hex.length / 2} bytes in the device.`);
      await this.#link(deviceKey).order('setParameters', { values: {}, held: [], raw: [raw] });
      await this.#remember(deviceKey, by, [name]);
      return find(await askFor(this.#link(deviceKey), [raw.id]))?.hex ?? '';
    });
  }

  #link(deviceKey: number): DeviceLink {
    const link = this.#kit.links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
    return link;
  }

  async #inTurn<T>(deviceKey: number, action: () => Promise<T>): Promise<T> {
    const count = this.#waiting.get(deviceKey) ?? 0;
    if (count >= MOST_WAITING) throw new AppError('limit_reached', 'Too many changes wait for this device.');
    this.#waiting.set(deviceKey, count + 1);
    try {
      return await this.#turns.run(deviceKey, action);
    } finally {
      const left = (this.#waiting.get(deviceKey) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(deviceKey);
      else this.#waiting.set(deviceKey, left);
    }
  }

  /** What the standards have first: where the device refuses that, nothing was set. */
  async #send(deviceKey: number, values: ParameterValues, held: readonly HeldParameter[]): Promise<void> {
    const [own, others] = [inBlock(Object.keys(values)), idsOf(Object.keys(values))];
    if (others.length > 0) await this.#link(deviceKey).order('setParameters', { values, held });
    if (own.length > 0) await this.#link(deviceKey).order('setVendorSettings', { values: only(values, own) });
  }

  async #held(deviceKey: number, keys: readonly string[]): Promise<ParameterAnswer> {
    const answer = await askKeys(this.#link(deviceKey), keys);
    const unknown = keys.filter((key) => answer.values[key] === undefined);
    if (unknown.length > 0) throw missing(unknown);
    return answer;
  }

  /** Throws ChangedError where the device has something else than the person saw. */
  async #assertSeen({ deviceKey, deviceId, seen, seenMs, values }: ParameterSave, has: ParameterValues): Promise<void> {
    const [key] = Object.keys(values).filter(
      (name) => seen[name] !== undefined && !isSame(name, seen[name], has[name]),
    );
    if (key === undefined) return;
    const last = (await this.changesOf(deviceKey)).find(({ parameter }) => parameter === key);
    const byPerson = last !== undefined && last.updatedMs > seenMs;
    throw new ChangedError({
      updatetime: byPerson ? last.updatedMs : this.#kit.clock.now(),
      updateby: byPerson ? last.updatedBy : 'the device',
      present: { deviceid: deviceId, deviceParams: only(has, Object.keys(values)) },
    });
  }

  #remember(deviceKey: number, updatedBy: string, names: readonly string[]): Promise<void> {
    const updatedMs = this.#kit.clock.now();
    return this.#kit.changes.save(
      names.map((parameter): ParameterChange => ({ deviceKey, parameter, updatedMs, updatedBy })),
    );
  }

  /** What the device holds after a change. */
  async #check(deviceKey: number, values: ParameterValues): Promise<ParameterOutcome> {
    const keys = Object.keys(values);
    try {
      const { values: has } = await askKeys(this.#link(deviceKey), keys);
      const kept = only(has, keys);
      return { checked: true, kept, differs: keys.filter((key) => !isSame(key, values[key], kept[key])) };
    } catch (error) {
      // A new server address, for one, ends the link.
      if (!failedWith(error, 'device_offline', 'device_timeout')) throw error;
      return { checked: false, kept: {}, differs: [] };
    }
  }
}
