// The tree of groups as one flat list of rows: what is open, and what a word finds with all above it. Pure.
import { pathOf } from '../../parts/groups/group-model.ts';
import type { GroupModel } from '../../parts/groups/group-model.ts';
import type { TreeNode } from '../../ui/tree-keys.ts';

export type GroupRow = TreeNode & { readonly groupid: string; readonly name: string };

/** What stays when a word is looked for: the groups it is part of, in any case, and what is above them. */
const foundBy = (model: GroupModel, word: string): ReadonlySet<string> | undefined => {
  const wanted = word.trim().toLowerCase();
  if (wanted === '') return undefined;
  const found = new Set<string>();
  for (const { groupid, name } of model.byId.values())
    if (name.toLowerCase().includes(wanted)) for (const { groupid: above } of pathOf(model, groupid)) found.add(above);
  return found;
};

/** Rows in the order of names. While a word is looked for everything that is left is open. */
export const groupRows = (
  model: GroupModel,
  isOpen: (groupid: string) => boolean,
  word: string,
): readonly GroupRow[] => {
  const found = foundBy(model, word);
  const kept = (groups: readonly { groupid: string; name: string }[]) =>
    found === undefined ? groups : groups.filter(({ groupid }) => found.has(groupid));
  const rows: GroupRow[] = [];
  const waiting = [{ groups: kept(model.tops), at: 0, level: 1 }];
  for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
    const group = last.groups[last.at];
    if (group === undefined) {
      waiting.pop();
      continue;
    }
    last.at += 1;
    const { groupid, name } = group;
    const below = kept(model.below(groupid));
    const open = below.length === 0 ? undefined : found !== undefined || isOpen(groupid);
    rows.push({ key: groupid, groupid, name, level: last.level, place: last.at, of: last.groups.length, open });
    if (open === true) waiting.push({ groups: below, at: 0, level: last.level + 1 });
  }
  return rows;
};
