// Many devices from a list: every line is checked as its fields are elsewhere, all are saved as one change or none, by level 0 alone.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, Channel, httpCall, type Json, type Reply } from './support/operator.ts';
import { type Account, cheapKeeper, type Server, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

type Asked = Pick<Server, 'ports' | 'admin'>;

const send = ({ ports, admin }: Asked, save: 0 | 1, lines: readonly Json[], account: Account = admin): Promise<Reply> =>
  httpCall(ports.http, 'POST', '/gkdevice/import', {
    input: { username: account.user, password: account.hash, save, lines },
  });

const outcomesOf = ({ body }: Reply): Json[] => asList(asJson(body)['lines']);
const words = (reply: Reply): unknown[] => outcomesOf(reply).map(({ what }) => what);
const record = async (channel: Channel, I: string): Promise<Json> => asJson((await channel.get('D03', { I }))['Z']);

test('a list is looked at first, then saved as a whole: new devices, changed ones, those that are as they should be; after a restart too', async (t) => {
  const data = await temporaryFolder(t);
  const open = () => createApp(testConfig(data), { log: silentLog, keeper: cheapKeeper });
  let app = await open();
  afterwards(t, () => app.close());
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const server = (): Asked => ({ ports: app.ports, admin });
  const stranger = await Device.online(app.ports.jt808, { phone: '013800000777' });
  t.after(() => stranger.close());
  let channel = await Channel.signedIn(server());
  await channel.get('D01', { I: 'BUS-1', C: 4, Z: { vehicleid: 'old', drivername: 'Lin' } });
  await channel.get('D01', { I: 'BUS-2', C: 4, Z: { plate: 'X-2' } });
  await channel.get('D04', { I: 'BUS-1', Z: { recenable: 2, recplan: '1100', recdays: 9 } });
  const lines = [
    { deviceid: 'BUS-1', vehicleid: ' new ', channel: '1' },
    { deviceid: 'BUS-2', plate: 'X-2', channel: '' },
    { deviceid: 'BUS-3', simnumber: '13800000777', channel: '8', driver: '王', maplocation: '24.1, 120.5' },
    { deviceid: '13800000778' },
  ];
  const looked = await send(server(), 0, lines);
  assert.deepEqual(words(looked), ['change', 'same', 'add', 'add']);
  assert.equal(asJson(looked.body)['saved'], 0);
  assert.equal((await record(channel, 'BUS-1'))['vehicleid'], 'old', 'nothing was done');
  assert.equal((await channel.ask('D03', { I: 'BUS-3' }))[0]?.['R'], '404');
  assert.deepEqual(await logRows({ ...server() }, '/gklog/accesslog', { action: 'Import devices' }), []);

  const saved = await send(server(), 1, lines);
  assert.deepEqual([asJson(saved.body)['saved'], ...words(saved)], [1, 'change', 'same', 'add', 'add']);
  const check = async (when: string): Promise<void> => {
    const first = await record(channel, 'BUS-1');
    assert.deepEqual(
      [first['vehicleid'], first['driver'], first['channel'], first['recplan'], first['recdays'], first['updateby']],
      ['new', 'Lin', 1, '1', 9, 'admin'],
      when,
    );
    const third = await record(channel, 'BUS-3');
    assert.deepEqual([third['channel'], third['driver'], third['maplocation']], [8, '王', '24.1,120.5'], when);
    assert.equal((await record(channel, '13800000778'))['channel'], 4, when);
  };
  await check('at once');
  const { Z } = await channel.get('Q05', { I: 'BUS-3' });
  assert.equal(asJson(Z)['status'], 1, 'the recorder with that number is the device now');
  const [row] = await logRows(server(), '/gklog/accesslog', { action: 'Import devices' });
  assert.equal(row?.['deviceid'], 'BUS-1,BUS-3,13800000778');
  const place = { driver: '王', maplocation: '24.1,120.5', plate: 'TEST-1' };
  const set = {
    'BUS-1': { channel: 1, vehicleid: 'new' },
    'BUS-3': { channel: 8, ...place },
    '13800000778': { channel: 4 },
  };
  const before = asJson(asJson(row?.['data'])['before']);
  assert.deepEqual(asJson(row?.['data'])['body'], { username: 'admin', save: 1, added: 2, changed: 1, same: 1, set });
  assert.deepEqual(before['BUS-1'], { channel: 4, vehicleid: 'old' });
  assert.deepEqual(words(await send(server(), 1, lines.slice(0, 2))), ['same', 'same']);
  stranger.close();
  await app.close();
  app = await open();
  channel = await Channel.signedIn(server());
  await check('after a restart');
  channel.close();
});

test('each wrong line is named with its field and reason, and with one of them nothing is saved', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: 'BUS-1', C: 4, Z: { simnumber: '13800000888' } });
  const wrong: [Json, string, RegExp][] = [
    [{ deviceid: 'a b' }, 'deviceid', /id/i],
    [{ deviceid: '' }, 'deviceid', /id/i],
    [{ deviceid: '1.38E+10' }, 'deviceid', /rounded/],
    [{ deviceid: 'N-1', channel: '65' }, 'channel', /1 to 64/],
    [{ deviceid: 'N-2', channel: 'four' }, 'channel', /1 to 64/],
    [{ deviceid: 'N-3', driver: 'x'.repeat(32) }, 'driver', /At most \{count\}/],
    [{ deviceid: 'N-4', plate: 'a\u202Eb' }, 'plate', /invisible/],
    [{ deviceid: 'N-5', maplocation: '91,0' }, 'maplocation', /latitude/],
    [{ deviceid: 'N-6', simnumber: '12x' }, 'simnumber', /1 to 20 digits/],
    [{ deviceid: 'N-7', simnumber: '013800000888' }, 'simnumber', /belongs to device/],
    [{ deviceid: 'BUS-1', simnumber: '13800000889' }, 'simnumber', /not changed here/],
    [{ deviceid: 'OK-1' }, 'deviceid', /same device/],
    [{ deviceid: 'N-8', simnumber: '55' }, 'simnumber', /same number/],
  ];
  const good = [{ deviceid: 'OK-1' }, { deviceid: '55' }];
  const reply = await send(server, 1, [...good, ...wrong.map(([line]) => line)]);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.equal(asJson(reply.body)['saved'], 0);
  const outcomes = outcomesOf(reply);
  assert.deepEqual(
    outcomes.slice(0, 2).map(({ what }) => what),
    ['add', 'add'],
  );
  for (const [i, [line, field, reason]] of wrong.entries()) {
    const outcome = outcomes[i + 2];
    assert.deepEqual([outcome?.['what'], outcome?.['field']], ['bad', field], JSON.stringify(line));
    assert.match(String(outcome?.['problem']), reason, JSON.stringify(line));
  }
  assert.deepEqual(
    outcomes.slice(-2).map(({ values }) => values),
    [{ line: 1 }, { line: 2 }],
  );
  const { rows } = await channel.list('Q03');
  assert.deepEqual(
    rows.map(({ deviceid }) => deviceid),
    ['BUS-1'],
  );
  channel.close();
});

