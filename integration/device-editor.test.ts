// The record of a device over real sockets: D03 reads it, D04 changes what it names, with every rule, right and version on the server.
// What the fields do is in device-effects.test.ts, the screen in e2e/device-editor.spec.ts.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deviceFieldNames, rightOfField, type Right, rights } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { type Account, type Server, cheapKeeper, startServer, temporaryFolder, testConfig } from './support/server.ts';

const ID = 'BUS-7';
const ROOT = 1;

/** What stands in a new device of four channels, by hand from the specification. */
const fresh: Json = {
  channel: 4,
  gpstzenable: 0,
  icon: 0,
  extid: '',
  driver: '',
  vehicleid: '',
  plate: '',
  maplocation: '',
  clockzone: 28_800,
  streamtype: '0000',
  chmask: '0000',
  videolossinterval: 0,
  recenable: 0,
  recdays: 0,
  recplan: '0000',
  recaudio: 3,
  chnames: ',,,',
  chsort: '1,2,3,4',
  talkch: 1,
  netlimit: 0,
  maxnetflow: 0,
  eventdays: 0,
};
/** Another value of each. */
const other: Json = {
  channel: 4,
  gpstzenable: 1,
  icon: 3,
  extid: 'E-1',
  driver: '王小明',
  vehicleid: 'night bus',
  plate: 'KAA-1234',
  maplocation: '24.07,120.52',
  clockzone: -12_600,
  streamtype: '0101',
  chmask: '0010',
  videolossinterval: 60,
  recenable: 2,
  recdays: 30,
  recplan: '1001',
  recaudio: -1,
  chnames: 'Front,Door,,Rear',
  chsort: '2,1,3,4',
  talkch: 2,
  netlimit: 1,
  maxnetflow: 10_240,
  eventdays: 90,
};

const setScene = async (t: TestContext) => {
  const server = await startServer(t, { recordStream: 'sub' }, { keeper: cheapKeeper });
  const enter = async (account: Account = server.admin): Promise<Channel> => {
    const channel = await Channel.signedIn(server, account);
    afterwards(t, () => channel.close());
    return channel;
  };
  const admin = await enter();
  await admin.get('D01', { I: ID, C: 4 });
  const add = async (name: string, granted: readonly Right[], groupIds: readonly number[] = [ROOT]) => {
    const { hash } = server.admin;
    await server.app.users.add({
      name,
      passwordHash: hash,
      level: 2,
      rights: new Set(granted),
      expiresMs: null,
      groupIds,
    });
    return enter({ user: name, hash });
  };
  const record = async (channel = admin): Promise<Json> => asJson((await channel.get('D03', { I: ID }))['Z']);
  const save = async (Z: Json, channel = admin, T?: unknown): Promise<Json> => {
    const [answer] = await channel.ask('D04', { I: ID, Z, ...(T !== undefined && { T }) });
    return answer ?? {};
  };
  return { ...server, admin, enter, add, record, save };
};

test('[F-CMD-020] D03 answers what is set for a device: of a new one what holds without a word', async (t) => {
  const { record, admin } = await setScene(t);
  const { updatetime, ...found } = await record();
  assert.deepEqual(found, { ...fresh, deviceid: ID, updateby: 'admin' });
  assert.ok(Number(updatetime) > 0);
  const [unknown] = await admin.ask('D03', { I: 'nobody' });
  assert.deepEqual([unknown?.['R'], unknown?.['Z']], ['404', 'Unknown device nobody']);
});

test('[F-CMD-021 A-DEVEDIT-027] D04 changes the fields that it carries and no other, each by itself', async (t) => {
  const { record, save } = await setScene(t);
  let expected: Json = fresh;
  for (const name of deviceFieldNames) {
    assert.equal((await save({ [name]: other[name] }))['R'], '1', name);
    expected = { ...expected, [name]: other[name] };
    const { deviceid: _id, updatetime: _time, updateby: _by, ...found } = await record();
    assert.deepEqual(found, expected, name);
  }
  assert.notDeepEqual(expected, fresh);
  assert.equal((await save({ netlimit: '0,2048' }))['R'], '1');
  const { netlimit, maxnetflow } = await record();
  assert.deepEqual([netlimit, maxnetflow], [0, 2048], 'flag and volume in one');
});

