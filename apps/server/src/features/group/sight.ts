// Who sees other devices after a change of groups, and which. Pure.
import { isReached } from './reach.ts';

export type Scope = { id: number; level: number; groupIds: readonly number[] };
/** Accounts for which the same devices came or went. */
export type Shift = { userIds: readonly number[]; deviceKeys: readonly number[] };

type Reach = (groupIds: readonly number[]) => ReadonlySet<number>;
type GroupsOf = (deviceKey: number) => readonly number[];
export type Change = {
  before: { reach: Reach; of: GroupsOf };
  after: { reach: Reach; of: GroupsOf };
  /** The devices whose own groups may be others now. */
  moved: readonly number[];
  /** The devices in a group itself, of those whose own groups are the same. */
  in: (groupId: number) => Iterable<number>;
};

/** Accounts with the same groups see the same: each set of groups once. Level 0 sees every device whatever its groups. */
const byGroups = (accounts: Iterable<Scope>): Iterable<{ groupIds: readonly number[]; userIds: number[] }> => {
  const known = new Map<string, { groupIds: readonly number[]; userIds: number[] }>();
  for (const { id, level, groupIds } of accounts) {
    if (level === 0) continue;
    const name = groupIds.join();
    const same = known.get(name);
    if (same === undefined) known.set(name, { groupIds, userIds: [id] });
    else same.userIds.push(id);
  }
  return known.values();
};

const differing = (a: ReadonlySet<number>, b: ReadonlySet<number>): number[] =>
  a === b ? [] : [...[...a].filter((id) => !b.has(id)), ...[...b].filter((id) => !a.has(id))];

/**
 * What came or went for whom. Looks at devices that moved and at those in groups that somebody reaches now or no longer. The root never
 * moves, so nobody gains or loses it with what is in no group.
 */
export const shiftsOf = ({ before, after, moved, ...kit }: Change, accounts: Iterable<Scope>): Shift[] => {
  const shifts: Shift[] = [];
  for (const { groupIds, userIds } of byGroups(accounts)) {
    const [was, is] = [before.reach(groupIds), after.reach(groupIds)];
    const looked = new Set(moved);
    for (const groupId of differing(was, is)) for (const key of kit.in(groupId)) looked.add(key);
    const deviceKeys = [...looked].filter((key) => isReached(was, before.of(key)) !== isReached(is, after.of(key)));
    if (deviceKeys.length > 0) shifts.push({ userIds, deviceKeys });
  }
  return shifts;
};
