// What was changed in the matrix and is not saved yet: toggled cells and new names, over the sets as the server has them. Pure.
import { type PermissionSetRow, type Right, rights } from '@outrider/contract';

type Sets = readonly PermissionSetRow[];
/** By its place among the rights: how a flag is to be. */
type Flags = Readonly<Record<string, '0' | '1'>>;
/**
 * By the number of a set. What is as the server has it is not in here. Of its access only the flags that were toggled: the others stay as
 * somebody else may have saved them meanwhile.
 */
export type PermissionDraft = {
  readonly access: Readonly<Record<string, Flags>>;
  readonly names: Readonly<Record<string, string>>;
};
export const NO_CHANGES: PermissionDraft = { access: {}, names: {} };

const flagAt = (access: string, index: number): boolean => access[index] === '1';

/** What of a set is to be saved: its flags as the server has them, and over them those that were toggled. */
export const accessOf = ({ access }: PermissionDraft, set: PermissionSetRow): string => {
  const own = access[set.id];
  if (own === undefined) return set.access;
  return Array.from(set.access.padEnd(rights.length, '0'), (flag, index) => own[index] ?? flag).join('');
};
export const nameOf = ({ names }: PermissionDraft, set: PermissionSetRow): string => names[set.id] ?? set.name;

const without = <T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
const put = <T extends string>(record: Readonly<Record<string, T>>, id: string, value: T, saved: string) =>
  value === saved ? without(record, id) : { ...record, [id]: value };
const bitAt = (access: string, index: number): '0' | '1' => (flagAt(access, index) ? '1' : '0');

/** Only the flag at `index` changes; back to what is saved, the set is no longer changed. */
export const toggled = (draft: PermissionDraft, set: PermissionSetRow, index: number): PermissionDraft => {
  const next = flagAt(accessOf(draft, set), index) ? '0' : '1';
  const flags = put(draft.access[set.id] ?? {}, String(index), next, bitAt(set.access, index));
  return {
    ...draft,
    access: Object.keys(flags).length === 0 ? without(draft.access, set.id) : { ...draft.access, [set.id]: flags },
  };
};

export const renamed = (draft: PermissionDraft, set: PermissionSetRow, name: string): PermissionDraft => ({
  ...draft,
  names: put(draft.names, set.id, name, set.name),
});

/** A set that is there no more has no changes; neither has what the server has by now. */
export const onlyOf = (draft: PermissionDraft, sets: Sets): PermissionDraft => {
  const access = sets.flatMap((set) => {
    const flags = Object.entries(draft.access[set.id] ?? {});
    const kept = flags.filter(([index, flag]) => flag !== bitAt(set.access, Number(index)));
    return kept.length === 0 ? [] : [[set.id, Object.fromEntries(kept)] as const];
  });
  const names = sets.flatMap(({ id, name: saved }) => {
    const name = draft.names[id];
    return name === undefined || name === saved ? [] : [[id, name] as const];
  });
  return { access: Object.fromEntries(access), names: Object.fromEntries(names) };
};

/** What a save of `draft` replaces in `sets`, to go back to: no more than that, so that it undoes nothing of somebody else. */
export const backOf = (draft: PermissionDraft, sets: Sets): PermissionDraft => ({
  access: Object.fromEntries(
    sets.flatMap((set) => {
      const flags = Object.keys(draft.access[set.id] ?? {});
      if (flags.length === 0) return [];
      return [[set.id, Object.fromEntries(flags.map((index) => [index, bitAt(set.access, Number(index))]))] as const];
    }),
  ),
  names: Object.fromEntries(sets.flatMap(({ id, name }) => (id in draft.names ? [[id, name] as const] : []))),
});

export const isChanged = (draft: PermissionDraft, set: PermissionSetRow, index: number): boolean =>
  flagAt(accessOf(draft, set), index) !== flagAt(set.access, index);

export type CellChange = { readonly set: PermissionSetRow; readonly right: Right; readonly on: boolean };
export const changesOf = (draft: PermissionDraft, sets: Sets): CellChange[] =>
  sets.flatMap((set) =>
    rights.flatMap((right, index) =>
      isChanged(draft, set, index) ? [{ set, right, on: flagAt(accessOf(draft, set), index) }] : [],
    ),
  );

export type Effect = { readonly right: Right; readonly gain: readonly string[]; readonly lose: readonly string[] };

/** Who gains and who loses what when this is saved. `peopleOf`: the accounts that take their rights from a set. */
export const effectsOf = (
  draft: PermissionDraft,
  sets: Sets,
  peopleOf: (set: PermissionSetRow) => readonly string[],
): Effect[] => {
  const changes = changesOf(draft, sets);
  return rights.flatMap((right) => {
    const own = changes.filter((change) => change.right === right);
    const people = (on: boolean) => own.filter((change) => change.on === on).flatMap(({ set }) => peopleOf(set));
    return own.length === 0 ? [] : [{ right, gain: people(true), lose: people(false) }];
  });
};

/** A name for a copy that no set has. */
export const copyName = (name: string, suffix: string, taken: readonly string[]): string => {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  let copy = `${name}${suffix}`;
  for (let n = 2; used.has(copy.toLowerCase()); n += 1) copy = `${name}${suffix}${n}`;
  return copy;
};
