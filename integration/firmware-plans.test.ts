// Firmware without anybody pressing a button: plans by version, and roll-outs in stages that stop by themselves, are paused, and go on after
// the server was killed. Recorders are simulated and really install what they fetch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import {
  drive,
  firmwareImage,
  idAt,
  inState,
  linkOf,
  operate,
  rollout,
  storeFirmware,
  untilStatus,
} from './support/firmware.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, httpCall, type Json, type Reply } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { type Account, cheapKeeper, type Server, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const OLD = 'outrider-0.1.0';
const NEW = 'outrider-0.2.0';

type Place = Pick<Server, 'ports' | 'admin'>;

const call = (
  { ports, admin }: Place,
  method: string,
  path: string,
  input: Json = {},
  account: Account = admin,
): Promise<Reply> => httpCall(ports.http, method, path, { account, input });
const listed = async (place: Place, path: string): Promise<Json[]> => asList((await call(place, 'GET', path)).body);

test('[E-HTTP-032 E-HTTP-033 E-ENT-019] http: plans are listed, added, changed and removed, each version once', async (t) => {
  const server = await startServer(t);
  const stored = `http://example.com/fw.cgi?id=${'9f'.repeat(16)}`;
  const plan = { targetfw: OLD, url: stored, memo: 'first', way: 'packets' };
  const added = asJson((await call(server, 'POST', '/gkserver/autofw', plan)).body);
  const [row] = await listed(server, '/gkserver/autofw');
  const { updatetime, ...rest } = row ?? {};
  assert.deepEqual(rest, { autofwid: added['autofwid'], ...plan, updateby: 'admin' });
  assert.ok(Math.abs(Number(updatetime) - Date.now() / 1000) < 60);
  assert.equal((await call(server, 'POST', '/gkserver/autofw', plan)).status, 409, 'one for a version');
  for (const wrong of [{ targetfw: '' }, { url: '' }, { url: 'http://a/b;c' }, { targetfw: 'y', url: 'http://a/b' }])
    assert.equal((await call(server, 'POST', '/gkserver/autofw', { ...plan, ...wrong })).status, 400);
  const change = { autofwid: added['autofwid'], targetfw: 'x', url: stored, memo: '' };
  assert.equal((await call(server, 'PUT', '/gkserver/autofw', change)).status, 200);
  const now = async (): Promise<unknown[]> => {
    const [{ targetfw, memo, way } = {}] = await listed(server, '/gkserver/autofw');
    return [targetfw, memo, way];
  };
  assert.deepEqual(await now(), ['x', '', 'packets'], 'the way stays where nothing is said of it');
  assert.equal((await call(server, 'PUT', '/gkserver/autofw', { ...change, way: 'link' })).status, 200);
  assert.deepEqual(await now(), ['x', '', 'link']);
  const elsewhere = { ...change, url: 'http://example.com/a.bin' };
  assert.equal((await call(server, 'PUT', '/gkserver/autofw', { ...elsewhere, way: 'packets' })).status, 400);
  assert.deepEqual(await now(), ['x', '', 'link'], 'what is elsewhere cannot be sent in packets');
  const logged = await logRows(server, '/gklog/accesslog', { action: 'Change auto update plan' });
  const ways = logged.map(({ result, data }) => [
    result,
    asJson(asJson(data)['before'])['way'],
    asJson(asJson(data)['body'])['way'],
  ]);
  assert.deepEqual(ways, [
    ['invalid', 'link', 'packets'],
    ['done', 'packets', 'link'],
    ['done', 'packets', undefined],
  ]);
  const late = await call(server, 'PUT', '/gkserver/autofw', { ...change, seenUpdatetime: updatetime });
  assert.equal(late.status, 409, 'somebody changed it since');
  assert.equal((await call(server, 'DELETE', '/gkserver/autofw', { autofwid: added['autofwid'] })).status, 200);
  assert.equal((await call(server, 'DELETE', '/gkserver/autofw', { autofwid: added['autofwid'] })).status, 404);
  assert.deepEqual(await listed(server, '/gkserver/autofw'), []);
});

