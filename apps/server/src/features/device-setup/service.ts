// Parameters of a device: read from it, set in it, and read again, so that what is told is what the device has.
import {
  AppError,
  ChangedError,
  type OrderResult,
  type ParameterValue,
  type ParameterValues,
  type RawParameter,
} from '@outrider/contract';
import { deviceOffline } from '../../kernel/errors.ts';
import type { DeviceLink, HeldParameter, LinkRegistry, ParameterAnswer } from '../../gateway/index.ts';
import { type OrderDesk, PATIENCE_MS } from '../device-order/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import { askAll, askFor, askKeys, failedWith, isSame, missing, only, supported, tell } from './ask-device.ts';
import { ownValues, setOwnValue } from './own-values.ts';
import { type ParameterOrder, parameterKind, signed } from './parameter-kind.ts';
import type { ParameterChange, ParameterChangeStore, ParameterSheet } from './store/changes.ts';

export type DeviceSetupKit = {
  clock: Clock;
  links: LinkRegistry;
  changes: ParameterChangeStore;
  /** Told what a device said of itself, and what it was asked for where that was not everything. */
  heard: (deviceKey: number, values: ParameterValues, asked?: readonly string[]) => void;
  /** Takes a kind of order that waits for its device. */
  kind: (kind: ReturnType<typeof parameterKind>) => OrderDesk<ParameterOrder>;
};

export type ParameterSave = {
  deviceKey: number;
  deviceId: string;
  by: string;
  values: ParameterValues;
  /** What the person saw, and when it was read, UTC ms. */
  seen: ParameterValues;
  seenMs: number;
  /** For a device that is away it waits; else that is device_offline. */
  kept: boolean;
  /** Told what the device had, before anything is sent. */
  before: (values: ParameterValues) => void;
};
/** `result` '2': it waits for the device. `checked` false: the device could not be asked what it holds now. */
export type ParameterOutcome = { result: OrderResult; checked: boolean; kept: ParameterValues; differs: string[] };

const NOT_CHECKED = 'The device took it, and could not be asked what it has now.';
const silent = (): AppError => new AppError('device_timeout', 'The device did not answer');
const assertInTime = (late: AbortSignal | undefined): void => {
  if (late?.aborted === true) throw silent();
};
/** Changes of one device, with the one under way. */
const MOST_WAITING = 8;

export class DeviceSetup {
  readonly #kit: DeviceSetupKit;
  /** For orders of this kind that others give, for many devices. */
  readonly desk: OrderDesk<ParameterOrder>;
  readonly #turns = new InTurnByKey<number>();
  /** How many changes of each device are under way or wait. */
  readonly #waiting = new Map<number, number>();

