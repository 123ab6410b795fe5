// The groups of the form with the way that leads to each, so that two of one name are told apart. Pure.
import type { UserGroup } from '@outrider/contract';

type Named = Pick<UserGroup, 'groupid' | 'name'> & { readonly parentid: string | null };

/** 'All devices / North / Depot' by group, sorted by it. A parent that is not there ends the way, a circle too. */
export const groupPaths = (groups: readonly Named[]): { groupid: string; path: string }[] => {
  const byId = new Map(groups.map((group) => [group.groupid, group]));
  const wayTo = (group: Named, seen: readonly string[]): string => {
    const parent = byId.get(group.parentid ?? '');
    return parent === undefined || seen.includes(parent.groupid)
      ? group.name
      : `${wayTo(parent, [...seen, parent.groupid])} / ${group.name}`;
  };
  return groups
    .map((group) => ({ groupid: group.groupid, path: wayTo(group, [group.groupid]) }))
    .toSorted((a, b) => a.path.localeCompare(b.path));
};
