// The devices of templates as somebody sees them, and how many stand where. A hundred templates for ten thousand devices are a million
// looks: they are taken in short pieces, and what was counted holds for a while.
import type { TemplateCounts, TemplateDeviceState } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import { Pace } from '../../kernel/work/pace.ts';
import { standingOf } from './template-step.ts';
import type { ParameterState, StoredTemplate } from './store/templates.ts';
import type { Templates } from './templates.ts';
import { ownOf } from './value-rights.ts';

export type Visible = { key: number; id: string };
export type Member = Visible & { state: TemplateDeviceState };
type Kit = {
  templates: Pick<Templates, 'has'>;
  stateOf: (deviceKey: number) => ParameterState | undefined;
  /** The registered devices a caller may see. */
  visible: (caller: Caller) => readonly Visible[];
  clock: Clock;
};
type Known = { updatedMs: number; atMs: number; tookMs: number; counts: TemplateCounts };

/** So many devices between two looks at the clock. */
const BLOCK = 32;
/** What took a second holds for twenty: counting is a twentieth of the thread at most, however many look at the page. */
const HOLDS = 20;
/** Accounts whose counts are kept. */
const MOST_KEPT = 50;

const none = (): TemplateCounts => ({ same: 0, differs: 0, refused: 0, unsupported: 0, unread: 0 });

export class TemplateFleet {
  readonly #kit: Kit;
  readonly #known = new Map<number, Map<number, Known>>();
  readonly #turns = new InTurnByKey<number>();

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  /** The devices of a template that the caller may see, and how each stands to the values that are the caller's to see. */
  async members(caller: Caller, template: StoredTemplate, pace = new Pace(this.#kit.clock)): Promise<Member[]> {
    const members: Member[] = [];
    await this.#each(caller, template, this.#kit.visible(caller), pace, (member) => members.push(member));
    return members;
  }

  /** By template. */
  counts(caller: Caller, templates: readonly StoredTemplate[]): Promise<ReadonlyMap<number, TemplateCounts>> {
    const { userId } = caller;
    return this.#turns.run(userId, async () => {
      const known = this.#known.get(userId) ?? new Map<number, Known>();
      this.#known.delete(userId);
      this.#known.set(userId, known); // the newest is last
      for (const [oldest] of this.#known) if (this.#known.size > MOST_KEPT) this.#known.delete(oldest);
      await this.#count(caller, templates, known);
      return new Map(templates.map(({ id }) => [id, known.get(id)?.counts ?? none()]));
    });
  }

  async #count(caller: Caller, templates: readonly StoredTemplate[], known: Map<number, Known>): Promise<void> {
    const nowMs = this.#kit.clock.monotonic();
    const there = new Set(templates.map(({ id }) => id));
    for (const id of known.keys()) if (!there.has(id)) known.delete(id);
    const holdsMs = HOLDS * [...known.values()].reduce((sum, { tookMs }) => sum + tookMs, 0);
    const due = templates.filter(({ id, updatedMs }) => {
      const old = known.get(id);
      return old === undefined || old.updatedMs !== updatedMs || nowMs - old.atMs >= holdsMs;
    });
    if (due.length === 0) return;
    const pace = new Pace(this.#kit.clock);
    const visible = this.#kit.visible(caller);
    let workedMs = 0;
    for (const template of due) {
      const counts = none();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await this.#each(caller, template, visible, pace, ({ state }) => (counts[state] += 1));
      const { id, updatedMs } = template;
      known.set(id, { updatedMs, atMs: nowMs, tookMs: pace.workedMs - workedMs, counts });
      workedMs = pace.workedMs;
    }
  }

  async #each(
    caller: Caller,
    template: StoredTemplate,
    visible: readonly Visible[],
    pace: Pace,
    take: (member: Member) => unknown,
  ): Promise<void> {
    const { templates, stateOf } = this.#kit;
    const wanted = ownOf(caller, template.sheet);
    const keys = Object.keys(wanted);
    for (const [index, { key, id }] of visible.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- in pieces
      if (index % BLOCK === 0) await pace.rest();
      if (templates.has(template, key)) take({ key, id, state: standingOf(keys, wanted, stateOf(key)) });
    }
  }
}

const order = new Map(['differs', 'refused', 'unread', 'unsupported', 'same'].map((state, at) => [state, at]));
/** Those that need somebody first, then by id; by the order of a language ten thousand would take 40 ms. */
export const byNeed = (one: Member, other: Member): number =>
  (order.get(one.state) ?? 0) - (order.get(other.state) ?? 0) || (one.id < other.id ? -1 : 1);
