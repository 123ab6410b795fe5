// Devices told to go to another server: each by an order of its own, which waits for one that is away. All orders of one saved rule are a batch.
import { isRedirected, NO_REDIRECT, type RedirectRule } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
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
  #closed = false;
  readonly #kit: RedirectorKit;
  readonly #turn = new InTurn();

  constructor(kit: RedirectorKit) {
    this.#kit = kit;
    this.#batch = kit.settings.get(BATCH, batch) ?? NONE;
  }

  get rule(): RedirectRule {
    return this.#rule;
  }

  /** At the start: what a server that ended left undone is done, also where it had not begun with what was saved last. */
  resume(rule: RedirectRule, saved: Version): void {
    if (!isOf(this.#batch, saved.updatedMs)) return this.use(rule, saved);
    this.#rule = rule;
    if (!this.#batch.told) this.#do(() => this.#tellAll());
  }

  /** Somebody saved: orders of the rule before that still wait are cancelled. */
  use(rule: RedirectRule, { updatedMs: ruleMs, updatedBy: by }: Version): void {
    this.#rule = rule;
    this.#do(async () => {
      await this.#cancelWaiting(by);
      const id = Math.max(this.#batch.id + 1, Math.floor(this.#kit.clock.now() / SECOND_MS));
      await this.#keep({ id, told: rule.redirect_newdevice_only || rule.new_server === '', by, ruleMs });
      await this.#tellAll();
    });
  }

  /** A device registered its hardware here. */
  enrolled(device: Device): void {
    if (this.#matches(device.deviceId)) this.#do(() => this.#tell(device));
  }

  outcomes(): Promise<StoredOrder[]> {
    return this.#batch.id === 0 ? Promise.resolve([]) : this.#kit.desk.ofBatch(this.#batch.id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn.idle();
  }

  #do(action: () => Promise<void>): void {
    void this.#turn.attempt(action, (err) => this.#kit.log.error('devices not redirected', { err }));
  }

  #matches(deviceId: string): boolean {
    return this.#rule.new_server !== '' && isRedirected(this.#rule, deviceId);
  }

  async #tellAll(): Promise<void> {
    if (this.#batch.told) return;
    const have = new Set((await this.outcomes()).map(({ deviceKey }) => deviceKey));
    for (const { key: deviceKey, id: deviceId } of Array.from(this.#kit.registered())) {
      if (this.#closed) return;
      // oxlint-disable-next-line no-await-in-loop -- one connection of the database
      if (!have.has(deviceKey) && this.#matches(deviceId)) await this.#tell({ deviceKey, deviceId });
    }
    await this.#keep({ ...this.#batch, told: true });
  }

  async #tell(device: Device): Promise<void> {
    const { new_server: host, new_port: port } = this.#rule;
    const { id: batchId, by: userName } = this.#batch;
    if (!this.#matches(device.deviceId)) return; // another rule was saved meanwhile
    try {
      await this.#kit.desk.put({ device, userName, payload: { host, port }, batchId });
    } catch (err) {
      this.#kit.log.warn('a device was not told to go to another server', { deviceId: device.deviceId, err });
    }
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