  constructor(kit: DeviceSetupKit) {
    this.#kit = kit;
    this.desk = kit.kind(parameterKind((link, order, begin) => this.#deliver(link, order, begin)));
  }

  /** Rejects with device_offline, device_timeout, device_refused or device_unsupported. */
  async load(deviceKey: number): Promise<ParameterAnswer> {
    const answer = await askAll(this.#link(deviceKey));
    this.#kit.heard(deviceKey, answer.values);
    await this.#kit.changes.keepSheet({ deviceKey, readMs: this.#kit.clock.now(), sheet: answer.values });
    return answer;
  }

  isAway(deviceKey: number): boolean {
    return this.#kit.links.get(deviceKey) === undefined;
  }

  /** What only its maker knows. */
  ownValues(deviceKey: number): Promise<RawParameter[]> {
    return ownValues(this.#link(deviceKey));
  }

  /** Undefined: it has none of that name. */
  async saveOwn(
    deviceKey: number,
    by: string,
    name: string,
    value: ParameterValue,
  ): Promise<ParameterValue | undefined> {
    return this.#inTurn(deviceKey, async () => {
      const now = await setOwnValue(this.#link(deviceKey), name, value);
      if (now !== undefined) await this.#remember(deviceKey, by, [name]);
      return now;
    });
  }

  /** It is there and was just found not to answer. */
  isSilent(deviceKey: number): boolean {
    return this.desk.isSilent(deviceKey);
  }

  /** What it told when it was last asked for all. */
  lastTold(deviceKey: number): Promise<ParameterSheet | undefined> {
    return this.#kit.changes.sheetOf(deviceKey);
  }

  /** What waits for the device. */
  async pending(deviceKey: number): Promise<ParameterValues> {
    const orders = await this.desk.waiting(deviceKey);
    return Object.assign({}, ...orders.map(({ values }) => values));
  }

  changesOf(deviceKey: number): Promise<ParameterChange[]> {
    return this.#kit.changes.of(deviceKey);
  }

  /**
   * One after the other for each device. Rejects as `load` does, with device_unsupported for a parameter that the device does not have, and
   * with ChangedError. For a device that is away, leaves meanwhile or is silent, it waits; and so it does behind what waits for the same parameters,
   * so that the older value does not come last.
   */
  async save(asked: ParameterSave): Promise<ParameterOutcome> {
    const { deviceKey, values, kept } = asked;
    if (!kept) return this.#saveNow(asked);
    const waits = await this.pending(deviceKey);
    if (this.isAway(deviceKey) || Object.keys(values).some((key) => waits[key] !== undefined)) return this.#keep(asked);
    try {
      return await this.#saveSoon(asked);
    } catch (error) {
      if (failedWith(error, 'device_timeout')) return this.#keepForSilent(asked);
      if (!failedWith(error, 'device_offline')) throw error;
      return this.#keep(asked);
    }
  }

  /** As long as its asker waits. What has not been told to the device by then is not told to it here. */
  async #saveSoon(asked: ParameterSave): Promise<ParameterOutcome> {
    const late = new AbortController();
    const tooLate = Promise.withResolvers<never>();
    const timer = this.#kit.clock.after(PATIENCE_MS, () => {
      late.abort();
      tooLate.reject(silent());
    });
    try {
      return await Promise.race([this.#saveNow(asked, late.signal), tooLate.promise]);
    } finally {
      timer.cancel();
    }
  }

  #saveNow(asked: ParameterSave, late?: AbortSignal): Promise<ParameterOutcome> {
    const { deviceKey, by, values, before } = asked;
    const keys = Object.keys(values);
    return this.#inTurn(deviceKey, async () => {
      assertInTime(late);
      const { values: has, held } = await this.#held(this.#link(deviceKey), keys);
      assertInTime(late);
      before(only(has, keys));
      await this.#assertSeen(asked, has);
      await tell(this.#link(deviceKey), values, held);
      await this.#remember(deviceKey, by, keys);
      return this.#check(deviceKey, values);
    });
  }

  async #keep({ deviceKey, deviceId, by, values, before }: ParameterSave): Promise<ParameterOutcome> {
    before({});
    const { result } = await this.desk.ask({
      device: { deviceKey, deviceId },
      userName: by,
      payload: signed(values, by),
      kept: true,
    });
    if (result !== '1') return { result, checked: false, kept: {}, differs: [] };
    return this.#inTurn(deviceKey, () => this.#check(deviceKey, values));
  }

  /** Its asker was made to wait for long enough: the next try is the queue's. */
  async #keepForSilent({ deviceKey, deviceId, by, values, before }: ParameterSave): Promise<ParameterOutcome> {
    before({});
    await this.desk.putForSilent({ device: { deviceKey, deviceId }, userName: by, payload: signed(values, by) });
    return { result: '408', checked: false, kept: {}, differs: [] };
  }

  /**
   * An order, which may have waited: what it says is told, as far as the device has it, and the device asked whether it holds it. Gives what is to be
   * said beside that.
   */
  #deliver(link: DeviceLink, { values: asked, by }: ParameterOrder, begin: () => void): Promise<string> {
    return this.#inTurn(link.deviceKey, async () => {
      const { values: has, held } = await askKeys(link, Object.keys(asked));
      this.#kit.heard(link.deviceKey, has, Object.keys(asked));
      const { own: values, lacks } = supported(asked, has);
      const keys = Object.keys(values);
      begin();
      await tell(link, values, held);
      for (const [name, own] of Map.groupBy(keys, (key) => by[key] ?? ''))
        // oxlint-disable-next-line no-await-in-loop -- one person, seldom two
        await this.#remember(link.deviceKey, name, own);
      const { checked, differs } = await this.#check(link.deviceKey, values);
      if (differs.length > 0)
        throw new AppError(
          'device_refused',
          `The device did not take this and kept what it had: ${differs.join(', ')}`,
        );
      return checked ? lacks : NOT_CHECKED;
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

  async #held(link: DeviceLink, keys: readonly string[]): Promise<ParameterAnswer> {
    const answer = await askKeys(link, keys);
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
      this.#kit.heard(deviceKey, has);
      const kept = only(has, keys);
      return { result: '1', checked: true, kept, differs: keys.filter((key) => !isSame(key, values[key], kept[key])) };
    } catch (error) {
      // A new server address, for one, ends the link.
      if (!failedWith(error, 'device_offline', 'device_timeout')) throw error;
      return { result: '1', checked: false, kept: {}, differs: [] };
    }
  }
}
