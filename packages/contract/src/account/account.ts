// The accounts of this server for its administrators: S04. Who I am myself is session.ts.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { userName } from '../speak/wire.ts';

/** `access` is the flag string of what the account may do, in the order of the rights table. */
export const userEntry = z.object({ id: z.string(), name: userName, access: z.string() });
export const s04UserList = command({
  code: 'S04',
  right: 'admin',
  audit: 'reads',
  input: z.object({ A: z.literal('read') }),
  reply: z.object({ Z: z.array(userEntry) }),
  batched: false,
  about: 'The accounts of this server, by name. A user not named admin sees no level-0 accounts but its own.',
  example: {
    input: { A: 'read' },
    reply: { Z: [{ id: '1', name: 'admin', access: '111' }] },
  },
});
