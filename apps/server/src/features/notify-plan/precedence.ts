// Which plan counts for an event of a device: its own, else that of the nearest group upward, else that for all. Pure.
import type { PlanMode } from '@outrider/contract';

type Targeted = { updateMode: PlanMode; deviceKey: number | null; groupId: number | null; code: number };
export type GroupLine = { id: number; parentId: number | null };

const keyOf = ({ updateMode, deviceKey, groupId, code }: Targeted): string =>
  updateMode === 'DEVICE' ? `d ${deviceKey} ${code}` : updateMode === 'GROUP' ? `g ${groupId} ${code}` : `a ${code}`;

export class PlanTable<P extends Targeted> {
  readonly #byKey: ReadonlyMap<string, P>;
  readonly #codesOfGroups: ReadonlySet<number>;

  constructor(plans: readonly P[]) {
    this.#byKey = new Map(plans.map((plan) => [keyOf(plan), plan]));
    this.#codesOfGroups = new Set(plans.filter(({ updateMode }) => updateMode === 'GROUP').map(({ code }) => code));
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** `groups`: those that the device is in itself; a device in none is in the root. `parentOf`: of a group, null at the top. */
  planFor(
    deviceKey: number,
    code: number,
    groups: () => readonly number[],
    parentOf: (groupId: number) => number | null,
  ): P | undefined {
    const own = this.#byKey.get(`d ${deviceKey} ${code}`);
    if (own !== undefined) return own;
    if (this.#codesOfGroups.has(code))
      // All groups as far up as each other before the ones above; of two as near the one that was made first.
      for (let level = [...new Set(groups())].toSorted((a, b) => a - b); level.length > 0;) {
        const found = level.map((id) => this.#byKey.get(`g ${id} ${code}`)).find((plan) => plan !== undefined);
        if (found !== undefined) return found;
        level = [...new Set(level.flatMap((id) => parentOf(id) ?? []))].toSorted((a, b) => a - b);
      }
    return this.#byKey.get(`a ${code}`);
  }
}
