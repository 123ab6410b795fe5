// Which lines and sets of the matrix are shown: folded groups, the search word, and what differs between two sets. Pure.
import { type PermissionSetRow, type Right, rights } from '@outrider/contract';
import { type PermissionDraft, accessOf } from './permission-draft.ts';

/** A group of rights in the words of the page. */
export type SaidGroup = {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly rights: readonly { readonly right: Right; readonly name: string }[];
};
export type MatrixRow =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly name: string;
      readonly about: string;
      readonly open: boolean;
    }
  | { readonly kind: 'right'; readonly right: Right; readonly name: string };

export type Looking = {
  readonly word: string;
  readonly folded: ReadonlySet<string>;
  /** The numbers of two sets: only what differs between them. */
  readonly compared: readonly [string, string] | undefined;
};

const says = (text: string, word: string): boolean => text.toLowerCase().includes(word.trim().toLowerCase());

const differs = (draft: PermissionDraft, sets: readonly PermissionSetRow[], [a, b]: readonly [string, string]) => {
  const flags = [a, b].map((id) => sets.find((set) => set.id === id)).map((set) => (set ? accessOf(draft, set) : ''));
  return (right: Right): boolean => {
    const index = rights.indexOf(right);
    return (flags[0]?.[index] === '1') !== (flags[1]?.[index] === '1');
  };
};

/** The word narrows the rights where one of them or a group says it, and the sets where one of them does. */
export const narrowed = (
  groups: readonly SaidGroup[],
  sets: readonly PermissionSetRow[],
  draft: PermissionDraft,
  { word, folded, compared }: Looking,
): { rows: MatrixRow[]; sets: readonly PermissionSetRow[] } => {
  const compare = compared && differs(draft, sets, compared);
  const found = groups.map((group) => {
    const own = group.rights.filter(({ right }) => compare?.(right) ?? true);
    return {
      group,
      all: own,
      own: says(group.name, word) ? own : own.filter(({ name, right }) => says(name, word) || says(right, word)),
    };
  });
  const named = sets.filter(({ name }) => says(name, word));
  const anyRight = found.some(({ own }) => own.length > 0);
  const rows = found.flatMap(({ group: { id, name, about }, all, own }): MatrixRow[] => {
    const shown = anyRight ? own : all;
    if (shown.length === 0) return [];
    const open = word.trim() !== '' || !folded.has(id);
    const lines = shown.map((each) => ({ kind: 'right', ...each }) as const);
    return [{ kind: 'group', id, name, about, open }, ...(open ? lines : [])];
  });
  const columns = named.length > 0 ? named : sets;
  return { rows, sets: compared ? sets.filter(({ id }) => compared.includes(id)) : columns };
};
