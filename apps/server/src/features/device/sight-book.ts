// What came and went for each account since which point: so that a console that knows an older list is told the difference in the place
// of everything. Bounded: who is too far behind has its list made again.

/** So many changes are kept of an account, and so many devices in all of them together. The lists of keys are shared by accounts. */
const MAX_STEPS = 100;
const MAX_KEYS = 5000;

type Sight = { count: number; steps: (readonly number[])[]; keys: number };

export class SightBook {
  readonly #sights = new Map<number, Sight>();

  /** How often other devices were shown to an account. */
  count(userId: number): number {
    return this.#sights.get(userId)?.count ?? 0;
  }

  /** Without keys any device may have come or gone. */
  changed(userId: number, deviceKeys: readonly number[] | undefined): void {
    const sight = this.#sights.get(userId) ?? { count: 0, steps: [], keys: 0 };
    this.#sights.set(userId, sight);
    sight.count += 1;
    if (deviceKeys === undefined) {
      sight.steps = [];
      sight.keys = 0;
      return;
    }
    sight.steps.push(deviceKeys);
    sight.keys += deviceKeys.length;
    while (sight.steps.length > MAX_STEPS || sight.keys > MAX_KEYS) sight.keys -= sight.steps.shift()?.length ?? 0;
  }

  /** The devices that came or went since the account was at this count, each once; undefined where that is not known any more. */
  since(userId: number, count: number): ReadonlySet<number> | undefined {
    const sight = this.#sights.get(userId);
    const behind = this.count(userId) - count;
    if (!Number.isInteger(behind) || behind < 0 || behind > (sight?.steps.length ?? 0)) return undefined;
    return new Set(behind === 0 ? [] : sight?.steps.slice(-behind).flat());
  }
}
