// The tree of groups as screens look at it: who is below whom, the way from the root, who may be put where. Pure.
import type { GroupDevice, UserGroup } from '@outrider/contract';

export type GroupModel = {
  readonly byId: ReadonlyMap<string, UserGroup>;
  /** Sorted by name. */
  readonly below: (groupid: string) => readonly UserGroup[];
  /** Those that have none above them, sorted by name: the root, or the tops of what an account reaches. */
  readonly tops: readonly UserGroup[];
};

const byName = (a: UserGroup, b: UserGroup): number =>
  a.name.localeCompare(b.name) || Number(a.groupid) - Number(b.groupid);

export const groupModel = (groups: readonly UserGroup[]): GroupModel => {
  const byId = new Map(groups.map((group) => [group.groupid, group]));
  const children = new Map<string, UserGroup[]>();
  const tops: UserGroup[] = [];
  for (const group of groups.toSorted(byName)) {
    // One whose parent is not there is shown all the same.
    if (group.parentid === null || !byId.has(group.parentid)) tops.push(group);
    else children.set(group.parentid, [...(children.get(group.parentid) ?? []), group]);
  }
  return { byId, below: (groupid) => children.get(groupid) ?? [], tops };
};

/** From the top down to the group itself; empty for one that is not there. A circle ends. */
export const pathOf = ({ byId }: GroupModel, groupid: string): readonly UserGroup[] => {
  const path: UserGroup[] = [];
  const seen = new Set<string>();
  for (let at = byId.get(groupid); at !== undefined && !seen.has(at.groupid);) {
    seen.add(at.groupid);
    path.unshift(at);
    at = at.parentid === null ? undefined : byId.get(at.parentid);
  }
  return path;
};

const ARROW = ' → ';
/** 'root → A → B'. */
export const pathText = (model: GroupModel, groupid: string): string =>
  pathOf(model, groupid)
    .map(({ name }) => name)
    .join(ARROW);

/** A group and all below it. */
export const branchOf = (model: GroupModel, groupid: string): ReadonlySet<string> => {
  // A set is walked to what was added while it is walked.
  const branch = new Set([groupid]);
  for (const id of branch) for (const child of model.below(id)) branch.add(child.groupid);
  return branch;
};

/** Where a group may be put: everywhere but in its own branch. In the order of the tree. */
export const possibleParents = (model: GroupModel, groupid: string): readonly UserGroup[] => {
  const branch = branchOf(model, groupid);
  return inOrder(model).filter((group) => !branch.has(group.groupid));
};

/** All groups, each before those below it. */
export const inOrder = (model: GroupModel): readonly UserGroup[] => {
  const ordered: UserGroup[] = [];
  const waiting = model.tops.toReversed();
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.groupid)) continue;
    seen.add(next.groupid);
    ordered.push(next);
    waiting.push(...model.below(next.groupid).toReversed());
  }
  return ordered;
};

/** Which devices are in which groups, from either side. */
export type LinkModel = {
  readonly inGroup: (groupid: string) => ReadonlySet<string>;
  readonly ofDevice: (deviceid: string) => readonly string[];
};

const NONE: ReadonlySet<string> = new Set();
export const linkModel = (links: readonly GroupDevice[]): LinkModel => {
  const groups = new Map<string, Set<string>>();
  const devices = new Map<string, string[]>();
  for (const { groupid, deviceid } of links) {
    const inside = groups.get(groupid);
    if (inside === undefined) groups.set(groupid, new Set([deviceid]));
    else inside.add(deviceid);
    const own = devices.get(deviceid);
    if (own === undefined) devices.set(deviceid, [groupid]);
    else own.push(groupid);
  }
  return { inGroup: (id) => groups.get(id) ?? NONE, ofDevice: (id) => devices.get(id) ?? [] };
};

/** The links with one put in or taken out; the same list when nothing changes. */
export const withLink = (
  links: readonly GroupDevice[],
  { groupid, deviceid }: GroupDevice,
  isIn: boolean,
): readonly GroupDevice[] => {
  const is = (link: GroupDevice): boolean => link.groupid === groupid && link.deviceid === deviceid;
  if (links.some(is) === isIn) return links;
  return isIn ? [...links, { groupid, deviceid }] : links.filter((link) => !is(link));
};
