// S04, the list of accounts for administrators.
import { formatRights, s04UserList } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import { INITIAL_ADMIN } from './initial-admin.ts';
import type { User, Users } from './service.ts';

/** Administrators not named admin see no administrator but themselves. */
const seenBy =
  (caller: Caller) =>
  ({ name, level }: User): boolean =>
    caller.userName === INITIAL_ADMIN || level > 0 || name === caller.userName;

export const userCommands = (users: Users): CommandHandler[] => [
  answer(s04UserList, ({ caller }) => ({
    Z: users
      .list()
      .filter(seenBy(caller))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name, rights }) => ({ id: String(id), name, access: formatRights(rights) })),
  })),
];
