// Roll-outs that go on: their devices in memory as in the table, and who is told next each time that something was heard. What is decided
// is rollout-step.ts.
import {
  type FirmwareRollout,
  MAX_ROLLOUT_DEVICES,
  MAX_ROLLOUTS,
  orderKinds,
  type RolloutState,
} from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import { type Access, type Caller, type SeenDevice, sightOf } from '../../kernel/access/access.ts';
import { ownerNow } from '../../kernel/access/on-behalf.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import { assertWay } from './address.ts';
import { nextStep } from './rollout-step.ts';
import type { RolloutMember, RolloutStore, StoredRollout } from './store/rollouts.ts';
import type { StoredUpdate } from './store/updates.ts';
import type { FirmwareUpdates } from './updates.ts';

type Kit = {
  store: RolloutStore;
  updates: FirmwareUpdates;
  links: LinkRegistry;
  access: Pick<Access, 'current' | 'maySee'>;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** The registered devices that are in one of these groups now, or below. */
  devicesIn: (groupIds: readonly number[]) => readonly number[];
  /** Undefined: no such device any more. */
  idOf: (deviceKey: number) => string | undefined;
  /** The version it said last. */
  versionOf: (deviceKey: number) => string | undefined;
};
export type NewRollout = Pick<StoredRollout, 'url' | 'version' | 'memo' | 'way' | 'maxFailures' | 'groupIds'> & {
  /** Undefined: now. */
  beginsMs: number | undefined;
};
export type RolloutAction = 'pause' | 'resume' | 'end' | 'retry';
type Rollout = { row: StoredRollout; members: Map<number, RolloutMember> };

const LOOK_MS = 10_000;
/** The stage of one that was paused at the time when it should have begun. */
const NOT_BEGUN = 0;
const hasBegun = ({ state, stage }: StoredRollout): boolean => state !== 'scheduled' && stage !== NOT_BEGUN;
const goesOn = ({ state }: StoredRollout): boolean =>
  state === 'scheduled' || state === 'running' || state === 'paused' || state === 'stopped';
const gone = (): AppError => new AppError('not_found', 'There is no such roll-out.');
const lapsed = (): AppError =>
  new AppError('conflict', 'The account that planned this may not any more. Plan it with another account.');

export class Rollouts {
  readonly #kit: Kit;
  readonly #rollouts = new Map<number, Rollout>();
  readonly #turns = new InTurnByKey<number>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #endings: (() => void)[] = [];
  #closed = false;

