// Which groups someone reaches: their own and all below. Pure.

export const ROOT_GROUP_ID = 1;

export type Group = { id: number; parentId: number | null; name: string };

/** The given groups and all their descendants; unknown ids are left out, a circle ends. */
export const reachOf = (groups: readonly Group[], from: readonly number[]): ReadonlySet<number> => {
  const reached = new Set(groups.filter(({ id }) => from.includes(id)).map(({ id }) => id));
  let grown = true;
  while (grown) {
    const size = reached.size;
    for (const { id, parentId } of groups) if (parentId !== null && reached.has(parentId)) reached.add(id);
    grown = reached.size > size;
  }
  return reached;
};

/** A device in no group belongs to the root group. */
export const isReached = (reach: ReadonlySet<number>, deviceGroupIds: readonly number[] | undefined): boolean =>
  deviceGroupIds === undefined || deviceGroupIds.length === 0
    ? reach.has(ROOT_GROUP_ID)
    : deviceGroupIds.some((id) => reach.has(id));
