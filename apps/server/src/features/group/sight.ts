// Who sees other devices after a change of groups. Pure.
import { type Group, isReached, reachOf, ROOT_GROUP_ID } from './reach.ts';

/** The tree, and the groups of each device that is in one. */
export type Tree = { groups: readonly Group[]; members: ReadonlyMap<number, readonly number[]> };
export type Scope = { id: number; level: number; groupIds: readonly number[] };

const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

/** The ids of the accounts for which a device came or went. Level 0 sees every device whatever its groups. */
export const seeingOther = (before: Tree, after: Tree, accounts: Iterable<Scope>): number[] => {
  const keys = new Set([...before.members.keys(), ...after.members.keys()]);
  const moved = [...keys].filter((key) => before.members.get(key)?.join() !== after.members.get(key)?.join());
  const differs = (groupIds: readonly number[]): boolean => {
    const [was, is] = [reachOf(before.groups, groupIds), reachOf(after.groups, groupIds)];
    if (was.has(ROOT_GROUP_ID) !== is.has(ROOT_GROUP_ID)) return true; // devices in no group belong to it
    for (const key of isSame(was, is) ? moved : keys)
      if (isReached(was, before.members.get(key)) !== isReached(is, after.members.get(key))) return true;
    return false;
  };
  const known = new Map<string, boolean>(); // many accounts have the same groups
  return [...accounts].flatMap(({ id, level, groupIds }) => {
    const name = groupIds.join();
    if (level !== 0 && !known.has(name)) known.set(name, differs(groupIds));
    return level !== 0 && known.get(name) === true ? [id] : [];
  });
};