test('an import is for level 0, of at least one line and at most 5000, and 5000 are one change that lists hear of once', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  for (const level of [1, 2, 3]) {
    const account = { user: `level${level}`, hash: toPasswordHash(`level${level}`) };
    const about = { level, rights: new Set<never>(), expiresMs: null, groupIds: [1] };
    await server.app.users.add({ name: account.user, passwordHash: account.hash, ...about });
    assert.equal((await send(server, 1, [{ deviceid: 'N-1' }], account)).status, 403);
  }
  const many = Array.from({ length: 5000 }, (_, i) => ({ deviceid: `BUS-${i}`, driver: `Driver ${i}` }));
  assert.equal((await send(server, 1, [])).status, 400);
  assert.equal((await send(server, 1, [...many, { deviceid: 'N-1' }])).status, 400);
  const channel = await Channel.signedIn(server);
  let relisted = 0;
  t.after(server.app.bus.subscribe('devices.relisted', () => (relisted += 1)));
  const reply = await send(server, 1, many);
  assert.equal(asJson(reply.body)['saved'], 1);
  assert.equal(relisted, 1);
  await until('all are listed', async () => (await channel.list('Q03')).rows.length === 5000);
  channel.close();
});

test('where the disk refuses, none of the lines is saved and none is left changed in memory', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: 'BUS-1', C: 4, Z: { vehicleid: 'old' } });
  // The last of the lines is refused by the table itself, as a full disk would refuse its page.
  const database = new DatabaseSync(join(server.data, 'outrider.sqlite'));
  database.exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON devices WHEN NEW.id = 'BUS-9' BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  );
  database.close();
  const lines = [{ deviceid: 'BUS-1', vehicleid: 'new' }, { deviceid: 'BUS-8' }, { deviceid: 'BUS-9' }];
  assert.ok((await send(server, 1, lines)).status >= 500);
  assert.equal((await record(channel, 'BUS-1'))['vehicleid'], 'old');
  const { rows } = await channel.list('Q03');
  assert.deepEqual(
    rows.map(({ deviceid }) => deviceid),
    ['BUS-1'],
  );
  channel.close();
});

