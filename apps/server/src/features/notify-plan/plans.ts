// The plans of one kind, in memory because each event asks: which of them counts, who sees and changes which, saving and removing.
import { GLOBAL_PLAN, type PlanTarget, ROOT_GROUP } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { NEVER_CHANGED, saveVersioned } from '../../kernel/storage/version.ts';
import { type PlanGroups, PlanTable } from '../../kernel/plan-table.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { NotifyPlanStore, PlanKind, StoredPlan } from './store.ts';

export type PlansKit = {
  store: NotifyPlanStore;
  clock: Clock;
  devices: Devices & { clockOf(deviceKey: number): { id: string } | undefined };
  groups: PlanGroups;
  /** Whether a group is among those that the caller's own reach. */
  reaches: (caller: Caller, groupId: number) => boolean;
};

type Owner = Pick<StoredPlan, 'target' | 'updateMode' | 'deviceKey' | 'groupId' | 'code'>;
const MAX_PLANS = 5000;

/** `V` is what of a plan is not about whose it is. */
export class Plans<V extends z.ZodObject> {
  readonly #kit: PlansKit;
  readonly #kind: PlanKind;
  readonly #values: V;
  readonly #edits = new InTurn();
  #list: readonly StoredPlan[] = [];
  #table = new PlanTable<StoredPlan>([]);

  constructor(kit: PlansKit, kind: PlanKind, values: V) {
    this.#kit = kit;
    this.#kind = kind;
    this.#values = values;
  }

  /** Takes over what is stored. */
  async read(): Promise<void> {
    this.#list = await this.#kit.store.plans(this.#kind);
    this.#table = new PlanTable(this.#list);
  }

  /** The plan that counts for an event of the device; undefined for none. */
  for(deviceKey: number, code: number): z.output<V> | undefined {
    const found = this.#table.planFor(deviceKey, code, this.#kit.groups);
    return found && this.#values.safeParse(found.plan).data;
  }

  /** Those that the caller may change, those for all devices first. */
  seenBy(caller: Caller): (PlanTarget & z.output<V> & { updatetime: number })[] {
    return this.#list
      .filter((row) => this.#mayChange(caller, row))
      .toSorted((a, b) => Number(a.updateMode !== 'GLOBAL') - Number(b.updateMode !== 'GLOBAL'))
      .flatMap((row) => this.#shown(row));
  }

  #shown({ updateMode, deviceKey, groupId, code, plan, updatedMs }: StoredPlan) {
    const deviceid = deviceKey === null ? GLOBAL_PLAN : this.#kit.devices.clockOf(deviceKey)?.id;
    const values = this.#values.safeParse(plan).data;
    if (deviceid === undefined || values === undefined) return [];
    const groupid = groupId === null ? ROOT_GROUP : String(groupId);
    return [{ ...values, deviceid, groupid, appdevid: code, updateMode, updatetime: updatedMs }];
  }

  #mayChange(caller: Caller, { deviceKey, groupId }: Pick<StoredPlan, 'deviceKey' | 'groupId'>): boolean {
    if (caller.level === 0) return true;
    if (groupId !== null) return this.#kit.reaches(caller, groupId);
    const id = deviceKey === null ? undefined : this.#kit.devices.clockOf(deviceKey)?.id;
    if (id === undefined) return false; // of all devices: also of those that this account does not see
    try {
      this.#kit.devices.seen(caller, id);
      return true;
    } catch {
      return false;
    }
  }

  /** Throws AppError not_found for a device or group that is not there for the caller, forbidden for all devices. */
  #ownerOf(caller: Caller, { updateMode, deviceid, groupid, appdevid: code }: PlanTarget): Owner {
    if (updateMode === 'DEVICE') {
      const { deviceKey } = this.#kit.devices.seen(caller, deviceid);
      return { target: `d ${deviceKey} ${code}`, updateMode, deviceKey, groupId: null, code };
    }
    if (updateMode === 'GROUP') {
      const groupId = Number(groupid);
      const isThere = this.#kit.groups.list().some(({ id }) => id === groupId);
      if (!isThere || !this.#mayChange(caller, { deviceKey: null, groupId }))
        throw new AppError('not_found', `Unknown group ${groupid}`);
      return { target: `g ${groupId} ${code}`, updateMode, deviceKey: null, groupId, code };
    }
    if (caller.level !== 0) throw new AppError('forbidden', 'A plan for all devices is for level 0.');
    return { target: `a ${code}`, updateMode, deviceKey: null, groupId: null, code };
  }

  save(caller: Caller, asked: PlanTarget, values: z.output<V>, seenMs: number | undefined): Promise<void> {
    return this.#edits.run(async () => {
      const owner = this.#ownerOf(caller, asked);
      await this.read();
      const now = this.#list.find(({ target }) => target === owner.target);
      if (now === undefined && this.#list.length >= MAX_PLANS)
        throw new AppError('limit_reached', 'There are 5000 plans already.');
      const plan = { ...this.#values.encode(values) };
      await saveVersioned({
        edit: { by: caller.userName, seenMs },
        nowMs: this.#kit.clock.now(),
        read: async () => ({ version: now ?? NEVER_CHANGED, present: { ...now?.plan } }),
        write: (version, { updatedMs }) => this.#kit.store.save(this.#kind, { ...owner, plan, ...version }, updatedMs),
      });
      await this.read();
    });
  }

  /** One plan, or all of a device; gives whose they were. Throws AppError not_found where there is none. */
  remove(caller: Caller, one: PlanTarget | undefined, deviceid: string): Promise<string[]> {
    return this.#edits.run(async () => {
      const isGone = this.#goneBy(caller, one, deviceid);
      const targets = this.#list.filter(isGone).map(({ target }) => target);
      if (targets.length === 0) throw new AppError('not_found', 'There is no such plan.');
      await this.#kit.store.remove(this.#kind, targets);
      await this.read();
      return targets;
    });
  }

  #goneBy(caller: Caller, one: PlanTarget | undefined, deviceid: string): (row: StoredPlan) => boolean {
    if (one !== undefined) {
      const { target } = this.#ownerOf(caller, one);
      return (row) => row.target === target;
    }
    if (deviceid !== GLOBAL_PLAN) {
      const { deviceKey } = this.#kit.devices.seen(caller, deviceid);
      return (row) => row.deviceKey === deviceKey;
    }
    if (caller.level !== 0) throw new AppError('forbidden', 'A plan for all devices is for level 0.');
    return ({ updateMode }) => updateMode === 'GLOBAL';
  }
}
