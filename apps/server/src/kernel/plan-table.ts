// Which plan counts for an event of a device: its own, else that of the nearest group upward, else that for all. Pure.
import type { PlanMode } from '@outrider/contract';

type Targeted = { updateMode: PlanMode; deviceKey: number | null; groupId: number | null; code: number };

/** The tree of groups, as far as plans ask it. */
export type PlanGroups = {
  list(): readonly { id: number; parentId: number | null }[];
  /** Those that the device is in itself. */
  groupsOf(deviceKey: number): readonly number[];
};

const keyOf = ({ updateMode, deviceKey, groupId, code }: Targeted): string =>
  updateMode === 'DEVICE' ? `d ${deviceKey} ${code}` : updateMode === 'GROUP' ? `g ${groupId} ${code}` : `a ${code}`;

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

export class PlanTable<P extends Targeted> {
  readonly #byKey: ReadonlyMap<string, P>;
  readonly #codesOfGroups: ReadonlySet<number>;

  constructor(plans: readonly P[]) {
    this.#byKey = new Map(plans.map((plan) => [keyOf(plan), plan]));
    this.#codesOfGroups = new Set(plans.filter(({ updateMode }) => updateMode === 'GROUP').map(({ code }) => code));
  }

  /** Undefined for none. A device in no group is in those at the top. */
  planFor(deviceKey: number, code: number, groups: PlanGroups): P | undefined {
    if (this.#byKey.size === 0) return undefined;
    const own = this.#byKey.get(`d ${deviceKey} ${code}`);
    if (own !== undefined) return own;
    return (
      (this.#codesOfGroups.has(code) ? this.#ofGroups(deviceKey, code, groups) : undefined) ??
      this.#byKey.get(`a ${code}`)
    );
  }

  /** All groups as far up as each other before the ones above; of two as near the one that was made first. */
  #ofGroups(deviceKey: number, code: number, groups: PlanGroups): P | undefined {
    const parents = new Map(groups.list().map(({ id, parentId }) => [id, parentId]));
    const tops = [...parents].flatMap(([id, parentId]) => (parentId === null ? [id] : []));
    const own = groups.groupsOf(deviceKey);
    for (let level = inOrder(own.length > 0 ? own : tops); level.length > 0;) {
      const found = level.map((id) => this.#byKey.get(`g ${id} ${code}`)).find((plan) => plan !== undefined);
      if (found !== undefined) return found;
      level = inOrder(level.flatMap((id) => parents.get(id) ?? []));
    }
    return undefined;
  }
}
