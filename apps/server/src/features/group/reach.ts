// Which groups someone reaches: their own and all below. Pure.

export const ROOT_GROUP_ID = 1;

export type Group = { id: number; parentId: number | null; name: string };

const childLists = new WeakMap<readonly Group[], ReadonlyMap<number, readonly number[]>>();
/** The ids below each group that has some; made once for a tree, which is never changed but replaced. */
const childrenIn = (groups: readonly Group[]): ReadonlyMap<number, readonly number[]> => {
  const known = childLists.get(groups);
  if (known !== undefined) return known;
  const children = new Map<number, number[]>();
  for (const { id, parentId } of groups) {
    if (parentId === null) continue;
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [id]);
    else siblings.push(id);
  }
  childLists.set(groups, children);
  return children;
};

const idSets = new WeakMap<readonly Group[], ReadonlySet<number>>();
const idsOf = (groups: readonly Group[]): ReadonlySet<number> => {
  const ids = idSets.get(groups) ?? new Set(groups.map(({ id }) => id));
  idSets.set(groups, ids);
  return ids;
};

/** The given groups and all their descendants; unknown ids are left out, a circle ends. */
export const reachOf = (groups: readonly Group[], from: readonly number[]): ReadonlySet<number> => {
  const children = childrenIn(groups);
  const known = idsOf(groups);
  // A set is walked to what was added while it is walked.
  const reached = new Set(from.filter((id) => known.has(id)));
  for (const id of reached) for (const child of children.get(id) ?? []) reached.add(child);
  return reached;
};

/** A device in no group belongs to the root group. */
export const isReached = (reach: ReadonlySet<number>, deviceGroupIds: readonly number[] | undefined): boolean =>
  deviceGroupIds === undefined || deviceGroupIds.length === 0
    ? reach.has(ROOT_GROUP_ID)
    : deviceGroupIds.some((id) => reach.has(id));
