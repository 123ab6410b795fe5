// Devices told to go to another server: each by an order of its own, which waits for one that is away. All orders of one saved rule are a batch.
import { isRedirected, NO_REDIRECT, type RedirectRule } from '@outrider/contract';
import { z } from 'zod';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Version } from '../../kernel/storage/version.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { OrderDesk, OrderKind, StoredOrder } from '../device-order/index.ts';
import type { Settings } from '../settings/index.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;
const BATCH = 'deviceredirect-batch';
const SECOND_MS = 1000;
/** What could not be written, on a full disk for example, is tried again this often. */
const AGAIN_MS = 60_000;

const payload = z.object({ host: z.string(), port: z.number() });
type Target = z.output<typeof payload>;

const hangsUp = (error: unknown): boolean => error instanceof AppError && error.code === 'device_offline';

/** Told twice it does the same thing. Only a device that took the address is restarted; its hanging up is its obeying. */
export const redirectKind: OrderKind<Target> = {
  name: 'redirect',
  payload,
  keptMs: KEPT_MS,
  again: true,
  merge: (_older, newer) => newer,
  detail: ({ host, port }) => `${host}:${port}`,
  async send(link, { host, port }) {
    await link.order('useServer', { host, port });
    await link.order('reboot', {}).catch((error: unknown) => {
      if (!hangsUp(error)) throw error;
    });
    return '';
  },
};

export type RedirectorKit = {
  settings: Pick<Settings, 'get' | 'set'>;
  clock: Clock;
  log: Log;
  desk: Pick<OrderDesk<Target>, 'put' | 'cancel' | 'ofBatch'>;
  registered: () => Iterable<{ key: number; id: string }>;
  /** Also one that nobody registered. */
  isThere: (deviceKey: number) => boolean;
};

/**
 * The orders of one rule. `told`: every device that was registered when it was saved has one. `ruleMs`: when it was saved; older versions kept
 * none.
 */
const batch = z.object({ id: z.number(), told: z.boolean(), by: z.string(), ruleMs: z.number().optional() });
type Batch = z.output<typeof batch>;
const NONE: Batch = { id: 0, told: true, by: '', ruleMs: 0 };
/** The number of a batch is never below the second in which its rule was saved. */
const isOf = ({ id, ruleMs }: Batch, updatedMs: number): boolean =>
  ruleMs === undefined ? updatedMs <= id * SECOND_MS : updatedMs === ruleMs;

type Device = { deviceKey: number; deviceId: string };

export class Redirector {
  #rule: RedirectRule = NO_REDIRECT;
  #batch: Batch;
  /** The version of a saved rule that was not begun with: until then `#batch` is of the one before. */
  #unbegun: Version | null = null;
  /** Devices that registered since the rule was saved and have no order yet. */
  readonly #untold = new Map<number, Device>();
  #closed = false;
  /** How many actions have not ended. */
  #running = 0;
  readonly #kit: RedirectorKit;
  readonly #turn = new InTurn();
  #timer: Timer | null = null;

  constructor(kit: RedirectorKit) {
    this.#kit = kit;
    this.#batch = kit.settings.get(BATCH, batch) ?? NONE;
  }

  get rule(): RedirectRule {
    return this.#rule;
  }

  /** At the start: what a server that ended left undone is done, also where it had not begun with what was saved last. */
  resume(rule: RedirectRule, saved: Version): void {
    this.#timer ??= this.#kit.clock.every(AGAIN_MS, () => this.#again());
    if (!isOf(this.#batch, saved.updatedMs)) return this.use(rule, saved);
    this.#rule = rule;
    if (!this.#batch.told) this.#do(() => this.#tellAll());
  }

  /** Somebody saved: orders of the rule before that still wait are cancelled. */
  use(rule: RedirectRule, version: Version): void {
    this.#rule = rule;
    this.#unbegun = version;
    this.#untold.clear(); // they are devices like all others to this one
    this.#do(() => this.#begin());
  }

  /** A device registered its hardware here. */
  enrolled(device: Device): void {
    if (!this.#matches(device.deviceId)) return;
    this.#untold.set(device.deviceKey, device);
    this.#do(() => this.#tellUntold());
  }

  outcomes(): Promise<StoredOrder[]> {
    return this.#batch.id === 0 ? Promise.resolve([]) : this.#kit.desk.ofBatch(this.#batch.id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    await this.#turn.idle();
  }

  #do(action: () => Promise<void>): void {
    this.#running += 1;
    void this.#turn
      .attempt(action, (err) => this.#kit.log.error('devices not redirected', { err }))
      .finally(() => (this.#running -= 1));
  }

  /** What failed. */
  #again(): void {
    if (this.#running > 0) return;
    if (this.#untold.size > 0) {
      for (const key of this.#untold.keys()) if (!this.#kit.isThere(key)) this.#untold.delete(key);
    }
    if (this.#unbegun !== null) this.#do(() => this.#begin());
    else if (!this.#batch.told) this.#do(() => this.#tellAll());
    if (this.#untold.size > 0) this.#do(() => this.#tellUntold());
  }

  #matches(deviceId: string): boolean {
    return this.#rule.new_server !== '' && isRedirected(this.#rule, deviceId);
  }

  /** With the rule that was saved last. */
  async #begin(): Promise<void> {
    const version = this.#unbegun;
    if (version === null) return;
    const { updatedMs: ruleMs, updatedBy: by } = version;
    const told = this.#rule.redirect_newdevice_only || this.#rule.new_server === '';
    await this.#cancelWaiting(by);
    const id = Math.max(this.#batch.id + 1, Math.floor(this.#kit.clock.now() / SECOND_MS));
    await this.#keep({ id, told, by, ruleMs });
    if (this.#unbegun !== version) return; // another rule was saved meanwhile
    this.#unbegun = null;
    await this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    if (this.#batch.told) return;
    const have = new Set((await this.outcomes()).map(({ deviceKey }) => deviceKey));
    const all = Array.from(this.#kit.registered(), ({ key: deviceKey, id: deviceId }) => ({ deviceKey, deviceId }));
    const isWhole = await this.#tell(all.filter(({ deviceKey }) => !have.has(deviceKey)));
    if (isWhole) await this.#keep({ ...this.#batch, told: true });
  }

  async #tellUntold(): Promise<void> {
    if (this.#unbegun === null) await this.#tell([...this.#untold.values()]);
  }

  /** Gives each an order. False where one could not be given: those are told again later. */
  async #tell(devices: readonly Device[]): Promise<boolean> {
    const failed: { deviceId: string; err: unknown }[] = [];
    for (const device of devices) {
      if (this.#closed || this.#unbegun !== null) return false;
      const { new_server: host, new_port: port } = this.#rule;
      const { id: batchId, by: userName } = this.#batch;
      try {
        if (this.#matches(device.deviceId))
          // oxlint-disable-next-line no-await-in-loop -- one connection of the database
          await this.#kit.desk.put({ device, userName, payload: { host, port }, batchId });
        this.#untold.delete(device.deviceKey);
      } catch (err) {
        failed.push({ deviceId: device.deviceId, err });
      }
    }
    const [first] = failed;
    if (first === undefined) return true;
    this.#kit.log.warn('devices were not told to go to another server', { ...first, devices: failed.length });
    return false;
  }

  async #cancelWaiting(by: string): Promise<void> {
    for (const order of await this.outcomes())
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (order.state === 'waiting') await this.#kit.desk.cancel(order, by);
  }

  async #keep(next: Batch): Promise<void> {
    await this.#kit.settings.set(BATCH, next);
    this.#batch = next;
  }
}