test('what somebody else changed, registered or removed since the look is said and kept; a new look takes it up', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  for (const I of ['BUS-1', 'BUS-2', 'BUS-3']) await channel.get('D01', { I, C: 4, Z: { vehicleid: 'old' } });
  const lines = ['BUS-1', 'BUS-2', 'BUS-3', 'BUS-4', 'BUS-5'].map((deviceid) => ({ deviceid, vehicleid: 'mine' }));
  const seenBy = (reply: Reply): Json[] => outcomesOf(reply).map((seen, i) => ({ ...lines[i], seen }));
  const seen = seenBy(await send(server, 0, lines));
  await channel.get('D04', { I: 'BUS-1', Z: { vehicleid: 'theirs' } });
  await channel.get('D04', { I: 'BUS-2', Z: { vehicleid: 'mine' } });
  await channel.get('D02', { I: 'BUS-3' });
  await channel.get('D01', { I: 'BUS-4', C: 4 });
  const refused = await send(server, 1, seen);
  assert.deepEqual([asJson(refused.body)['saved'], ...words(refused)], [0, 'bad', 'same', 'bad', 'bad', 'add']);
  const [first, , third] = outcomesOf(refused);
  assert.match(String(first?.['problem']), /^\{user\} changed this device/);
  assert.deepEqual(first?.['values'], { user: 'admin' });
  assert.match(String(third?.['problem']), /removed/);
  assert.equal((await record(channel, 'BUS-1'))['vehicleid'], 'theirs');
  assert.equal((await channel.ask('D03', { I: 'BUS-5' }))[0]?.['R'], '404', 'nothing was saved');
  const again = seenBy(await send(server, 0, lines));
  assert.equal(asJson((await send(server, 1, again)).body)['saved'], 1);
  assert.equal((await record(channel, 'BUS-1'))['vehicleid'], 'mine');
  channel.close();
});

test('the log of a large import says how many, and of the first twenty what they were and are', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const many = (driver: string) => Array.from({ length: 300 }, (_, i) => ({ deviceid: `BUS-${i}`, driver }));
  await send(server, 1, many('before'));
  await send(server, 1, many('after'));
  const [row] = await logRows(server, '/gklog/accesslog', { action: 'Import devices' });
  const data = asJson(row?.['data']);
  const { set, ...counts } = asJson(data['body']);
  assert.deepEqual(counts, { username: 'admin', save: 1, added: 0, changed: 300, same: 0 });
  assert.match(String(set), /^\{"BUS-0":\{"driver":"after"\},/);
  const before = asJson(data['before']);
  assert.deepEqual([Object.keys(before).length, before['BUS-19']], [20, { driver: 'before' }]);
  assert.ok(JSON.stringify(row).length < 3000, String(JSON.stringify(row).length));
});