test('what was saved is there after a restart', async (t) => {
  const data = await temporaryFolder(t);
  const open = async () => {
    const app = await createApp(testConfig(data), { log: silentLog });
    const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
    return { app, ports: app.ports, data, admin };
  };
  const first = await open();
  const operator = await Channel.signedIn(first);
  await operator.get('D01', { I: ID, C: 4 });
  await operator.get('D04', { I: ID, Z: other });
  const before = (await operator.get('D03', { I: ID }))['Z'];
  await first.app.close();
  const second = await open();
  afterwards(t, () => second.app.close());
  const later = await Channel.signedIn({ ...second, admin: first.admin });
  assert.deepEqual((await later.get('D03', { I: ID }))['Z'], before);
  assert.equal(asJson(before)['recplan'], '1001');
});

test('another number of channels cuts everything to it: talk channel 1, sort from the first, nothing beyond the last', async (t) => {
  const { record, save } = await setScene(t);
  await save(other);
  assert.equal((await save({ channel: 2 }))['R'], '1');
  const two = await record();
  const about = ['streamtype', 'chmask', 'recplan', 'chnames', 'chsort', 'talkch'];
  assert.deepEqual(
    about.map((name) => two[name]),
    ['01', '00', '10', 'Front,Door', '1,2', 1],
  );
  assert.equal((await save({ channel: 8, talkch: 7, recplan: '00000001' }))['R'], '1');
  const eight = await record();
  assert.deepEqual(
    about.map((name) => eight[name]),
    ['01000000', '00000000', '00000001', 'Front,Door,,,,,,', '1,2,3,4,5,6,7,8', 7],
  );
});

test('what breaks a rule is refused with the name of its field, and nothing of the save is kept', async (t) => {
  const { record, save } = await setScene(t);
  const before = await record();
  const wrong: readonly (readonly [string, unknown])[] = [
    ['channel', 0],
    ['channel', 65],
    ['icon', 256],
    ['extid', 'x'.repeat(32)],
    ['driver', 'x'.repeat(32)],
    ['driver', 'a\u202eb'],
    ['vehicleid', 'x'.repeat(32)],
    ['plate', 'x'.repeat(32)],
    ['maplocation', '91,0'],
    ['maplocation', 'here'],
    ['maplocation', `24.${'0'.repeat(60)},120.5`],
    ['clockzone', 43_201],
    ['clockzone', 44_100],
    ['clockzone', -44_100],
    ['streamtype', '01'],
    ['streamtype', '0120'],
    ['chmask', '00000'],
    ['videolossinterval', -1],
    ['recenable', 3],
    ['recdays', -1],
    ['recdays', 30_000],
    ['recdays', 1.5],
    ['recplan', '1'],
    ['recaudio', 4],
    ['chnames', 'thirteen char'],
    ['chnames', 'a,b,c,d,e'],
    ['chsort', '1,1,2,3'],
    ['chsort', '1,2,3'],
    ['chsort', '1,2,3,5'],
    ['talkch', 5],
    ['maxnetflow', -1],
    ['netlimit', '2,5'],
    ['eventdays', 30_000],
  ];
  for (const [name, value] of wrong) {
    const { R, Z } = await save({ driver: 'kept?', [name]: value });
    assert.equal(R, '400', `${name} ${String(value)}`);
    assert.match(String(Z), new RegExp(`^(Z\\.)?${name}\\b`), `${name} ${String(value)}`);
  }
  assert.deepEqual(await record(), before);
  for (const days of [1, 29_999]) assert.equal((await save({ recdays: days }))['R'], '1');
});