test('a device that comes with the version of a plan gets its file, as far as its maker sees it', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, 3);
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW));
  const url = linkOf(server, firmware);
  const fleet = { user: 'fleet', hash: toPasswordHash('Sesame-1') };
  const group = await server.app.groups.add(1, 'north');
  await server.app.users.add({
    name: fleet.user,
    passwordHash: fleet.hash,
    level: 1,
    rights: null,
    expiresMs: null,
    groupIds: [group],
  });
  const there = await drive(t, server, 0);
  const blind = { targetfw: OLD, url, memo: '' };
  const added = asJson((await call(server, 'POST', '/gkserver/autofw', blind, fleet)).body);
  const other = await drive(t, server, 1);
  await until('its version is known', async () => {
    const rows = await listed(server, '/gkdevice/firmware/*');
    return rows.filter(({ version }) => version === OLD).length === 2;
  });
  assert.equal((await operator.get('D10', { I: idAt(0) }))['S'], '', 'who made it does not see it');
  const mine = { autofwid: added['autofwid'], ...blind };
  assert.equal((await call(server, 'PUT', '/gkserver/autofw', mine)).status, 200, 'now it is the plan of admin');
  await untilStatus(operator, idAt(0), 'done');
  await untilStatus(operator, idAt(1), 'done');
  const late = await drive(t, server, 2);
  await untilStatus(operator, idAt(2), 'done');
  assert.deepEqual(
    [there, other, late].map(({ kept }) => kept.firmware),
    [NEW, NEW, NEW],
  );
});

test('a device that fails again and again is told three times in a day by a plan', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, 1);
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1000));
  await call(server, 'POST', '/gkserver/autofw', { targetfw: OLD, url: linkOf(server, firmware), memo: '' });
  const vehicle = await drive(t, server, 0, { upgrade: 'corrupt' });
  const orders = async (): Promise<number> => (await listed(server, '/gkdevice/orders')).length;
  for (let times = 1; times <= 3; times += 1) {
    await until(`told ${times} times`, async () => (await orders()) === times);
    await untilStatus(operator, idAt(0), 'failed');
    if (times < 3) await operator.get('D11', { I: idAt(0) });
  }
  for (let i = 0; i < 3; i += 1) await operator.get('D11', { I: idAt(0) });
  await untilStatus(operator, idAt(0), 'failed');
  assert.equal(await orders(), 3);
  assert.equal(vehicle.kept.firmware, OLD);
});

const counts = ({ planned, running, done, failed }: Json): unknown[] => [planned, running, done, failed];

test('a roll-out tells one vehicle, then one in twenty, then all; who is away has its turn when it is back', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, 6);
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 50_000));
  const fleet = await Promise.all([0, 1, 2, 3, 4].map((index) => drive(t, server, index)));
  const deviceids = [0, 1, 2, 3, 4, 5].map(idAt);
  const url = linkOf(server, firmware);
  assert.equal(
    (await call(server, 'POST', '/gkserver/fwrollout', { url, deviceids: [...deviceids, 'X9'] })).status,
    404,
  );
  const added = await call(server, 'POST', '/gkserver/fwrollout', { url, deviceids, memo: 'all of them' });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const { rolloutid } = asJson(added.body);
  const begun: number[][] = [[], [], [], []];
  await until(
    'five are done',
    async () => {
      const row = await rollout(server);
      begun[Number(row['stage'])]?.push(Number(row['done']) + Number(row['running']) + Number(row['failed']));
      return row['done'] === 5 && row;
    },
    { deadlineMs: 120_000 },
  );
  assert.ok(Math.max(...(begun[1] ?? [])) <= 1, 'one at first');
  assert.ok(Math.max(0, ...(begun[2] ?? [])) <= 2, 'then one in twenty, one at least');
  assert.deepEqual(
    fleet.map(({ kept }) => kept.firmware),
    [NEW, NEW, NEW, NEW, NEW],
  );
  assert.deepEqual(counts(await rollout(server)), [1, 0, 5, 0]);
  const last = await drive(t, server, 5);
  await inState(server, 'done');
  assert.equal(last.kept.firmware, NEW);
  const members = await listed(server, `/gkserver/fwrollout/${String(rolloutid)}`);
  assert.deepEqual(
    members.map(({ deviceid, state, percent, step }) => [deviceid, state, percent, step]),
    deviceids.map((id) => [id, 'done', 100, 'done']),
  );
  assert.equal((await call(server, 'DELETE', '/gkserver/fwrollout', { rolloutid })).status, 200);
  assert.deepEqual(await listed(server, '/gkserver/fwrollout'), []);
});

