// A server with many groups, accounts and permission sets: written into its database while it runs, as a command beside it would, and taken over
// by it as those are.
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rights } from '@outrider/contract';
import { httpCall } from '../../integration/support/operator.ts';
import { until } from '../../integration/support/until.ts';
import type { ServerProcess } from './server-process.ts';

export type Crowd = { groups: number; sets: number; users: number };
/** Each number of these groups has ten below it. */
const BELOW = 10;
/** The group of those who are signed in; a tenth of all groups lie below it. */
export const THEIR_GROUP = 2;
const DAY_MS = 86_400_000;
const FIRST_SET = 4;

const parentOf = (group: number): number => (group < THEIR_GROUP + BELOW ? 1 : Math.floor((group - 2) / BELOW) + 1);
const liesBelow = (group: number, top: number): boolean =>
  group === top || (group > 1 && liesBelow(parentOf(group), top));

/** Writes them; gives a session for each account, and a device that none of those accounts sees. */
export const addPeople = async (
  server: ServerProcess,
  folder: string,
  { groups, sets, users }: Crowd,
): Promise<{ tokens: string[]; unseen: string }> => {
  const database = new DatabaseSync(join(folder, 'outrider.sqlite'));
  database.exec('BEGIN IMMEDIATE');
  const group = database.prepare('INSERT INTO groups (id, parent_id, name) VALUES (?, ?, ?)');
  for (let id = THEIR_GROUP; id <= groups; id += 1) group.run(id, parentOf(id), `group-${id}`);
  const link = database.prepare('INSERT INTO device_groups (device_key, group_id) VALUES (?, ?)');
  let unseen = '';
  for (const [i, { key, id }] of database.prepare('SELECT key, id FROM devices ORDER BY key').all().entries()) {
    const place = THEIR_GROUP + (i % (groups - 1));
    link.run(Number(key), place);
    if (!liesBelow(place, THEIR_GROUP)) unseen = String(id);
  }
  const set = database.prepare('INSERT INTO permission_sets (id, name, rights) VALUES (?, ?, ?)');
  for (let id = FIRST_SET; id <= sets; id += 1)
    set.run(id, `Set ${id}`, rights.map((_, i) => ((i * id) % 3 === 0 ? '1' : '0')).join(''));
  const user = database.prepare(
    "INSERT INTO users (name, password, level, rights, created_ms) VALUES (?, '', 2, '', ?) RETURNING id",
  );
  const ofGroup = database.prepare('INSERT INTO user_groups (user_id, group_id) VALUES (?, ?)');
  const session = database.prepare(
    "INSERT INTO sessions (id, token_hash, user_id, created_ms, expires_ms, address) VALUES (?, ?, ?, ?, ?, '::1')",
  );
  const nowMs = Date.now();
  const tokens = Array.from({ length: users }, (_, i) => {
    const id = Number(user.get(`person-${i}`, nowMs)?.['id']);
    ofGroup.run(id, THEIR_GROUP);
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    session.run(`bench${i}`, hash, id, nowMs, nowMs + DAY_MS);
    return token;
  });
  database.exec('COMMIT');
  database.close();
  await until('the server has them', async () => {
    const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/usergroup', { account: server.admin });
    return Array.isArray(body) && body.length === groups;
  });
  return { tokens, unseen };
};
