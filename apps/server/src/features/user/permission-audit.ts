// What the access log says of a change of permission sets: by the number of each set what it is and what it was, in whole, and by name which
// rights its accounts gain and lose.
import { type InputOf, type Right, formatRights, parseRights, rights, type s04Permissions } from '@outrider/contract';
import type { AuditNote } from '../../kernel/access/audit.ts';
import type { PermissionSet } from './service.ts';

type Asked = InputOf<typeof s04Permissions>;
type Facts = Record<string, unknown>;

const onlyIn = (one: ReadonlySet<Right>, other: ReadonlySet<Right>): Right[] =>
  rights.filter((right) => one.has(right) && !other.has(right));

const accessFacts = (set: PermissionSet | undefined, access: string): Facts => {
  const [had, has] = [set?.rights ?? new Set<Right>(), parseRights(access)];
  return { access: formatRights(has), gains: onlyIn(has, had), loses: onlyIn(had, has) };
};

const numbered = (sets: readonly { id: string; facts: Facts }[]): Facts =>
  Object.fromEntries(sets.map(({ id, facts }) => [`set ${id}`, facts]));

/** Before it is done: `sets` are those that stand there. The list of a save is said set by set, since a long text is cut. */
export const permissionFacts = (asked: Asked, sets: readonly PermissionSet[]): Parameters<AuditNote>[0] => {
  const setOf = (id: string) => sets.find((set) => set.id === Number(id));
  const accessOf = (id: string): string => formatRights(setOf(id)?.rights ?? new Set<Right>());
  const nameOf = (id: string): string => setOf(id)?.name ?? '';
  switch (asked.A) {
    case 'read':
      return {};
    case 'access':
      return {
        body: {
          Z: undefined,
          ...numbered(asked.Z.map(({ id, access }) => ({ id, facts: accessFacts(setOf(id), access) }))),
        },
        before: numbered(asked.Z.map(({ id }) => ({ id, facts: { name: nameOf(id), access: accessOf(id) } }))),
      };
    case 'name':
      return {
        body: { Z: undefined, ...numbered(asked.Z.map(({ id, name }) => ({ id, facts: { name } }))) },
        before: numbered(asked.Z.map(({ id }) => ({ id, facts: { name: nameOf(id) } }))),
      };
    case 'copy':
      return { body: { access: accessOf(asked.B) } };
    case 'remove':
      return { before: numbered([{ id: asked.B, facts: { name: nameOf(asked.B), access: accessOf(asked.B) } }]) };
  }
};
