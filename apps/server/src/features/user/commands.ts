// S04, the permission sets for administrators.
import { type PermissionSetRow, formatRights, parseRights, rights, s04Permissions } from '@outrider/contract';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import { permissionFacts } from './permission-audit.ts';
import type { PermissionEdit, Users } from './service.ts';

const ALL = formatRights(new Set(rights));

/** Level 0, which has no set, comes first. */
const rowsOf = (users: Users): PermissionSetRow[] => {
  const counted = new Map<number, number>();
  for (const { setId } of users.list()) if (setId !== null) counted.set(setId, (counted.get(setId) ?? 0) + 1);
  const first = {
    id: '0',
    name: 'Administrator',
    access: ALL,
    users: counted.get(0) ?? 0,
    updatetime: 0,
    updateby: '',
  };
  return [
    first,
    ...users.permissionSets().map(({ id, name, rights: granted, updatedMs, updatedBy }) => ({
      id: String(id),
      name,
      access: formatRights(granted),
      users: counted.get(id) ?? 0,
      updatetime: updatedMs,
      updateby: updatedBy,
    })),
  ];
};

type Entry = { id: string; access?: string; name?: string; updatetime?: number | undefined };
const editOf = ({ id, access, name, updatetime }: Entry): PermissionEdit => ({
  id: Number(id),
  ...(access === undefined ? {} : { rights: parseRights(access) }),
  ...(name === undefined ? {} : { name }),
  seenMs: updatetime,
});

export const userCommands = (users: Users): CommandHandler[] => [
  answer(s04Permissions, async ({ caller: { userName } }, input, note) => {
    note(permissionFacts(input, users.permissionSets()));
    if (input.A === 'access' || input.A === 'name') await users.changePermissionSets(input.Z.map(editOf), userName);
    if (input.A === 'copy') await users.copyPermissionSet(Number(input.B), input.C, userName);
    if (input.A === 'remove') await users.removePermissionSet(Number(input.B));
    return { Z: rowsOf(users) };
  }),
];
