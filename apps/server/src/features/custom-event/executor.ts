// Has the footage of waiting tasks fetched: when their device is online, one task of a device at a time, again after a failure with
// growing pauses, at once when the device comes back. Goes on after a restart.
import { AppError } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Footage } from '../remote-playback/index.ts';
import { attempt } from './attempt.ts';
import type { CustomEventStore, Standing, StoredWish } from './store.ts';

export type ExecutorKit = {
  store: CustomEventStore;
  footage: Footage;
  bus: Bus;
  clock: Clock;
  log: Log;
  isOnline: (deviceKey: number) => boolean;
  /** How long what was fetched is kept from retention. */
  keepMs: number;
};

const AT_ONCE = 8;
const LOOK_MS = 10_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A task is not tried for ever. */
const GIVE_UP_MS = 14 * 86_400_000;
const STOPPED = new AppError('conflict', 'cancelled');

type Pending = {
  wish: StoredWish;
  tries: number;
  notBeforeMs: number;
  running: AbortController | null;
  /** Settled when nothing of it is under way. */
  work: Promise<void>;
  standing: Standing;
};

export class Executor {
  private readonly kit: ExecutorKit;
  /** In the order they were asked for. */
  private readonly pending = new Map<number, Pending>();
  private readonly working = new Set<Promise<void>>();
  private readonly endings: (() => void)[] = [];
  private closing = false;

  constructor(kit: ExecutorKit) {
    this.kit = kit;
    const looking = kit.clock.every(LOOK_MS, () => this.look());
    this.endings.push(
      () => looking.cancel(),
      kit.bus.subscribe('link.online', ({ deviceKey }) => this.deviceIsBack(deviceKey)),
    );
  }

  add(wishes: readonly StoredWish[]): void {
    for (const wish of wishes)
      this.pending.set(wish.id, {
        wish,
        tries: 0,
        notBeforeMs: 0,
        running: null,
        work: Promise.resolve(),
        standing: { ...wish, state: 'waiting' },
      });
    this.look();
  }

  /** How a task stands now, where that is not on disk yet. */
  standing(id: number): Standing | undefined {
    return this.pending.get(id)?.standing;
  }

  /** Fetches no more of it. Resolves when the device was told to stop. */
  async drop(id: number): Promise<void> {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.running?.abort(STOPPED);
    this.look();
    await pending?.work;
  }

  /** Fetches nothing more of devices that were dropped. */
  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    const own = [...this.pending.values()].filter(({ wish }) => deviceKeys.includes(wish.deviceKey));
    await Promise.all(own.map(({ wish }) => this.drop(wish.id)));
    await this.kit.store.removeDevices(deviceKeys);
  }

  /** Everything of the device was deleted: what is being fetched ends, what waits begins anew. */
  async deleted(deviceKey: number, message: string): Promise<void> {
    const own = [...this.pending.values()].filter(({ wish }) => wish.deviceKey === deviceKey);
    for (const { wish, running, standing } of own) {
      const anew: Standing = { ...standing, progress: 0, footage: [] };
      const now: Standing = running === null ? anew : { ...anew, state: 'cancelled', message };
      const pending = this.pending.get(wish.id);
      if (pending !== undefined) pending.standing = now;
      // oxlint-disable-next-line no-await-in-loop -- one task of a device is under way
      if (running !== null) await this.drop(wish.id);
      // oxlint-disable-next-line no-await-in-loop
      await this.kit.store.update(wish.id, now);
    }
  }

  metrics(): Record<string, number> {
    return { custom_events_waiting: this.pending.size - this.working.size, custom_events_fetching: this.working.size };
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const end of this.endings) end();
    for (const { running } of this.pending.values()) running?.abort(STOPPED);
    await Promise.all(this.working);
  }

  private deviceIsBack(deviceKey: number): void {
    for (const pending of this.pending.values()) if (pending.wish.deviceKey === deviceKey) pending.notBeforeMs = 0;
    this.look();
  }

  private look(): void {
    if (this.closing) return;
    const now = this.kit.clock.monotonic();
    const busy = new Set<number>();
    for (const { running, wish } of this.pending.values()) if (running !== null) busy.add(wish.deviceKey);
    for (const pending of this.pending.values()) {
      if (this.working.size >= AT_ONCE) return;
      const { wish, running, notBeforeMs } = pending;
      if (running !== null || notBeforeMs > now || busy.has(wish.deviceKey) || !this.kit.isOnline(wish.deviceKey))
        continue;
      busy.add(wish.deviceKey);
      this.begin(pending);
    }
    this.giveUp();
  }

  private begin(pending: Pending): void {
    const stop = new AbortController();
    pending.running = stop;
    const work = this.run(pending, stop.signal).catch((error: unknown) => this.broke(pending, error));
    pending.work = work;
    this.working.add(work);
    void work.finally(() => {
      this.working.delete(work);
      pending.running = null;
      this.look();
    });
  }

  private async run(pending: Pending, signal: AbortSignal): Promise<void> {
    const { kit } = this;
    const { wish } = pending;
    const protectUntilMs = kit.clock.now() + kit.keepMs;
    const tell = (standing: Standing): void => {
      pending.standing = standing;
    };
    const { again, ...standing } = await attempt({ footage: kit.footage, signal, protectUntilMs }, wish, tell);
    pending.standing = standing;
    await kit.store.update(wish.id, standing);
    if (again) this.postpone(pending);
    else this.pending.delete(wish.id);
    kit.log.info('custom event tried', {
      id: wish.id,
      device: wish.deviceId,
      state: standing.state,
      reason: standing.message,
    });
  }

  private postpone(pending: Pending): void {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pending.tries);
    pending.tries += 1;
    pending.notBeforeMs = this.kit.clock.monotonic() + pauseMs;
  }

  /** Stopped on purpose, or a fault of ours: that ends the task, not the server. */
  private async broke(pending: Pending, error: unknown): Promise<void> {
    if (error === STOPPED) return;
    const { wish, standing } = pending;
    this.kit.log.error('custom event broke', { id: wish.id, err: error });
    this.pending.delete(wish.id);
    const failed: Standing = {
      ...standing,
      state: 'failed',
      message: 'The footage could not be fetched, see the log.',
    };
    await this.kit.store
      .update(wish.id, failed)
      .catch((err: unknown) => this.kit.log.error('custom event not stored', { err }));
  }

  private giveUp(): void {
    const before = this.kit.clock.now() - GIVE_UP_MS;
    for (const { wish, running, standing } of this.pending.values()) {
      if (running !== null || wish.createdMs > before) continue;
      this.pending.delete(wish.id);
      const failed: Standing = { ...standing, state: 'failed', message: 'The device was away for too long.' };
      const stored = this.kit.store.update(wish.id, failed);
      stored.catch((err: unknown) => this.kit.log.error('custom event not stored', { err }));
    }
  }
}
