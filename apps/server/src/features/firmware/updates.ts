// Updates of firmware under way: each device is told once to fetch a file, watched while it does, and asked for its version when it is back.
// What is decided after each thing that is heard is update-step.ts; telling a device is an order of the queue of orders.
import { randomBytes } from 'node:crypto';
import type { FirmwareWay } from '@outrider/contract';
import type { DeviceLink, LinkRegistry, UpgradeNews } from '../../gateway/index.ts';
import type { SeenDevice } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { Asked, OrderDesk, OrderEnd } from '../device-order/index.ts';
import { addressFor, assertWay, firmwareIdOf, shownAddress, versionInName } from './address.ts';
import type { FirmwarePayload } from './order-kind.ts';
import { packetReason, PacketSender } from './packet-sender.ts';
import type { StoredFirmware } from './store.ts';
import type { StoredUpdate, UpdateStore } from './store/updates.ts';
import { afterEvent, isOver, type UpdateEvent } from './update-step.ts';
import type { DeviceVersions } from './versions.ts';

export type UpdatesKit = {
  store: UpdateStore;
  versions: DeviceVersions;
  links: LinkRegistry;
  bus: Bus;
  clock: Clock;
  log: Log;
  firmware: (id: string) => Promise<StoredFirmware | undefined>;
  pathOf: (id: string) => string;
  /** Our own store speaks TLS. */
  secure: boolean;
};

export type Starting = {
  device: Pick<SeenDevice, 'deviceKey' | 'deviceId'>;
  userName: string;
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  toVersion?: string | undefined;
  way?: FirmwareWay | undefined;
  kept: boolean;
  planId?: number;
  rollout?: { id: number; stage: number };
};

type UpdateDesk = Pick<OrderDesk<FirmwarePayload>, 'ask' | 'waiting'>;

/** Nothing is heard of an update: the device is asked for its version, or given up when it is away. */
const SILENT_MS = 600_000;
const AWAY_MS = 7 * 86_400_000;
const LOOK_MS = 10_000;
/** A percentage is written to the table in such steps; in memory it is as it is. */
const SAVED_STEP = 10;

const reasons: Partial<Record<string, 'unsupported' | 'away'>> = {
  device_unsupported: 'unsupported',
  device_offline: 'away',
  'too-old': 'away',
};

const isByHand = ({ planId = 0, rollout }: Starting): boolean => planId === 0 && rollout === undefined;
const underWay = (): AppError => new AppError('conflict', 'This device has an update under way.');

export class FirmwareUpdates {
  readonly #kit: UpdatesKit;
  /** By device: the one that is told, or waits to be. */
  readonly #open = new Map<number, StoredUpdate>();
  /** By device: the one that takes the place of that as soon as its order is stored. */
  readonly #next = new Map<number, StoredUpdate>();
  /** Both of them. */
  readonly #byToken = new Map<string, StoredUpdate>();
  /** Those that are over, of which the table does not say so yet: it could not be written. */
  readonly #unwritten = new Set<StoredUpdate>();
  /** Those whose device says itself how far it is. */
  readonly #telling = new Set<number>();
  readonly #packets: PacketSender;
  readonly #saving = new InTurnByKey<number>();
  readonly #starting = new InTurnByKey<number>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #endings: (() => void)[] = [];
  #done = 0;
  #failed = 0;
  #desk: UpdateDesk | null = null;
  #over: (update: StoredUpdate) => void = () => undefined;