  private constructor(kit: Kit) {
    this.#kit = kit;
    const timer = kit.clock.every(LOOK_MS, () => this.#lookAtAll());
    this.#endings.push(
      () => timer.cancel(),
      kit.bus.subscribe('link.online', ({ deviceKey }) => {
        for (const { row, members } of this.#rollouts.values())
          if (row.state === 'running' && members.get(deviceKey)?.state === 'planned') this.#look(row.id);
      }),
    );
  }

  static async open(kit: Kit): Promise<Rollouts> {
    const rollouts = new Rollouts(kit);
    for (const row of await kit.store.list())
      // oxlint-disable-next-line no-await-in-loop -- few, and one connection
      rollouts.#keep(row, await kit.store.members(row.id));
    return rollouts;
  }

  /** After devices can be told: what was under way goes on. */
  resume(): void {
    this.#lookAtAll();
  }

  /** Newest first, of those that the caller may know of. */
  list(caller: Caller): FirmwareRollout[] {
    return [...this.#rollouts.values()]
      .filter(({ row }) => caller.level === 0 || row.userId === caller.userId)
      .map(({ row, members }) => rowOf(row, [...members.values()], goesOn(row) && this.#isLapsed(row)))
      .toSorted((one, other) => other.rolloutid - one.rolloutid);
  }

  /** Throws `not_found`, also for what the caller may not know of. */
  membersOf(caller: Caller, id: number): { row: StoredRollout; members: readonly RolloutMember[] } {
    const { row, members } = this.#must(caller, id);
    return { row, members: [...members.values()] };
  }

  uses(isOf: (url: string) => boolean): boolean {
    return [...this.#rollouts.values()].some(({ row }) => goesOn(row) && isOf(row.url));
  }

  async add(caller: Caller, wanted: NewRollout, devices: readonly Pick<SeenDevice, 'deviceKey'>[]): Promise<number> {
    const { store, clock } = this.#kit;
    if ([...this.#rollouts.values()].filter(({ row }) => goesOn(row)).length >= MAX_ROLLOUTS)
      throw new AppError('limit_reached', `${MAX_ROLLOUTS} roll-outs go on already.`);
    assertWay(wanted.url, wanted.way);
    const nowMs = clock.now();
    const row = {
      ...wanted,
      beginsMs: wanted.beginsMs ?? nowMs,
      state: 'scheduled' as const,
      stage: 1,
      userId: caller.userId,
      userName: caller.userName,
      askedMs: nowMs,
      updatedMs: nowMs,
    };
    const keys = [...new Set(devices.map(({ deviceKey }) => deviceKey))];
    const id = await store.add(row, keys);
    const rollout = this.#keep({ ...row, id }, await store.members(id));
    // It is planned by now: where it cannot begin yet, the next look begins it.
    if (row.beginsMs <= nowMs)
      await this.#turns.run(id, () => this.#begins(rollout)).catch((err: unknown) => this.#broke(err));
    this.#look(id);
    return id;
  }

  act(caller: Caller, id: number, action: RolloutAction): Promise<void> {
    return this.#turns.run(id, async () => {
      const rollout = this.#must(caller, id);
      const { row, members } = rollout;
      if (!goesOn(row) && action !== 'retry') throw new AppError('conflict', 'This roll-out is over.');
      if (row.state === 'ended') throw new AppError('conflict', 'This roll-out is over.');
      if (!hasBegun(row) && (action === 'pause' || action === 'retry'))
        throw new AppError('conflict', 'This roll-out has not begun yet.');
      if ((action === 'resume' || action === 'retry') && this.#isLapsed(row)) throw lapsed();
      if (action === 'retry') {
        await this.#kit.store.retryFailed(id);
        for (const member of members.values()) if (member.state === 'failed') member.state = 'planned';
      }
      const failed = [...members.values()].filter(({ state }) => state === 'failed').length;
      const maxFailures =
        action === 'resume' && row.state === 'stopped' ? Math.max(row.maxFailures, failed) : row.maxFailures;
      if (action === 'resume' && !hasBegun(row)) await this.#begins(rollout);
      else {
        const state = action === 'pause' ? 'paused' : action === 'end' ? 'ended' : 'running';
        await this.#change(row, { state, maxFailures });
      }
      this.#look(id);
    });
  }

  remove(caller: Caller, id: number): Promise<void> {
    return this.#turns.run(id, async () => {
      const { row } = this.#must(caller, id);
      if (goesOn(row)) throw new AppError('conflict', 'This roll-out goes on. End it first.');
      await this.#kit.store.remove(id);
      this.#rollouts.delete(id);
    });
  }

  /** One of its updates is over. The table says so already. */
  updateOver({ id, rolloutId, deviceKey, state }: StoredUpdate): void {
    const member = this.#rollouts.get(rolloutId)?.members.get(deviceKey);
    if (member === undefined || (member.updateId !== 0 && member.updateId !== id)) return;
    member.state = state === 'done' ? 'done' : 'failed';
    member.updateId = id;
    this.#look(rolloutId);
  }

  forget(deviceKeys: readonly number[]): void {
    for (const { row, members } of this.#rollouts.values()) {
      for (const key of deviceKeys) members.delete(key);
      this.#look(row.id);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const end of this.#endings.splice(0)) end();
    while (this.#working.size > 0) await Promise.all(this.#working); // oxlint-disable-line no-await-in-loop -- what one starts
  }

  #must(caller: Caller, id: number): Rollout {
    const found = this.#rollouts.get(id);
    if (found === undefined || (caller.level !== 0 && found.row.userId !== caller.userId)) throw gone();
    return found;
  }

  #keep(row: StoredRollout, members: readonly RolloutMember[]): Rollout {
    const rollout = { row, members: new Map(members.map((member) => [member.deviceKey, member])) };
    this.#rollouts.set(row.id, rollout);
    return rollout;
  }

  /** In the table, then here: what could not be stored has not happened. */
  async #change(row: StoredRollout, change: Partial<StoredRollout>): Promise<void> {
    const now = { ...row, ...change, updatedMs: this.#kit.clock.now() };
    await this.#kit.store.save(now);
    Object.assign(row, now);
  }

  #lookAtAll(): void {
    const nowMs = this.#kit.clock.now();
    for (const { row } of this.#rollouts.values())
      if (row.state === 'running' || (row.state === 'scheduled' && row.beginsMs <= nowMs)) this.#look(row.id);
  }

  #look(id: number): void {
    if (this.#closed) return;
    this.#work(this.#turns.run(id, () => this.#step(id)));
  }

  #work(work: Promise<unknown>): void {
    const whole = work.catch((err: unknown) => this.#broke(err)).finally(() => this.#working.delete(whole));
    this.#working.add(whole);
  }

  #broke(err: unknown): void {
    this.#kit.log.error('roll-out broke', { err });
  }

  async #step(id: number): Promise<void> {
    const rollout = this.#rollouts.get(id);
    if (rollout === undefined || this.#closed) return;
    const { row, members } = rollout;
    const { links, updates, clock } = this.#kit;
    const isDue = row.state === 'scheduled' && row.beginsMs <= clock.now();
    const hasMore = row.state === 'running' && [...members.values()].some((member) => member.state === 'planned');
    if ((isDue || hasMore) && this.#isLapsed(row)) return this.#pauseLapsed(row);
    if (isDue) await this.#begins(rollout);
    const isReady = (key: number): boolean => links.get(key) !== undefined && updates.of(key) === undefined;
    const { state, stage, start } = nextStep(row, [...members.values()], isReady);
    if (state !== row.state || stage !== row.stage) {
      await this.#change(row, { state, stage });
      this.#kit.log.info('firmware roll-out', { rollout: id, state, stage });
    }
    for (const key of start) {
      const member = members.get(key);
      // oxlint-disable-next-line no-await-in-loop -- the table one by one; the devices all at once
      if (member !== undefined) await this.#begin(row, member);
    }
  }

  /** The account that planned it may not plan any more: then nobody is told in its name. */
  #isLapsed(row: StoredRollout): boolean {
    return ownerNow(this.#kit.access, row, orderKinds.firmware) === undefined;
  }

  /** It does not go on by itself when the account may again: that may be at any time of the day. */
  async #pauseLapsed(row: StoredRollout): Promise<void> {
    await this.#change(row, { state: 'paused', stage: hasBegun(row) ? row.stage : NOT_BEGUN });
    this.#kit.log.warn('firmware roll-out paused: who planned it may not any more', {
      rollout: row.id,
      user: row.userName,
    });
  }

  /** Its time has come: the devices that its groups have now are its as well, as far as its planner may see them. */
  async #begins({ row, members }: Rollout): Promise<void> {
    const { store, access, devicesIn, clock, log } = this.#kit;
    const sight = sightOf(row);
    const keys = row.groupIds.length === 0 ? [] : devicesIn(row.groupIds).filter((key) => access.maySee(sight, key));
    const isFull = new Set([...members.keys(), ...keys]).size > MAX_ROLLOUT_DEVICES;
    const nowMs = clock.now();
    const state: RolloutState = isFull ? 'ended' : 'running';
    const begun = { ...row, state, stage: 1, beginsMs: Math.min(row.beginsMs, nowMs), updatedMs: nowMs };
    await store.begin(begun, isFull ? [] : keys);
    for (const member of await store.members(row.id))
      if (!members.has(member.deviceKey)) members.set(member.deviceKey, member);
    Object.assign(row, begun); // last: running without devices would be done
    log.info('firmware roll-out begins', { rollout: row.id, devices: members.size });
  }

