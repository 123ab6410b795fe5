// Customer records over the wire: the list and the saved record as documented, for whom they are, and that no value of one is in a log, in the
// access log or where a deployment has no such records.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import type { Log } from '../apps/server/src/kernel/log.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, Channel, httpCall, type Json, type Reply } from './support/operator.ts';
import { type Account, cheapKeeper, type Server, startServer } from './support/server.ts';

const PATH = '/gkdevice/dkcustomer';
const RECORD: Json = {
  deviceid: 'BUS-7',
  dealer: 'Dealer-Xq',
  customer: 'Customer-Xq',
  salesman: 'Salesman-Xq',
  address: '1 Street-Xq',
  phone: '+886 2 9876',
  mail: 'xq@example.org',
  follow: 1,
  memo: 'Memo-Xq\nsecond line',
};

const call = (server: Server, { user, hash }: Account, method: string, input: Json = {}): Promise<Reply> =>
  httpCall(server.ports.http, method, PATH, { input: { username: user, password: hash, ...input } });

const person = async (server: Server, user: string, level: number, groupIds: readonly number[]): Promise<Account> => {
  const hash = toPasswordHash(user);
  const account = { level, rights: new Set<never>(), expiresMs: null, groupIds };
  await server.app.users.add({ name: user, passwordHash: hash, ...account });
  return { user, hash };
};

/** A log that keeps every line as text. */
const keptLog = (): { log: Log; lines: string[] } => {
  const lines: string[] = [];
  const line = (...said: unknown[]): void => void lines.push(JSON.stringify(said));
  const log: Log = { debug: line, info: line, warn: line, error: line, child: () => log };
  return { log, lines };
};

const furnished = async (t: TestContext): Promise<Server & { lines: string[] }> => {
  const { log, lines } = keptLog();
  const server = await startServer(t, { customerRecords: true }, { keeper: cheapKeeper, log });
  const channel = await Channel.signedIn(server);
  for (const I of ['BUS-7', 'BUS-8']) await channel.get('D01', { I, C: 4 });
  channel.close();
  return { ...server, lines };
};

test('[A-CUST-002] [A-CUST-003] [A-CUST-004] http: the list of records, a saved one in it, for levels 0 and 1 and their devices', async (t) => {
  const server = await furnished(t);
  assert.deepEqual((await call(server, server.admin, 'POST')).body, []);
  const put = await call(server, server.admin, 'PUT', { dkcustomer: RECORD });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  const [{ updatetime, ...saved } = { updatetime: 0 }] = asList(put.body);
  assert.deepEqual(saved, RECORD);
  assert.deepEqual((await call(server, server.admin, 'POST')).body, put.body);
  await call(server, server.admin, 'PUT', { dkcustomer: { ...RECORD, deviceid: 'BUS-8', follow: 0 } });
  const helper = await person(server, 'helper', 1, [1]);
  assert.deepEqual(
    asList((await call(server, helper, 'POST')).body).map(({ deviceid, follow }) => [deviceid, follow]),
    [
      ['BUS-7', 1],
      ['BUS-8', 0],
    ],
  );
  const stranger = await person(server, 'stranger', 1, []);
  assert.deepEqual((await call(server, stranger, 'POST')).body, []);
  assert.equal((await call(server, stranger, 'PUT', { dkcustomer: RECORD })).status, 404);
  for (const level of [2, 3]) {
    const viewer = await person(server, `viewer${level}`, level, [1]);
    assert.equal((await call(server, viewer, 'POST')).status, 403);
    assert.equal((await call(server, viewer, 'PUT', { dkcustomer: RECORD })).status, 403);
  }
  // Somebody else's change is refused with what stands there; it was seen, so the second try holds.
  const changed = { ...RECORD, customer: 'Customer-Yq' };
  const lost = await call(server, server.admin, 'PUT', { dkcustomer: changed, updatetime: Number(updatetime) - 5 });
  assert.equal(lost.status, 409);
  assert.deepEqual(asJson(asJson(lost.body)['changed'])['present'], { dkcustomer: RECORD });
  const won = await call(server, server.admin, 'PUT', { dkcustomer: changed, updatetime });
  assert.equal(asList(won.body)[0]?.['customer'], 'Customer-Yq');
  for (const bad of [{ mail: 'nobody' }, { follow: 2 }, { customer: 'x'.repeat(101) }, { deviceid: 'NOBODY' }])
    assert.ok(
      [400, 404].includes((await call(server, server.admin, 'PUT', { dkcustomer: { ...RECORD, ...bad } })).status),
    );
});

test('no value of a customer record is in a log line or in the access log, which says whose was changed', async (t) => {
  const server = await furnished(t);
  await call(server, server.admin, 'PUT', { dkcustomer: RECORD });
  await call(server, server.admin, 'PUT', { dkcustomer: { ...RECORD, mail: 'Xq' } });
  const rows = await logRows(server, '/gklog/accesslog', { action: 'Change customer record' });
  assert.deepEqual(
    rows.map(({ deviceid, result, username }) => [deviceid, result, username]),
    [
      ['', 'invalid', 'admin'],
      ['BUS-7', 'done', 'admin'],
    ],
  );
  for (const text of [JSON.stringify(rows), ...server.lines]) assert.ok(!/Xq|9876|xq@/.test(text), text.slice(0, 500));
});

test('where the deployment has no customer records there are none to read or write, whatever variant a page says', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  assert.equal((await call(server, server.admin, 'POST')).status, 404);
  assert.equal((await call(server, server.admin, 'PUT', { dkcustomer: RECORD })).status, 404);
});
