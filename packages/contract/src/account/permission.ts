// Permission sets: what the accounts of each permission may do (S04), and the web server's memory of who that is.
import { z } from 'zod';
import { plainText } from '../speak/plain-text.ts';
import { rights } from '../speak/rights.ts';
import { call, command } from '../speak/speak.ts';
import { seenUpdatetime, updatetime } from '../speak/version.ts';
import { outcome } from '../speak/wire.ts';

/** The most sets of one server, level 0 not counted. */
export const MAX_PERMISSION_SETS = 200;
/** Sets up to this number are always there under their names; those above are copies. */
export const LAST_FIXED_SET = 3;
/** What is put behind the name of a set that is copied. */
export const COPY_SUFFIX = '_Copy';

export const permissionName = z
  .string()
  .min(1)
  .max(64)
  .refine(
    (name) => plainText(name) === name && name.trim() === name && !name.includes('\n'),
    'A permission name holds no space at its ends and nothing invisible.',
  );
const setId = z.string().regex(/^\d{1,3}$/);
const flags = z
  .string()
  .regex(/^[01]*$/)
  .max(rights.length);

/**
 * `access` is the flag string of what the accounts of this permission may do, in the order of the rights table. Permission 0 holds every
 * right and is only read.
 */
export const permissionSet = z.object({
  id: z.string(),
  name: z.string(),
  access: z.string(),
  /** How many accounts take their rights from it. */
  users: z.number().int(),
  updatetime,
  updateby: z.string(),
});
export type PermissionSetRow = z.output<typeof permissionSet>;

export const s04Permissions = command({
  code: 'S04',
  right: 'admin',
  audit: { action: 'Set permissions', secret: {}, unless: ['A', 'read'] },
  input: z.discriminatedUnion('A', [
    z.object({ A: z.literal('read') }),
    z.object({
      A: z.literal('access'),
      Z: z
        .array(z.object({ id: setId, access: flags, ...seenUpdatetime }))
        .min(1)
        .max(MAX_PERMISSION_SETS),
    }),
    z.object({
      A: z.literal('name'),
      Z: z
        .array(z.object({ id: setId, name: permissionName, ...seenUpdatetime }))
        .min(1)
        .max(MAX_PERMISSION_SETS),
    }),
    z.object({ A: z.literal('copy'), B: setId, C: permissionName }),
    z.object({ A: z.literal('remove'), B: setId }),
  ]),
  reply: z.object({ Z: z.array(permissionSet) }),
  batched: false,
  about: `The permission sets as they are now, in the order of their numbers. A: read; access and name set those of Z, all or none of them; copy makes a set named C from set B, numbered above ${LAST_FIXED_SET}; remove takes the set B away that no account has. Set 0 is only read; the names of sets up to ${LAST_FIXED_SET} are fixed. Who is signed in has what it may do now within a second and stays signed in. R 409 where a set has another updatetime than the one sent with it.`,
  example: {
    input: { A: 'read' },
    reply: {
      Z: [{ id: '2', name: 'Operator', access: '101', users: 4, updatetime: 1_790_000_000, updateby: 'admin' }],
    },
  },
});

/** What the web server remembers, by name: `member` is who is who and may what. */
export const webBuffers = ['member'] as const;
export const deleteBuffer = call({
  method: 'DELETE',
  path: '/gkserver/buffer',
  right: 'admin',
  audit: 'reads',
  input: z.object({ name: z.enum(webBuffers), notifyGMS: z.boolean().default(false) }),
  reply: outcome,
  about:
    'Forgets which names and hashes were right, reads accounts and permissions again, and tells who is signed in what changed for it. notifyGMS is for servers of several parts, which this one is not.',
  example: { input: { name: 'member', notifyGMS: false }, reply: { hasError: 0, message: 'Success' } },
});
