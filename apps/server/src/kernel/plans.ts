// The plans of one kind, in memory because each event asks: which of them counts, who sees and changes which, saving and removing. What a
// plan says is of the room that follows it. Those of a group go with the group.
import { GLOBAL_PLAN, type PlanMode, type PlanTarget, ROOT_GROUP } from '@outrider/contract';
import type { z } from 'zod';
import type { Caller, Devices } from './access/access.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import { AppError } from './errors.ts';
import type { Log } from './log.ts';
import { type PlanGroups, PlanTable } from './plan-table.ts';
import { NEVER_CHANGED, saveVersioned, type Version } from './storage/version.ts';
import { InTurn } from './work/in-turn.ts';

/** Whose it is; `target` is that as one text. */
type Owner = { target: string; updateMode: PlanMode; deviceKey: number | null; groupId: number | null; code: number };
/** `plan`: what it says, in wire form. */
export type StoredPlan = Version & Owner & { plan: Readonly<Record<string, unknown>> };

export interface PlanStore {
  all(): Promise<StoredPlan[]>;
  /** Writes where the plan has the version `beforeMs` (0: or is not there); false where it has another one. */
  save(plan: StoredPlan, beforeMs: number): Promise<boolean>;
  remove(targets: readonly string[]): Promise<void>;
}

export type PlansKit = {
  bus: Bus;
  log: Log;
  clock: Clock;
  devices: Devices & { clockOf(deviceKey: number): { id: string } | undefined };
  groups: PlanGroups & { reload(): Promise<void> };
  /** Whether a group is among those that the caller's own reach. */
  reaches: (caller: Caller, groupId: number) => boolean;
};

/** `values`: what of a plan is not about whose it is. `told`: what of a stored plan somebody is told who saved an old one; all of it where left out. */
export type PlanKind<V extends z.ZodObject> = {
  store: PlanStore;
  values: V;
  told?: (plan: StoredPlan['plan']) => StoredPlan['plan'];
};

type Held<V extends z.ZodObject> = StoredPlan & { values: z.output<V> | undefined };

const MAX_PLANS = 5000;

/** What is saved or removed, apart: whose it is, what was seen of it, and what it says. */
export const partsOf = <T extends PlanTarget & { updatetime?: number | undefined }>(saved: T) => {
  const { deviceid, groupid, appdevid, updateMode, updatetime, ...values } = saved;
  return { target: { deviceid, groupid, appdevid, updateMode }, seenMs: updatetime, values };
};

/** Throws AppError `invalid` for a plan that is saved by the method of the others. */
export const assertMethod = ({ updateMode }: PlanTarget, isPut: boolean): void => {
  if ((updateMode === 'GROUP') === isPut) return;
  throw new AppError(
    'invalid',
    isPut ? 'Only a plan for a group is saved by PUT.' : 'A plan for a group is saved by PUT.',
  );
};

export class Plans<V extends z.ZodObject> {
  readonly #kit: PlansKit;
  readonly #kind: PlanKind<V>;
  readonly #edits = new InTurn();
  readonly #end: () => void;
  #list: readonly Held<V>[] = [];
  #table = new PlanTable<Held<V>>([]);

