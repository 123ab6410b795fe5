// The download plans in force: what becomes of an event, and which plan that is by. In memory, because each event asks.
import { planDownloadTypes } from '@outrider/contract';
import { type PlanGroups, PlanTable } from '../../kernel/plan-table.ts';
import type { DownloadPlanStore, StoredPlan } from './store.ts';

export type PlansKit = {
  store: Pick<DownloadPlanStore, 'plans'>;
  groups: PlanGroups;
};

export class Plans {
  discarded = 0;
  readonly #kit: PlansKit;
  #table = new PlanTable<StoredPlan>([]);
  #list: readonly StoredPlan[] = [];

  constructor(kit: PlansKit) {
    this.#kit = kit;
  }

  /** Takes over what is stored. */
  async read(): Promise<void> {
    this.#list = await this.#kit.store.plans();
    this.#table = new PlanTable(this.#list);
  }

  get list(): readonly StoredPlan[] {
    return this.#list;
  }

  planFor(deviceKey: number, code: number): StoredPlan | undefined {
    return this.#table.planFor(deviceKey, code, this.#kit.groups);
  }

  /** What becomes of an event that is stored now; null: nobody planned anything. What is discarded is counted. */
  modeFor(deviceKey: number, code: number): number | null {
    const mode = this.planFor(deviceKey, code)?.plan.downloadtype ?? null;
    if (mode === planDownloadTypes.discard) this.discarded += 1;
    return mode;
  }
}
