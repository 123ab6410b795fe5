// The group tree and the devices in its groups, in memory: answers who reaches what, and tells a change to whom it concerns. The
// rules of editing are edits.ts.
import type { Bus } from '../../kernel/bus.ts';
import { AppError } from '../../kernel/errors.ts';
import { Members } from './members.ts';
import { isReached, reachOf } from './reach.ts';
import { type Scope, shiftsOf } from './sight.ts';
import type { StoredGroup } from './store.ts';

type Link = { deviceKey: number; groupId: number };
/** What becomes another one: the tree, the groups of some devices, or both. */
type Next = { groups?: readonly StoredGroup[]; moved?: ReadonlyMap<number, readonly number[]> };

export class GroupTree {
  readonly #bus: Bus;
  readonly #accounts: () => Iterable<Scope>;
  #groups: readonly StoredGroup[] = [];
  #byId: ReadonlyMap<number, StoredGroup> = new Map();
  readonly #members: Members;
  // Asked for every device of every list reply: the same few sets of groups again and again.
  #reaches = new Map<string, ReadonlySet<number>>();

  constructor(kit: { bus: Bus; accounts: () => Iterable<Scope> }, groups: readonly StoredGroup[], links: Link[]) {
    this.#bus = kit.bus;
    this.#accounts = kit.accounts;
    this.#members = new Members(links);
    this.#putGroups(groups);
  }

  get groups(): readonly StoredGroup[] {
    return this.#groups;
  }

  must(groupId: number): StoredGroup {
    const group = this.#byId.get(groupId);
    if (!group) throw new AppError('not_found', 'There is no such group.');
    return group;
  }

  readonly reach = (groupIds: readonly number[]): ReadonlySet<number> => {
    const name = groupIds.join();
    const known = this.#reaches.get(name);
    if (known) return known;
    const found = reachOf(this.#groups, groupIds);
    this.#reaches.set(name, found);
    return found;
  };

  covers(groupIds: readonly number[], deviceKey: number): boolean {
    return isReached(this.reach(groupIds), this.#members.of(deviceKey));
  }

  groupsOf(deviceKey: number): readonly number[] {
    return this.#members.of(deviceKey);
  }

  /** All devices in these groups themselves. */
  devicesIn(groupIds: Iterable<number>): number[] {
    return [...new Set([...groupIds].flatMap((id) => [...this.#members.in(id)]))];
  }

  /** Puts a device into a group or takes it out, and tells it. */
  link(deviceKey: number, groupId: number, isIn: boolean): void {
    const others = this.#members.of(deviceKey).filter((id) => id !== groupId);
    this.become({ moved: new Map([[deviceKey, isIn ? [...others, groupId] : others]]) });
  }

  /** Takes over another state, and tells what is not as before. */
  become({ groups = this.#groups, moved = new Map() }: Next): void {
    const [reachBefore, sameTree] = [this.#reachNow(), groups === this.#groups];
    const links = [...moved].flatMap(([key, now]) => linksOf(key, this.#members.of(key), now));
    if (sameTree && links.length === 0) return;
    const was = new Map([...moved.keys()].map((key) => [key, this.#members.of(key)]));
    if (!sameTree) this.#putGroups(groups);
    for (const [key, groupIds] of moved) this.#members.set(key, groupIds);
    if (!sameTree) this.#bus.publish('groups.changed', {});
    else for (const link of links) this.#bus.publish('groups.changed', { link });
    const of = (key: number): readonly number[] => this.#members.of(key);
    const change = {
      before: { reach: reachBefore, of: (key: number) => was.get(key) ?? of(key) },
      after: { reach: this.reach, of },
      moved: [...moved.keys()],
      in: (groupId: number) => this.#members.in(groupId),
    };
    for (const shift of shiftsOf(change, this.#accounts()))
      this.#bus.publish('sight.changed', { ...shift, ...(sameTree && { sameTree }) });
  }

  /** As `become`, with everything read again. */
  replace(groups: readonly StoredGroup[], links: Link[]): void {
    const now = new Members(links);
    const keys = new Set([...this.#members.devices(), ...now.devices()]);
    const moved = [...keys].filter((key) => now.of(key).join() !== this.#members.of(key).join());
    const same = JSON.stringify(groups) === JSON.stringify(this.#groups);
    this.become({ ...(!same && { groups }), moved: new Map(moved.map((key) => [key, now.of(key)])) });
  }

  /** Devices that are no more: nobody sees them, and nobody is told. */
  forget(deviceKeys: readonly number[]): void {
    for (const key of deviceKeys) this.#members.set(key, []);
  }

  #putGroups(groups: readonly StoredGroup[]): void {
    this.#groups = groups;
    this.#byId = new Map(groups.map((group) => [group.id, group]));
    this.#reaches = new Map();
  }

  /** How groups are reached in the tree as it is now, whatever comes after. */
  #reachNow(): GroupTree['reach'] {
    const [groups, known] = [this.#groups, this.#reaches];
    return (groupIds) => known.get(groupIds.join()) ?? reachOf(groups, groupIds);
  }
}

const linksOf = (deviceKey: number, before: readonly number[], now: readonly number[]) => [
  ...now.filter((id) => !before.includes(id)).map((groupId) => ({ deviceKey, groupId, isIn: true })),
  ...before.filter((id) => !now.includes(id)).map((groupId) => ({ deviceKey, groupId, isIn: false })),
];
