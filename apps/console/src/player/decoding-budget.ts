// What the tiles of a page may spend together on decoding H.265 by themselves: the chosen tile first, others by key pictures only where
// it is too much. The deciding is pure; what is measured and kept to lies in the workers.
import type { Allowance, SoftwareLoad } from './messages.ts';

/** One and a half cores, ms of a second. */
const BUDGET_MS = 1500;
/** A tile gets all its pictures back only when they fit with something to spare: else it would go to and fro. */
const BACK_SHARE = 0.85;

type Spender = {
  /** Undefined: it decodes nothing by itself. */
  readonly load: SoftwareLoad | undefined;
  /** The chosen tile. */
  readonly favoured: boolean;
  readonly allowance: Allowance;
};

/** What each may decode, in the order they are given. Key pictures are never refused. */
export const shareOut = (spenders: readonly Spender[], budgetMs: number): Allowance[] => {
  let spentMs = spenders.reduce((sum, { load }) => sum + (load?.keysMs ?? 0), 0);
  const judge = ({ load, allowance }: Spender): Allowance => {
    if (load === undefined) return 'all';
    const moreMs = load.allMs - load.keysMs;
    if (spentMs + moreMs > budgetMs * (allowance === 'all' ? 1 : BACK_SHARE)) return 'keys';
    spentMs += moreMs;
    return 'all';
  };
  const given = new Map<Spender, Allowance>();
  for (const spender of spenders.toSorted((a, b) => Number(b.favoured) - Number(a.favoured)))
    given.set(spender, judge(spender));
  return spenders.map((spender) => given.get(spender) ?? 'all');
};

/** One tile's part in the budget. */
export interface BudgetShare {
  /** What it would spend; undefined when it decodes nothing by itself. */
  report(load: SoftwareLoad | undefined): void;
  favour(favoured: boolean): void;
  leave(): void;
}

type Member = { spender: Spender; readonly tell: (allowance: Allowance) => void };

export class DecodingBudget {
  #members: Member[] = [];

  /** `tell` hears each change; it begins with 'all'. */
  join(tell: (allowance: Allowance) => void): BudgetShare {
    const member: Member = { spender: { load: undefined, favoured: false, allowance: 'all' }, tell };
    this.#members.push(member);
    const change = (part: Partial<Spender>): void => {
      member.spender = { ...member.spender, ...part };
      this.#share();
    };
    return {
      report: (load) => {
        if (load !== undefined || member.spender.load !== undefined) change({ load });
      },
      favour: (favoured) => change({ favoured }),
      leave: () => {
        this.#members = this.#members.filter((other) => other !== member);
        this.#share();
      },
    };
  }

  #share(): void {
    const allowances = shareOut(
      this.#members.map(({ spender }) => spender),
      BUDGET_MS,
    );
    for (const [i, member] of this.#members.entries()) {
      const allowance = allowances[i] ?? 'all';
      if (allowance === member.spender.allowance) continue;
      member.spender = { ...member.spender, allowance };
      member.tell(allowance);
    }
  }
}

/** The one of this page. */
export const decodingBudget = new DecodingBudget();