test('each field is read and written with its own right, beside the right for the editor, and in reach only', async (t) => {
  const { record, save, add } = await setScene(t);
  await save(other);
  for (const name of deviceFieldNames) {
    const right = rightOfField(name);
    const without = await add(
      `no-${name}`,
      rights.filter((each) => each !== right),
    );
    const refused = await save({ [name]: fresh[name] }, without);
    assert.deepEqual([refused['R'], refused['Z']], ['403', `The right ${right} is missing.`]);
    assert.equal(name in (await record(without)), name === 'channel', `${name} is not shown, but the channels are`);
    const only = await add(`only-${name}`, ['F_lmdvrs', right]);
    assert.deepEqual(
      Object.keys(await record(only)).toSorted(),
      [...new Set(['channel', 'deviceid', 'updateby', 'updatetime', name])].toSorted(),
    );
    assert.equal((await save({ [name]: other[name] }, only))['R'], '1', name);
  }
  const half = await add(
    'half',
    rights.filter((each) => each !== 'F_lmdvrs_maxnetflow'),
  );
  assert.equal((await save({ netlimit: '0,1' }, half))['R'], '403');
  const bare = await add(
    'bare',
    rights.filter((each) => each !== 'F_lmdvrs'),
  );
  assert.equal((await save({ driver: 'x' }, bare))['R'], '403');
  assert.equal((await bare.ask('D03', { I: ID }))[0]?.['R'], '403');
  const stranger = await add('stranger', rights, []);
  assert.equal((await stranger.ask('D03', { I: ID }))[0]?.['R'], '404');
  assert.equal((await save({ driver: 'x' }, stranger))['R'], '404');
  const { driver, netlimit } = await record();
  assert.deepEqual([driver, netlimit], [other['driver'], 1]);
});

test('who saves over a change that he has not seen hears by whom, when and what holds; his own may follow', async (t) => {
  const { record, save, add } = await setScene(t);
  const second = await add('second', rights);
  const { updatetime: seen } = await record();
  const first = await save({ driver: 'Ann', recdays: 5 }, second, seen);
  assert.equal(first['R'], '1');
  const refused = await save({ driver: 'Bob' }, undefined, seen);
  assert.equal(refused['R'], '409');
  assert.match(String(refused['Z']), /second changed this/);
  const { updatetime, updateby, present } = asJson(refused['X']);
  assert.deepEqual([updatetime, updateby], [first['T'], 'second']);
  const { driver, recdays } = asJson(present);
  assert.deepEqual([driver, recdays], ['Ann', 5]);
  assert.equal((await record())['driver'], 'Ann');
  const again = await save({ driver: 'Bob' }, undefined, updatetime);
  assert.equal(again['R'], '1');
  assert.ok(Number(again['T']) > Number(updatetime));
  const last = await record();
  assert.deepEqual([last['driver'], last['recdays'], last['updateby']], ['Bob', 5, 'admin']);
  assert.equal((await save({ driver: 'Eve' }))['R'], '1', 'without a version nothing is compared');
});

const logOf = async (server: Server): Promise<Json[]> => {
  const { body } = await httpCall(server.ports.http, 'POST', '/gklog/accesslog', {
    account: server.admin,
    input: { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000 },
  });
  return asList(body).filter(({ method }) => method === 'D04');
};

test('every save is in the access log with what it asked for and what stood there before', async (t) => {
  const scene = await setScene(t);
  const server: Server = { ...scene, admin: { user: 'admin', hash: toPasswordHash(scene.app.initialPassword ?? '') } };
  await scene.save({ recdays: 9, driver: 'Ann' });
  await scene.save({ recdays: 10 });
  await scene.save({ recdays: -5 });
  const rows = (await logOf(server)).toSorted((a, b) => Number(a['id']) - Number(b['id']));
  assert.deepEqual(
    rows.map(({ action, deviceid, result, data }) => [action, deviceid, result, data]),
    [
      [
        'Change device',
        ID,
        'done',
        { url: '', body: { I: ID, Z: { recdays: 9, driver: 'Ann' } }, before: { Z: { driver: '', recdays: 0 } } },
      ],
      ['Change device', ID, 'done', { url: '', body: { I: ID, Z: { recdays: 10 } }, before: { Z: { recdays: 9 } } }],
      ['Change device', ID, 'invalid', { url: '', body: { I: ID, Z: { recdays: -5 } } }],
    ],
  );
});