  private constructor(kit: UpdatesKit, open: readonly StoredUpdate[]) {
    this.#kit = kit;
    this.#packets = new PacketSender(kit);
    for (const update of open) this.#put(update);
    const timer = kit.clock.every(LOOK_MS, () => this.#look());
    this.#endings.push(
      () => timer.cancel(),
      kit.bus.subscribe('upgrade.told', ({ deviceKey, ...news }) => this.told(deviceKey, news)),
      kit.bus.subscribe('link.online', ({ deviceKey }) => {
        if (this.#open.has(deviceKey)) kit.versions.ask(deviceKey);
      }),
    );
  }

  static async open(kit: UpdatesKit): Promise<FirmwareUpdates> {
    return new FirmwareUpdates(kit, await kit.store.open());
  }

  /** How devices are told. Before devices are let in. */
  useDesk(desk: UpdateDesk): void {
    this.#desk = desk;
  }

  /** Hears of each update that is over. */
  hear(over: (update: StoredUpdate) => void): void {
    this.#over = over;
  }

  /** After the orders that were left: what the server did not hear of any more is watched. */
  async resume(): Promise<void> {
    for (const update of this.#byToken.values()) {
      const isSent = update.way === 'packets' && (update.state === 'told' || update.state === 'downloading');
      if (isSent) this.#apply(update, { kind: 'failed', reason: 'interrupted' });
      // oxlint-disable-next-line no-await-in-loop -- at the start, one connection
      if (update.state === 'waiting' && !(await this.#hasOrder(update))) this.#apply(update, this.#unheard(update));
    }
  }

  /** What became of one that waits without an order, which the server that ended did not write down. */
  #unheard(update: StoredUpdate): UpdateEvent {
    const { deviceKey } = update;
    if (this.#next.get(deviceKey) === update) return { kind: 'failed', reason: 'interrupted' }; // it never had one
    return this.#next.has(deviceKey) ? { kind: 'cancelled', reason: 'replaced' } : { kind: 'told' };
  }

  async #hasOrder({ id, deviceKey }: StoredUpdate): Promise<boolean> {
    return (await this.#desk?.waiting(deviceKey))?.some((order) => order.update === id) ?? false;
  }

  /** The one under way or waiting. */
  of(deviceKey: number): StoredUpdate | undefined {
    return this.#open.get(deviceKey);
  }

  /** The one that this token belongs to, while it is under way. */
  byToken(token: string): StoredUpdate | undefined {
    return this.#byToken.get(token);
  }

  async lastOf(deviceKey: number): Promise<StoredUpdate | undefined> {
    const last = this.#open.get(deviceKey) ?? (await this.#kit.store.lastOf(deviceKey));
    return [...this.#unwritten].find(({ id }) => id === last?.id) ?? last;
  }

  isFetching(firmwareId: string): boolean {
    return [...this.#byToken.values()].some((update) => update.firmwareId === firmwareId);
  }

  /**
   * Rejects with `conflict` where one is under way, `not_found` for a file that is not in the store, and as orders do. One that waits gives way to
   * a person alone, not to a plan or a roll-out; it goes on waiting until the order of this one has taken the place of its order: the end of
   * that order says so (`orderOver`).
   */
  start(starting: Starting): Promise<Asked> {
    return this.#starting.run(starting.device.deviceKey, async () => {
      const { deviceKey } = starting.device;
      const before = this.#open.get(deviceKey);
      if (before !== undefined) {
        const mayReplace = isByHand(starting) && before.state === 'waiting' && (await this.#hasOrder(before));
        if (!mayReplace) throw underWay();
        if (!starting.kept && this.#kit.links.get(deviceKey) === undefined) throw deviceOffline();
      }
      const update = await this.#add(starting);
      this.#put(update);
      return this.#order(update, starting);
    });
  }

  /** What the device said of it. */
  told(deviceKey: number, news: UpgradeNews): void {
    const update = this.#open.get(deviceKey);
    if (update === undefined) return;
    if (news.step === 'downloading') this.#telling.add(update.id);
    this.#apply(update, { kind: 'news', news });
  }

  fetched(token: string, percent: number): void {
    const update = this.#byToken.get(token);
    if (update !== undefined && !this.#telling.has(update.id)) this.#apply(update, { kind: 'fetched', percent });
  }

  versionIs(deviceKey: number, version: string, last = false): void {
    const update = this.#open.get(deviceKey);
    if (update !== undefined) this.#apply(update, { kind: 'version', version, last });
  }

  /** The device is about to be told; `version` is what it has, '' where it does not say. Rejects with `conflict` where another one is under way. */
  async before(id: number, version: string): Promise<void> {
    const update = this.#byId(id);
    if (update !== undefined && this.#next.get(update.deviceKey) === update) throw underWay();
    if (update === undefined || version === '') return;
    update.fromVersion = version;
    await this.#save(update);
  }

  /** Sends the file of an update in packets; resolves when the device takes it, and goes on. */
  async sendPackets(id: number, link: DeviceLink, manufacturer: string): Promise<void> {
    const update = this.#byId(id);
    const file = update === undefined ? undefined : await this.#kit.firmware(update.firmwareId);
    if (update === undefined || file === undefined)
      throw new AppError('device_unsupported', 'The device fetches no firmware, and the file is not in the store');
    update.way = 'packets';
    await this.#save(update);
    const { begun, ended } = await this.#packets.send(
      link,
      { ...file, manufacturer, version: update.toVersion },
      (percent) => {
        if (!this.#telling.has(id)) this.#apply(update, { kind: 'fetched', percent });
      },
    );
    ended.then(
      () => this.#apply(update, { kind: 'fetched', percent: 100 }),
      (error: unknown) => this.#apply(update, { kind: 'failed', reason: packetReason(error) }),
    );
    await begun;
  }

  /** Its order is over. */
  orderOver({ update: id }: FirmwarePayload, { state, outcome }: OrderEnd): void {
    const update = this.#byId(id);
    if (update === undefined) return;
    if (state === 'cancelled')
      this.#apply(update, { kind: 'cancelled', reason: outcome === 'replaced' ? 'replaced' : 'cancelled' });
    else if (state === 'refused') this.#apply(update, { kind: 'failed', reason: reasons[outcome] ?? 'refused' });
    else if (state === 'expired' && reasons[outcome] === 'away')
      this.#apply(update, { kind: 'failed', reason: 'away' });
    else this.#apply(update, { kind: 'told' }); // it said yes, or may have heard it
  }

  forget(deviceKeys: readonly number[]): void {
    for (const key of deviceKeys)
      for (const update of [this.#next.get(key), this.#open.get(key)]) if (update !== undefined) this.#drop(update);
    for (const update of this.#unwritten) if (deviceKeys.includes(update.deviceKey)) this.#unwritten.delete(update);
  }

  metrics(): Record<string, number> {
    return {
      firmware_updates_open: this.#open.size,
      firmware_updates_done_total: this.#done,
      firmware_updates_failed_total: this.#failed,
      firmware_in_packets: this.#packets.count,
    };
  }

  async close(): Promise<void> {
    for (const end of this.#endings.splice(0)) end();
    await this.#packets.close();
    await this.#idle();
    this.#writeEnds();
    await this.#idle();
  }

  async #add({ device, userName, url, toVersion, way = 'auto', planId = 0, rollout }: Starting): Promise<StoredUpdate> {
    const { store, firmware, versions, clock } = this.#kit;
    const firmwareId = firmwareIdOf(url) ?? '';
    const file = firmwareId === '' ? undefined : await firmware(firmwareId);
    if (firmwareId !== '' && file === undefined) throw new AppError('not_found', 'There is no such firmware.');
    assertWay(url, way);
    return store.add(
      {
        deviceKey: device.deviceKey,
        deviceId: device.deviceId,
        url: shownAddress(url),
        firmwareId,
        bytes: file?.bytes ?? 0,
        token: randomBytes(16).toString('hex'),
        fromVersion: versions.of(device.deviceKey)?.version ?? '',
        toVersion: toVersion ?? versionInName(file?.fileName ?? ''),
        userName,
        way,
        planId,
        rolloutId: rollout?.id ?? 0,
        askedMs: clock.now(),
      },
      rollout?.stage ?? 0,
    );
  }

  async #order(update: StoredUpdate, { device, userName, url, user, password, kept }: Starting): Promise<Asked> {
    const { secure } = this.#kit;
    const token = update.firmwareId === '' ? undefined : update.token;
    const address = addressFor({ url, token, secure, user, password });
    try {
      if (address === undefined || this.#desk === null) throw new AppError('invalid', 'A: This is no address.');
      const payload: FirmwarePayload = { update: update.id, url: address, way: update.way };
      return await this.#desk.ask({ device, userName, payload, kept });
    } catch (error) {
      // Where an order was there it has said so itself.
      this.#apply(update, {
        kind: 'failed',
        reason: reasons[error instanceof AppError ? error.code : ''] ?? 'refused',
      });
      throw error;
    }
  }

  #byId(id: number): StoredUpdate | undefined {
    for (const update of this.#byToken.values()) if (update.id === id) return update;
    return undefined;
  }

  #put(update: StoredUpdate): void {
    const { deviceKey, token } = update;
    (this.#open.has(deviceKey) ? this.#next : this.#open).set(deviceKey, update);
    this.#byToken.set(token, update);
  }

  #drop(update: StoredUpdate): void {
    const { deviceKey, token, id } = update;
    const next = this.#next.get(deviceKey);
    if (next === update) this.#next.delete(deviceKey);
    else if (this.#open.get(deviceKey) === update) {
      this.#open.delete(deviceKey);
      this.#next.delete(deviceKey);
      if (next !== undefined) this.#open.set(deviceKey, next);
    }
    this.#byToken.delete(token);
    this.#telling.delete(id);
  }

  #apply(update: StoredUpdate, event: UpdateEvent): void {
    if (isOver(update)) return;
    const { clock, log } = this.#kit;
    const before = { state: update.state, percent: update.percent };
    Object.assign(update, afterEvent(update, update, event));
    update.heardMs = clock.now();
    if (isOver(update)) {
      update.endedMs = clock.now();
      this.#drop(update);
      if (update.state === 'done') this.#done += 1;
      if (update.state === 'failed') this.#failed += 1;
      const { deviceId, state, reason, version } = update;
      log.info('firmware update over', { deviceId, state, reason, version });
    }
    const isFar = Math.floor(update.percent / SAVED_STEP) !== Math.floor(before.percent / SAVED_STEP);
    if (update.state === before.state && !isFar) return;
    this.#work(update.endedMs === null ? this.#save(update) : this.#writeEnd(update));
  }

  /** Nobody else writes it any more: where that fails it is tried again. */
  async #writeEnd(update: StoredUpdate): Promise<void> {
    this.#unwritten.delete(update);
    try {
      await this.#save(update);
    } catch (error) {
      this.#unwritten.add(update);
      throw error;
    }
    this.#over(update);
  }

  #writeEnds(): void {
    for (const update of this.#unwritten) this.#work(this.#writeEnd(update));
  }

  #save(update: StoredUpdate): Promise<void> {
    const now = { ...update };
    return this.#saving.run(update.id, () => this.#kit.store.save(now));
  }

  #work(work: Promise<unknown>): void {
    const whole = work
      .catch((err: unknown) => this.#kit.log.error('firmware update not kept', { err }))
      .finally(() => this.#working.delete(whole));
    this.#working.add(whole);
  }

  async #idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working); // oxlint-disable-line no-await-in-loop -- what one starts
  }

  /** Asks those of which nothing was heard for a while. */
  #look(): void {
    this.#writeEnds();
    const { clock, links, versions } = this.#kit;
    const now = clock.now();
    for (const update of this.#open.values()) {
      const silentMs = now - update.heardMs;
      if (update.state === 'waiting' || silentMs < SILENT_MS) continue;
      if (links.get(update.deviceKey) === undefined) {
        if (silentMs >= AWAY_MS) this.#apply(update, { kind: 'failed', reason: 'silent' });
        continue;
      }
      update.heardMs = now; // asked once in that time
      this.#work(
        versions.read(update.deviceKey).then(
          ({ version }) => this.versionIs(update.deviceKey, version, true),
          () => this.#apply(update, { kind: 'failed', reason: 'silent' }),
        ),
      );
    }
  }
}
