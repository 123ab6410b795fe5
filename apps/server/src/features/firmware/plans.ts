// Auto update plans: a device that says the version of a plan is told to fetch its file, at most three times in a day, as far as the one who
// saved the plan may see it, and as long as that account may plan.
import type { Access, Caller } from '../../kernel/access/access.ts';
import { ownerNow } from '../../kernel/access/on-behalf.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { NEVER_CHANGED, nextVersion, saveVersioned } from '../../kernel/storage/version.ts';
import { type AutoFirmwarePlan, type FirmwareWay, MAX_AUTO_PLANS, orderKinds } from '@outrider/contract';
import { assertWay } from './address.ts';
import type { PlanStore, StoredPlan } from './store/plans.ts';
import type { UpdateStore } from './store/updates.ts';
import type { FirmwareUpdates } from './updates.ts';

type Kit = {
  store: PlanStore;
  tries: Pick<UpdateStore, 'triesOf'>;
  updates: Pick<FirmwareUpdates, 'of' | 'start'>;
  access: Pick<Access, 'current' | 'maySee'>;
  clock: Clock;
  log: Log;
};
type Wanted = { sourceVersion: string; url: string; memo: string; way: FirmwareWay };
/** `way` undefined: as it is. */
type Changed = Omit<Wanted, 'way'> & { way: FirmwareWay | undefined };

const DAY_MS = 86_400_000;
const TRIES_A_DAY = 3;
const gone = (): AppError => new AppError('not_found', 'There is no such plan.');
const double = (version: string): AppError => new AppError('conflict', `There is a plan for version ${version}.`);

/** What people decide of it, in wire form. */
export const presentOf = ({ sourceVersion: targetfw, url, memo, way }: StoredPlan) => ({ targetfw, url, memo, way });

const planRow = (plan: StoredPlan, isLapsed: boolean): AutoFirmwarePlan => ({
  autofwid: plan.id,
  ...presentOf(plan),
  updatetime: plan.updatedMs,
  updateby: plan.updatedBy,
  ...(isLapsed ? { lapsed: true } : {}),
});

export class AutoPlans {
  readonly #kit: Kit;
  #plans: readonly StoredPlan[];

  private constructor(kit: Kit, plans: readonly StoredPlan[]) {
    this.#kit = kit;
    this.#plans = plans;
  }

  static async open(kit: Kit): Promise<AutoPlans> {
    return new AutoPlans(kit, await kit.store.list());
  }

  get list(): readonly StoredPlan[] {
    return this.#plans;
  }

  rows(): AutoFirmwarePlan[] {
    return this.#plans.map((plan) => planRow(plan, this.#ownerOf(plan) === undefined));
  }

  /** Throws `not_found`. */
  must(id: number): StoredPlan {
    const found = this.#plans.find((plan) => plan.id === id);
    if (found === undefined) throw gone();
    return found;
  }

  async add(caller: Caller, wanted: Wanted): Promise<number> {
    const { store, clock } = this.#kit;
    if (this.#plans.length >= MAX_AUTO_PLANS)
      throw new AppError('limit_reached', `There are ${MAX_AUTO_PLANS} plans already.`);
    assertWay(wanted.url, wanted.way);
    const version = nextVersion(NEVER_CHANGED, caller.userName, clock.now());
    const id = await store.add({ ...wanted, ...version, userId: caller.userId, userName: caller.userName });
    if (id === undefined) throw double(wanted.sourceVersion);
    this.#plans = await store.list();
    return id;
  }

  /** Throws ChangedError where somebody changed it since `seenMs`. Its sight is that of who changed it last. */
  async change(caller: Caller, id: number, changed: Changed, seenMs: number | undefined): Promise<void> {
    const { store, clock } = this.#kit;
    const wanted = { ...changed, way: changed.way ?? this.must(id).way };
    assertWay(wanted.url, wanted.way);
    if (this.#plans.some((plan) => plan.id !== id && plan.sourceVersion === wanted.sourceVersion))
      throw double(wanted.sourceVersion);
    const { userId, userName } = caller;
    await saveVersioned({
      edit: { by: userName, seenMs },
      nowMs: clock.now(),
      read: async () => {
        const now = this.must(id);
        return { version: now, present: presentOf(now) };
      },
      write: async (version, before) => {
        const written = await store.change({ id, ...wanted, ...version, userId, userName }, before.updatedMs);
        this.#plans = await store.list();
        return written;
      },
    });
  }

  async remove(id: number): Promise<void> {
    if (!(await this.#kit.store.remove(id))) throw gone();
    this.#plans = await this.#kit.store.list();
  }

  /** A device said that it has this version. */
  async versionIs(device: { deviceKey: number; deviceId: string }, version: string): Promise<void> {
    const { updates, access, tries, clock, log } = this.#kit;
    const plan = this.#plans.find(({ sourceVersion }) => sourceVersion === version);
    const { deviceKey, deviceId } = device;
    if (plan === undefined || updates.of(deviceKey) !== undefined) return;
    const owner = this.#ownerOf(plan);
    if (owner === undefined || !access.maySee(owner, deviceKey)) return;
    if ((await tries.triesOf(plan.id, deviceKey, clock.now() - DAY_MS)) >= TRIES_A_DAY) return;
    const starting = { device, userName: plan.userName, url: plan.url, way: plan.way, kept: true, planId: plan.id };
    try {
      await updates.start(starting);
      log.info('firmware of a plan', { deviceId, plan: plan.id, version });
    } catch (error) {
      log.warn('firmware of a plan not told', { deviceId, plan: plan.id, reason: errorText(error) });
    }
  }

  /** Undefined: it may not plan any more, and nobody is told in its name. */
  #ownerOf(plan: StoredPlan): Caller | undefined {
    return ownerNow(this.#kit.access, plan, orderKinds.firmware);
  }
}
