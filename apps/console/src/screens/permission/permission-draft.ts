// What was changed in the matrix and is not saved yet: toggled cells and new names, over the sets as the server has them. Pure.
import { type PermissionSetRow, type Right, rights } from '@outrider/contract';

type Sets = readonly PermissionSetRow[];
/** By the number of a set. What is as the server has it is not in here. */
export type PermissionDraft = {
  readonly access: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
};
export const NO_CHANGES: PermissionDraft = { access: {}, names: {} };

const flagAt = (access: string, index: number): boolean => access[index] === '1';

export const accessOf = ({ access }: PermissionDraft, set: PermissionSetRow): string => access[set.id] ?? set.access;
export const nameOf = ({ names }: PermissionDraft, set: PermissionSetRow): string => names[set.id] ?? set.name;

const without = (record: Readonly<Record<string, string>>, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
const put = (record: Readonly<Record<string, string>>, id: string, value: string, saved: string) =>
  value === saved ? without(record, id) : { ...record, [id]: value };

/** Only the flag at `index` changes; back to what is saved, the set is no longer changed. */
export const toggled = (draft: PermissionDraft, set: PermissionSetRow, index: number): PermissionDraft => {
  const flags = accessOf(draft, set).padEnd(rights.length, '0');
  const next = `${flags.slice(0, index)}${flagAt(flags, index) ? '0' : '1'}${flags.slice(index + 1)}`;
  return { ...draft, access: put(draft.access, set.id, next, set.access) };
};

export const renamed = (draft: PermissionDraft, set: PermissionSetRow, name: string): PermissionDraft => ({
  ...draft,
  names: put(draft.names, set.id, name, set.name),
});

/** A set that is there no more has no changes; neither has what the server has by now. */
export const onlyOf = (draft: PermissionDraft, sets: Sets): PermissionDraft => {
  const kept = (record: Readonly<Record<string, string>>, saved: (set: PermissionSetRow) => string) =>
    Object.fromEntries(
      sets.flatMap((set) => {
        const value = record[set.id];
        return value === undefined || value === saved(set) ? [] : [[set.id, value] as const];
      }),
    );
  return { access: kept(draft.access, (set) => set.access), names: kept(draft.names, (set) => set.name) };
};

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