test('a roll-out stops by itself when too many fail, and goes on when somebody says so', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, 4);
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1000));
  const broken = await drive(t, server, 0, { upgrade: 'corrupt' });
  const others = await Promise.all([1, 2, 3].map((index) => drive(t, server, index)));
  const deviceids = [0, 1, 2, 3].map(idAt);
  const added = await call(server, 'POST', '/gkserver/fwrollout', { url: linkOf(server, firmware), deviceids });
  const { rolloutid } = asJson(added.body);
  const stopped = await inState(server, 'stopped');
  assert.deepEqual([stopped['stage'], ...counts(stopped)], [1, 3, 0, 0, 1]);
  assert.deepEqual(
    others.map(({ kept }) => kept.firmware),
    [OLD, OLD, OLD],
    'nobody else was told',
  );
  const act = (action: string) => call(server, 'PUT', '/gkserver/fwrollout', { rolloutid, action });
  assert.equal((await act('pause')).status, 200);
  await operator.get('D11', { I: idAt(1) });
  assert.deepEqual(counts(await rollout(server)), [3, 0, 0, 1], 'a paused one tells nobody');
  assert.equal((await call(server, 'DELETE', '/gkserver/fwrollout', { rolloutid })).status, 409);
  assert.equal((await act('resume')).status, 200);
  await inState(server, 'stopped');
  assert.equal((await act('resume')).status, 200, 'one that stopped by itself may have the failures that it has');
  assert.deepEqual(counts(await inState(server, 'done')), [0, 0, 3, 1]);
  assert.deepEqual(
    others.map(({ kept }) => kept.firmware),
    [NEW, NEW, NEW],
  );
  assert.equal(broken.kept.firmware, OLD);
});

test('a roll-out goes on after the server was killed, and tells nobody twice', async (t) => {
  const data = await temporaryFolder(t);
  const first = await ServerProcess.start(t, data);
  const operator = await operate(t, first, 3);
  const firmware = await storeFirmware(first, operator, firmwareImage(NEW, 500_000));
  const fleet = await Promise.all([0, 1, 2].map((index) => drive(t, first, index, { slowUpgradeBytesPerS: 400_000 })));
  await call(first, 'POST', '/gkserver/fwrollout', { url: linkOf(first, firmware), deviceids: [0, 1, 2].map(idAt) });
  await until('one of them fetches', async () => {
    const all = await Promise.all([0, 1, 2].map((index) => operator.get('D10', { I: idAt(index) })));
    return all.some(({ S }) => S === 'downloading');
  });
  first.child.kill('SIGKILL');
  await until('it is gone', () => !first.running);
  const second = await ServerProcess.start(t, data, { admin: first.admin, ports: first.ports });
  const done = await inState(second, 'done');
  assert.deepEqual(counts(done), [0, 0, 3, 0]);
  assert.deepEqual(
    fleet.map(({ kept }) => kept.firmware),
    [NEW, NEW, NEW],
  );
  const orders = await listed(second, '/gkdevice/orders');
  assert.equal(orders.filter(({ kind }) => kind === 'firmware').length, 3);
});
