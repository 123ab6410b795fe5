// The list of accounts over real sockets: who sees whom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRights, rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { Channel, asList } from './support/operator.ts';
import { type Account, type Server, startServer } from './support/server.ts';

const add = async ({ app }: Server, user: string, level: number): Promise<Account> => {
  const hash = toPasswordHash(`Pass-of-${user}-1`);
  const own = { level, rights: new Set(rights.slice(0, 2)), expiresMs: null, groupIds: [] };
  await app.users.add({ name: user, passwordHash: hash, ...own });
  return { user, hash };
};

test('[F-USER-002] S04 read answers the accounts with id, name and access', async (t) => {
  const server = await startServer(t);
  const accounts = [await add(server, 'boss', 0), await add(server, 'ann', 1), await add(server, '陳 <b>x</b>', 3)];
  const listFor = async (account: Account) => {
    const channel = await Channel.signedIn(server, account);
    const answer = await channel.get('S04', { A: 'read' });
    channel.close();
    return asList(answer['Z']);
  };
  const all = await listFor(server.admin);
  assert.deepEqual(
    all.map(({ name }) => name),
    ['admin', 'ann', 'boss', '陳 <b>x</b>'],
  );
  for (const entry of all) assert.deepEqual(Object.keys(entry).toSorted(), ['access', 'id', 'name']);
  assert.equal(new Set(all.map(({ id }) => id)).size, 4);
  assert.deepEqual([...parseRights(String(all[1]?.['access']))], rights.slice(0, 2));
  assert.deepEqual(
    (await listFor(accounts[0] ?? server.admin)).map(({ name }) => name),
    ['ann', 'boss', '陳 <b>x</b>'],
    'an administrator not named admin sees no other administrator',
  );
});

test('S04 is for administrators, and knows no other request yet', async (t) => {
  const server = await startServer(t);
  const ann = await Channel.signedIn(server, await add(server, 'ann', 1));
  assert.equal((await ann.ask('S04', { A: 'read' }))[0]?.['R'], '403');
  const admin = await Channel.signedIn(server);
  assert.equal((await admin.ask('S04', { A: 'destroy' }))[0]?.['R'], '400');
  for (const channel of [ann, admin]) channel.close();
});