  constructor(kit: PlansKit, kind: PlanKind<V>) {
    this.#kit = kit;
    this.#kind = kind;
    const failed = (err: unknown): void => kit.log.error('plans of groups that are gone not removed', { err });
    this.#end = kit.bus.subscribe('groups.changed', ({ link }) => {
      if (link === undefined) void this.#edits.attempt(() => this.#forgetGroups(), failed);
    });
  }

  /** Takes over what is stored. */
  read(): Promise<void> {
    return this.#edits.run(async () => {
      await this.#take();
      await this.#forgetGroups();
    });
  }

  async close(): Promise<void> {
    this.#end();
    await this.#edits.idle();
  }

  /** The plan that counts for an event of the device; undefined for none. */
  for(deviceKey: number, code: number): z.output<V> | undefined {
    return this.#table.planFor(deviceKey, code, this.#kit.groups)?.values;
  }

  /** Whether any of them says so. */
  some(says: (values: z.output<V>) => boolean): boolean {
    return this.#list.some(({ values }) => values !== undefined && says(values));
  }

  /** All of them, those for all devices first. */
  all(): (PlanTarget & z.output<V> & { updatetime: number })[] {
    return this.#shown(() => true);
  }

  /** Those that the caller may change. */
  seenBy(caller: Caller): ReturnType<Plans<V>['all']> {
    return this.#shown((row) => this.#mayChange(caller, row));
  }

  #shown(isShown: (row: StoredPlan) => boolean): ReturnType<Plans<V>['all']> {
    return this.#list
      .filter(isShown)
      .toSorted((a, b) => Number(a.updateMode !== 'GLOBAL') - Number(b.updateMode !== 'GLOBAL'))
      .flatMap(({ updateMode, deviceKey, groupId, code, values, updatedMs }) => {
        const deviceid = deviceKey === null ? GLOBAL_PLAN : this.#kit.devices.clockOf(deviceKey)?.id;
        if (deviceid === undefined || values === undefined) return [];
        const groupid = groupId === null ? ROOT_GROUP : String(groupId);
        return [{ ...values, deviceid, groupid, appdevid: code, updateMode, updatetime: updatedMs }];
      });
  }

  async #take(): Promise<void> {
    const { store, values } = this.#kind;
    this.#list = (await store.all()).map((row) => ({ ...row, values: values.safeParse(row.plan).data }));
    this.#table = new PlanTable(this.#list);
  }

  #isThere(groupId: number): boolean {
    return this.#kit.groups.list().some(({ id }) => id === groupId);
  }

  async #forgetGroups(): Promise<void> {
    const ofNone = (): string[] =>
      this.#list.flatMap(({ groupId, target }) => (groupId === null || this.#isThere(groupId) ? [] : target));
    if (ofNone().length === 0) return;
    await this.#kit.groups.reload(); // another server may have made the group since
    const gone = ofNone();
    if (gone.length === 0) return;
    await this.#kind.store.remove(gone);
    await this.#take();
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
      if (!this.#mayChange(caller, { deviceKey: null, groupId })) throw unknownGroup(groupId);
      return { target: `g ${groupId} ${code}`, updateMode, deviceKey: null, groupId, code };
    }
    if (caller.level !== 0) throw new AppError('forbidden', 'A plan for all devices is for level 0.');
    return { target: `a ${code}`, updateMode, deviceKey: null, groupId: null, code };
  }

  save(caller: Caller, asked: PlanTarget, values: z.output<V>, seenMs: number | undefined): Promise<void> {
    const { store, values: schema, told = (plan) => plan } = this.#kind;
    return this.#edits.run(async () => {
      const owner = this.#ownerOf(caller, asked);
      if (owner.groupId !== null && !this.#isThere(owner.groupId)) throw unknownGroup(owner.groupId);
      const known = () => this.#list.find(({ target }) => target === owner.target);
      if (known() === undefined && this.#list.length >= MAX_PLANS)
        throw new AppError('limit_reached', 'There are 5000 plans already.');
      const plan = { ...schema.encode(values) };
      await saveVersioned({
        edit: { by: caller.userName, seenMs },
        nowMs: this.#kit.clock.now(),
        read: async () => {
          await this.#take();
          return { version: known() ?? NEVER_CHANGED, present: { ...told(known()?.plan ?? {}) } };
        },
        write: (version, { updatedMs }) => store.save({ ...owner, plan, ...version }, updatedMs),
      });
      await this.#take();
    });
  }

  /** One plan, or all of a device; gives whose they were. Throws AppError not_found where there is none. */
  remove(caller: Caller, one: PlanTarget | undefined, deviceid: string): Promise<string[]> {
    return this.#edits.run(async () => {
      const isGone = this.#goneBy(caller, one, deviceid);
      const targets = this.#list.filter(isGone).map(({ target }) => target);
      if (targets.length === 0) throw new AppError('not_found', 'There is no such plan.');
      await this.#kind.store.remove(targets);
      await this.#take();
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

const unknownGroup = (groupId: number): AppError => new AppError('not_found', `Unknown group ${groupId}`);
