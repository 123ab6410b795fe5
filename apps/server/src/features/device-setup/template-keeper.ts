// Keeps devices as their templates say: a device that comes back is asked, and told once what differs. What is decided is template-step.ts.
// What a device said stands in the table, so that the page of a template tells what differs without asking thousands.
import type { ParameterValues } from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { OrderDesk } from '../device-order/index.ts';
import { askKeys, failedWith } from './ask-device.ts';
import { type ParameterOrder, signed } from './parameter-kind.ts';
import { afterTelling, heard, told, toTell, unreadState, wantedOf } from './template-step.ts';
import type { ParameterState, TemplateStore } from './store/templates.ts';
import { keptOf, type Templates } from './templates.ts';

type Kit = {
  store: TemplateStore;
  templates: Templates;
  desk: OrderDesk<ParameterOrder>;
  links: LinkRegistry;
  bus: Bus;
  clock: Clock;
  log: Log;
};

/** Devices that are asked at the same time: thousands may come back at once. */
const AT_ONCE = 16;

export class TemplateKeeper {
  readonly #kit: Kit;
  readonly #states: Map<number, ParameterState>;
  /** Devices whose turn to be asked has not come. */
  readonly #due = new Set<number>();
  readonly #turns = new InTurnByKey<number>();
  readonly #working = new Set<Promise<void>>();
  readonly #unsubscribe: () => void;
  #asking = 0;
  readonly #closing = Promise.withResolvers<never>();
  #closed = false;

  private constructor(kit: Kit, states: readonly ParameterState[]) {
    this.#kit = kit;
    this.#closing.promise.catch(() => undefined); // for those who wait for a device
    this.#states = new Map(states.map((state) => [state.deviceKey, state]));
    this.#unsubscribe = kit.bus.subscribe('link.online', ({ deviceKey }) => {
      if (kit.templates.of(deviceKey).length > 0) this.lookAt([deviceKey]);
    });
  }

  static async open(kit: Kit): Promise<TemplateKeeper> {
    return new TemplateKeeper(kit, await kit.store.states());
  }

  stateOf(deviceKey: number): ParameterState | undefined {
    return this.#states.get(deviceKey);
  }

  /** Has these, which have templates, asked when their turn comes, and told what those keep in force. */
  lookAt(deviceKeys: Iterable<number>): void {
    for (const deviceKey of deviceKeys) if (this.#kit.links.get(deviceKey) !== undefined) this.#due.add(deviceKey);
    this.#pump();
  }

  /** What a device refused it may be told again, by somebody who wants that. */
  async forgive(deviceKeys: readonly number[]): Promise<void> {
    for (const deviceKey of deviceKeys) {
      const state = this.#states.get(deviceKey);
      // oxlint-disable-next-line no-await-in-loop -- few have refused something
      if (state !== undefined && Object.keys(state.refused).length > 0) await this.#save({ ...state, refused: {} });
    }
  }

  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    await this.#kit.store.removeDevices(deviceKeys);
    this.#kit.templates.forget(deviceKeys);
    for (const key of deviceKeys) {
      this.#states.delete(key);
      this.#due.delete(key);
    }
  }

  /** What it was asked for elsewhere says something too; `asked` are the values that it would have told, did it have them. */
  note(deviceKey: number, values: ParameterValues, asked: readonly string[] = []): void {
    const known = Object.keys(wantedOf(this.#kit.templates.of(deviceKey))).filter(
      (key) => values[key] !== undefined || asked.includes(key),
    );
    if (known.length === 0 || this.#closed) return;
    this.#work(async () => {
      const state = this.#states.get(deviceKey) ?? unreadState(deviceKey);
      await this.#save(heard(state, known, values, this.#kit.clock.now()));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.reject(new Error('The server stops.'));
    this.#unsubscribe();
    this.#due.clear();
    await Promise.all(this.#working);
  }

  #pump(): void {
    for (const deviceKey of this.#due) {
      if (this.#closed || this.#asking >= AT_ONCE) return;
      this.#due.delete(deviceKey);
      this.#asking += 1;
      this.#work(() =>
        this.#turns
          .run(deviceKey, () => this.#keep(deviceKey))
          .finally(() => {
            this.#asking -= 1;
            this.#pump();
          }),
      );
    }
  }

  #work(act: () => Promise<void>): void {
    const work = act()
      .catch((err: unknown) => {
        if (!this.#closed) this.#kit.log.warn('template not looked at', { reason: errorText(err) });
      })
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  async #keep(deviceKey: number): Promise<void> {
    const { templates, clock } = this.#kit;
    const asked = templates.of(deviceKey);
    const keys = Object.keys(wantedOf(asked));
    if (keys.length === 0 || !(await this.#ask(deviceKey, keys))) return;
    const state = this.#states.get(deviceKey) ?? unreadState(deviceKey);
    const values = toTell(keptOf(asked), state, clock.now());
    if (Object.keys(values).length === 0) return;
    await this.#save(told(state, clock.now()));
    if (!(await this.#tell(deviceKey, values, asked.findLast(({ keep }) => keep)?.userName ?? ''))) return;
    if (!(await this.#ask(deviceKey, Object.keys(values)))) return;
    await this.#save(afterTelling(this.#states.get(deviceKey) ?? state, values));
  }

  /** False where nothing was heard: its next return is another try. */
  async #ask(deviceKey: number, keys: readonly string[]): Promise<boolean> {
    const link = this.#kit.links.get(deviceKey);
    if (link === undefined || this.#closed) return false;
    try {
      const { values } = await Promise.race([askKeys(link, keys), this.#closing.promise]);
      const state = this.#states.get(deviceKey) ?? unreadState(deviceKey);
      await this.#save(heard(state, keys, values, this.#kit.clock.now()));
      return true;
    } catch (error) {
      if (failedWith(error, 'device_offline', 'device_timeout', 'device_refused', 'device_unsupported')) return false;
      throw error;
    }
  }

  /** False where nobody knows whether it heard. A refusal is heard too: what it holds says the rest. */
  async #tell(deviceKey: number, values: ParameterValues, userName: string): Promise<boolean> {
    const { desk, links, log } = this.#kit;
    const link = links.get(deviceKey);
    if (link === undefined) return false;
    const { deviceId } = link;
    try {
      const device = { deviceKey, deviceId };
      const asking = { device, userName, payload: signed(values, userName), kept: false };
      const { result } = await Promise.race([desk.ask(asking), this.#closing.promise]);
      log.info('device told what its template says', { deviceId, parameters: Object.keys(values).join(', ') });
      return result === '1';
    } catch (error) {
      log.warn('device did not take what its template says', { deviceId, reason: errorText(error) });
      return failedWith(error, 'device_refused', 'device_unsupported');
    }
  }

  async #save(state: ParameterState): Promise<void> {
    this.#states.set(state.deviceKey, state);
    await this.#kit.store.saveState(state);
  }
}