  /** Has one device told. What becomes of it is heard later. */
  async #begin(row: StoredRollout, member: RolloutMember): Promise<void> {
    const { updates, access, store, idOf, versionOf } = this.#kit;
    const { deviceKey } = member;
    const deviceId = idOf(deviceKey);
    const isSeen = deviceId !== undefined && access.maySee(sightOf(row), deviceKey);
    const hasIt = row.version !== '' && versionOf(deviceKey) === row.version;
    member.stage = row.stage;
    if (deviceId === undefined || !isSeen || hasIt) {
      member.state = hasIt ? 'done' : 'failed';
      await store.setMember(member);
      this.#look(row.id);
      return;
    }
    member.state = 'running';
    member.updateId = 0; // known when it is over
    const told = updates.start({
      device: { deviceKey, deviceId },
      userName: row.userName,
      url: row.url,
      way: row.way,
      toVersion: row.version === '' ? undefined : row.version,
      kept: true,
      rollout: { id: row.id, stage: row.stage },
    });
    // Not waited for at the end: the queue of orders answers when it ends itself.
    told.catch((error: unknown) => this.#work(this.#notBegun(row, member, error)));
  }

  /** Most failures are heard of as the end of its update; this is for one that had none. */
  async #notBegun(row: StoredRollout, member: RolloutMember, error: unknown): Promise<void> {
    this.#kit.log.warn('firmware of a roll-out not told', { rollout: row.id, reason: errorText(error) });
    const open = this.#kit.updates.of(member.deviceKey);
    if (member.state !== 'running' || open?.rolloutId === row.id) return;
    if (open !== undefined) {
      member.state = 'planned'; // as in the table: another one was faster, and its turn comes when that is over
      return;
    }
    member.state = 'failed';
    await this.#kit.store.setMember(member);
    this.#look(row.id);
  }
}

const rowOf = (row: StoredRollout, members: readonly RolloutMember[], isLapsed: boolean): FirmwareRollout => {
  const count = (state: RolloutMember['state']): number => members.filter((member) => member.state === state).length;
  return {
    rolloutid: row.id,
    url: row.url,
    version: row.version,
    memo: row.memo,
    way: row.way,
    state: row.state,
    stage: Math.max(1, row.stage),
    maxfailures: row.maxFailures,
    planned: count('planned'),
    running: count('running'),
    done: count('done'),
    failed: count('failed'),
    username: row.userName,
    begins: row.beginsMs,
    groupids: row.groupIds,
    time: row.askedMs,
    updatetime: row.updatedMs,
    ...(isLapsed ? { lapsed: true } : {}),
  };
};
