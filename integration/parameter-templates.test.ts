// Templates: vehicles are set as they say, again when they come back with something else, once each time, through a server that is killed;
// a vehicle that does not take a value is left alone, and said so.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { keyOf } from './support/device-keys.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { addBeats, answerParameters, SET_PARAMETERS } from './support/parameter-device.ts';
import { type Account, cheapKeeper, HOST, type Server, startServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const [BUS, AWAY, STUBBORN] = ['13800003101', '13800003102', '13800003103'] as const;
const TEMPLATE = '/gkserver/paramtemplate';
const SPEED_LIMIT = 0x0055;

type Place = Pick<Server, 'ports' | 'admin'>;
const call = async (
  { ports, admin }: Place,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  input: Json = {},
  account: Account = admin,
) => httpCall(ports.http, method, path, { account, input });
const rowsOf = async (place: Place, template: unknown): Promise<Json[]> =>
  asList(asJson((await call(place, 'GET', `${TEMPLATE}/${String(template)}`)).body)['rows']);
const states = async (place: Place, template: unknown): Promise<Record<string, string>> =>
  Object.fromEntries((await rowsOf(place, template)).map(({ deviceid, state }) => [String(deviceid), String(state)]));
const register = async (place: Place): Promise<void> => {
  const operator = await Channel.signedIn(place);
  for (const I of [BUS, AWAY, STUBBORN]) await operator.get('D01', { I, C: 2 });
  operator.close();
};
const driver =
  (t: TestContext, data: string) =>
  (port: number, phone: string): Vehicle => {
    const options = { host: HOST, port, phone, channels: 2, clips: null, intervalMs: 60_000, reconnectMs: 100 };
    const vehicle = createVehicle({ ...options, stateFile: join(data, `${phone}.json`) });
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    return vehicle;
  };
const limitOf = (vehicle: Vehicle): number => vehicle.parameters.number(SPEED_LIMIT, 0);

test('what a template says is set, and set again after somebody changed it, before and after the server was killed', async (t) => {
  const data = await temporaryFolder(t);
  const before = await ServerProcess.start(t, data);
  await register(before);
  const drive = driver(t, data);
  const bus = drive(before.ports.jt808, BUS);
  await bus.whenOnline();
  const added = await call(before, 'POST', TEMPLATE, {
    name: 'City bus',
    deviceParams: { sys_spdlimit: 60, sys_osperiod: 3 },
    deviceids: [BUS, AWAY],
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const template = asJson(added.body)['templateid'];
  await until('the bus is set', () => limitOf(bus) === 60);
  await until('its page says so', async () => (await states(before, template))[BUS] === 'same');
  assert.equal((await states(before, template))[AWAY], 'unread');

  // Somebody changes it by hand: that is seen at once, and undone when it comes back.
  const set = { deviceParams: { sys_spdlimit: 90 } };
  await call(before, 'PUT', `/gkserver/gkdevicesetup/${BUS}`, set);
  assert.equal(limitOf(bus), 90);
  await until('the page says that it differs', async () => (await states(before, template))[BUS] === 'differs');
  await bus.stop();
  await before.kill();

  const after = await ServerProcess.start(t, data, { admin: before.admin });
  const place = { ports: after.ports, admin: before.admin };
  assert.equal((await states(place, template))[BUS], 'differs');
  const back = drive(after.ports.jt808, BUS);
  assert.equal(limitOf(back), 90, 'it kept that');
  const late = drive(after.ports.jt808, AWAY);
  await until('both are set', () => limitOf(back) === 60 && limitOf(late) === 60);
  await until('the page says so', async () =>
    Object.values(await states(place, template)).every((each) => each === 'same'),
  );
  assert.deepEqual(after.errors(), []);
});

test('what a device does not take it is told once; without keep nothing is set; applied by hand it is a batch', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server);
  const device = await Device.dial(server.ports.jt808, { phone: STUBBORN });
  const first = answerParameters(device, { 0x0001: '0000001e', [SPEED_LIMIT]: '00000055' });
  await device.signOn();
  first.ignores.add(SPEED_LIMIT);
  const deviceParams = { sys_spdlimit: 60, sys_osperiod: 3 };
  const post = (changes: Json) =>
    call(server, 'POST', TEMPLATE, { name: 'Truck', deviceParams, deviceids: [STUBBORN], ...changes });
  const template = asJson((await post({})).body)['templateid'];
  await until('it is left alone', async () => (await states(server, template))[STUBBORN] === 'refused');
  const [row] = await rowsOf(server, template);
  assert.deepEqual(row?.['differs'], [
    { parameter: 'sys_spdlimit', wanted: 60, has: 85, refused: true },
    { parameter: 'sys_osperiod', wanted: 3, refused: true },
  ]);
  assert.equal(first.set.length, 1);
  device.close();
  const back = await Device.dial(server.ports.jt808, { phone: STUBBORN, authCode: device.authCode });
  afterwards(t, () => back.close());
  const again = answerParameters(back, { 0x0001: '0000001e', [SPEED_LIMIT]: '00000055' });
  await back.signOn();
  await until('it was asked again', () => again.asked.length > 0);
  await call(server, 'POST', `${TEMPLATE}/${String(template)}`, { action: 'check' });
  await until('and once more', () => again.asked.length > 1);
  assert.equal(again.set.length, 0, 'told nothing');

  assert.equal((await post({})).status, 409, 'a name is given once');
  const plain = asJson((await post({ name: 'By hand', keep: false, deviceParams: { net_hbsec: 12 } })).body)[
    'templateid'
  ];
  await until('it was asked', async () => (await states(server, plain))[STUBBORN] === 'differs');
  // It is looked at once more when the first look is over, with all that it would be told.
  const askedBefore = again.asked.length;
  await call(server, 'POST', `${TEMPLATE}/${String(plain)}`, { action: 'check' });
  await until('and once more', () => again.asked.length > askedBefore);
  assert.equal(again.set.length, 0);
  const applied = await call(server, 'POST', `${TEMPLATE}/${String(plain)}`, { action: 'apply' });
  const batch = asJson(applied.body)['batchid'];
  await until('the batch is done', async () => {
    const [member] = asList((await call(server, 'GET', `/gkserver/parambatch/${String(batch)}`)).body);
    return member?.['state'] === 'done';
  });
  await until('its row says so', async () => (await states(server, plain))[STUBBORN] === 'same'); // noted behind its order
  const none = asJson((await call(server, 'POST', `${TEMPLATE}/${String(plain)}`, { action: 'apply' })).body);
  assert.deepEqual([none['batchid'], none['message']], [undefined, 'Every device holds it already.']);
  // Somebody wants what it refused: that is no longer left alone. It does not answer yet, or it might hold it by the time of the question.
  again.hold();
  await call(server, 'POST', `${TEMPLATE}/${String(template)}`, { action: 'apply' });
  assert.equal((await states(server, template))[STUBBORN], 'differs');
  again.release();
  const logged = JSON.stringify(await logRows(server, '/gklog/accesslog'));
  assert.match(logged, /Add parameter template/);
  assert.match(logged, /Apply parameter template/);
});

test('templates are for groups too, as far as their owner may see; values and owners have their rights', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server);
  const north = await server.app.groups.add(1, 'North');
  const south = await server.app.groups.add(1, 'South');
  await server.app.groups.setDeviceGroups(keyOf(server.data, BUS), [north]);
  await server.app.groups.setDeviceGroups(keyOf(server.data, AWAY), [south]);
  const beats = await addBeats(server, [north]);
  const post = (input: Json, account: Account) => call(server, 'POST', TEMPLATE, input, account);
  const beat = { name: 'Beat', deviceParams: { net_hbsec: 12 } };
  assert.equal((await post({ ...beat, groupids: [south] }, beats)).status, 404);
  assert.equal((await post({ ...beat, deviceids: [AWAY] }, beats)).status, 404);
  assert.equal((await post({ name: 'x', deviceParams: { sys_spdlimit: 60 }, groupids: [north] }, beats)).status, 403);
  assert.equal((await post({ name: 'x', deviceParams: { net_pass: 'geheim' } }, server.admin)).status, 400);
  const { body } = await post({ ...beat, groupids: [north] }, beats);
  const template = asJson(body)['templateid'];
  assert.deepEqual(await states(server, template), { [BUS]: 'unread' });
  await server.app.groups.setDeviceGroups(keyOf(server.data, AWAY), [north]);
  assert.deepEqual(Object.keys(await states(server, template)), [BUS, AWAY], 'a group is what is in it now');
  const theirs = asJson(
    (await post({ name: 'All', deviceParams: { sys_spdlimit: 60 }, groupids: [1] }, server.admin)).body,
  );
  assert.deepEqual(
    asList((await call(server, 'GET', TEMPLATE, {}, beats)).body).map(({ name }) => name),
    ['Beat'],
  );
  assert.equal((await call(server, 'DELETE', TEMPLATE, { templateid: theirs['templateid'] }, beats)).status, 404);
  const apply = () => call(server, 'POST', `${TEMPLATE}/${String(template)}`, { action: 'apply' }, beats);
  await server.app.users.change(beats.id, { rights: new Set(['F_rmdvrs']) });
  assert.equal((await apply()).status, 403, 'by who may not set its values any more');
  await server.app.users.change(beats.id, { groupIds: [south] });
  assert.deepEqual(await states(server, template), {}, 'its owner does not see them any more');
  assert.equal((await call(server, 'DELETE', TEMPLATE, { templateid: template }, beats)).status, 200);
});

test('whom its owner does not see stays named by a template, whatever is saved meanwhile, and is told nothing until then', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server);
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  const named = async (template: unknown, account: Account = server.admin): Promise<unknown> =>
    (await call(server, 'GET', `/gkserver/paramtemplatenamed/${String(template)}`, {}, account)).body;
  const save = async (input: Json, account: Account = server.admin): Promise<void> => {
    const { status, body } = await call(server, 'PUT', TEMPLATE, input, account);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const values = { name: 'Beat', deviceParams: { net_hbsec: 12 } };
  const add = async (account?: Account): Promise<unknown> =>
    asJson((await call(server, 'POST', TEMPLATE, { ...values, deviceids: [BUS, AWAY] }, account)).body)['templateid'];

  const templateid = await add();
  await operator.get('D02', { I: AWAY });
  assert.deepEqual(await named(templateid), [BUS]);
  await save({ ...values, templateid, memo: 'town', deviceids: [BUS, AWAY] }); // as a page sends it that was open before
  await save({ ...values, templateid, memo: 'country', deviceids: [BUS] });
  await operator.get('D01', { I: AWAY, C: 2 });
  assert.deepEqual(await named(templateid), [BUS, AWAY]);
  await save({ ...values, templateid, deviceids: [BUS] });
  assert.deepEqual(await named(templateid), [BUS], 'who sees it takes it out');
  await call(server, 'DELETE', TEMPLATE, { templateid });

  // Out of the groups of the owner for a while.
  const north = await server.app.groups.add(1, 'North');
  const setNorth = (id: string, groups: number[]): Promise<unknown> =>
    server.app.groups.setDeviceGroups(keyOf(server.data, id), groups);
  for (const id of [BUS, AWAY]) await setNorth(id, [north]);
  const beats = await addBeats(server, [north]);
  const own = await add(beats);
  await setNorth(AWAY, []);
  await save({ ...values, templateid: own, memo: 'town', deviceids: [BUS] }, beats);
  const device = await Device.dial(server.ports.jt808, { phone: AWAY });
  const held = answerParameters(device, { 0x0001: '0000001e' });
  await device.signOn();
  const statesOf = async (): Promise<string[]> => {
    await call(server, 'POST', `${TEMPLATE}/${String(own)}`, { action: 'check' });
    return Object.keys(await states(server, own)).toSorted();
  };
  assert.deepEqual([await named(own, beats), await statesOf()], [[BUS], [BUS]], 'also for level 0 it is none of it');
  await call(server, 'POST', `/gkserver/gkdevicesetup/${AWAY}`); // what it was asked before has come by then
  assert.deepEqual([held.asked, held.set], [[], []]);
  await setNorth(AWAY, [north]);
  assert.deepEqual(
    [await named(own, beats), await statesOf()],
    [
      [BUS, AWAY],
      [BUS, AWAY],
    ],
  );
  await until('it is set', () => Buffer.from(held.has.get(0x0001) ?? []).readUInt32BE() === 12);
});

test('a device that has only some of the values gets those, applied by hand or in a batch that waited; what it lacks is named, and counted apart, also after the server was killed', async (t) => {
  const data = await temporaryFolder(t);
  const before = await ServerProcess.start(t, data);
  await register(before);
  const dial = async (port: number, phone: string, authCode?: string) => {
    const device = await Device.dial(port, { phone, ...(authCode !== undefined && { authCode }) });
    afterwards(t, () => device.close());
    // It has no 'period of over-speed' (0x0056).
    return { device, held: answerParameters(device, { 0x0001: '0000001e', [SPEED_LIMIT]: '00000055' }) };
  };
  const simple = await dial(before.ports.jt808, STUBBORN);
  await simple.device.signOn();
  const deviceParams = { sys_spdlimit: 60, sys_osperiod: 3 };
  const post = { name: 'Van', deviceParams, deviceids: [STUBBORN, AWAY], keep: false };
  const template = asJson((await call(before, 'POST', TEMPLATE, post)).body)['templateid'];
  await until('it was asked', async () => (await states(before, template))[STUBBORN] === 'differs');
  const apply = async (place: Place): Promise<Json> =>
    asJson((await call(place, 'POST', `${TEMPLATE}/${String(template)}`, { action: 'apply' })).body);
  const batch = (await apply(before))['batchid'];
  const member = async (place: Place, id: string): Promise<Json | undefined> =>
    asList((await call(place, 'GET', `/gkserver/parambatch/${String(batch)}`)).body).find(
      ({ deviceid }) => deviceid === id,
    );
  const lacks = 'The device does not have this parameter: sys_osperiod';
  const counts = async (place: Place): Promise<Json> =>
    asJson(asList((await call(place, 'GET', TEMPLATE)).body)[0]?.['counts']);
  await until('it is told', async () => (await member(before, STUBBORN))?.['state'] === 'done');
  assert.equal((await member(before, STUBBORN))?.['message'], lacks);
  assert.equal(Buffer.from(simple.held.has.get(SPEED_LIMIT) ?? []).readUInt32BE(), 60);
  await until('its row says so', async () => (await states(before, template))[STUBBORN] === 'unsupported');
  await until('the batch waits for the other', async () => (await member(before, AWAY))?.['state'] === 'waiting');
  await before.kill();

  const after = await ServerProcess.start(t, data, { admin: before.admin });
  const place = { ports: after.ports, admin: before.admin };
  const [row] = (await rowsOf(place, template)).filter(({ deviceid }) => deviceid === STUBBORN);
  assert.equal(row?.['state'], 'unsupported');
  assert.deepEqual(row?.['differs'], [{ parameter: 'sys_osperiod', wanted: 3, refused: true }]);
  assert.deepEqual(await counts(place), { same: 0, differs: 0, refused: 0, unsupported: 1, unread: 1 });
  const late = await dial(after.ports.jt808, AWAY);
  await late.device.signOn();
  await until('the other is told', async () => (await member(place, AWAY))?.['state'] === 'done');
  assert.equal((await member(place, AWAY))?.['message'], lacks);
  assert.equal(Buffer.from(late.held.has.get(SPEED_LIMIT) ?? []).readUInt32BE(), 60);
  await until('both are counted', async () => (await counts(place))['unsupported'] === 2);
  const none = await apply(place);
  assert.deepEqual([none['batchid'], none['message']], [undefined, 'Every device holds what it supports of it.']);
  assert.deepEqual(after.errors(), []);
});

test('what somebody saved for a device that was away is not lost with what its template says, where the link breaks under both', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server);
  const device = await Device.online(server.ports.jt808, { phone: STUBBORN });
  const { authCode } = device;
  device.close();
  const setup = `/gkserver/gkdevicesetup/${STUBBORN}`;
  const loaded = async (): Promise<Json> => asJson((await call(server, 'POST', setup)).body);
  const save = async (): Promise<unknown> =>
    asJson((await call(server, 'PUT', setup, { deviceParams: { net_hbsec: 20 } })).body)['result'];
  await until('it is kept for when the device is there', async () => (await save()) === '2');
  const deviceParams = { sys_spdlimit: 60 };
  await call(server, 'POST', TEMPLATE, { name: 'Tram', deviceParams, deviceids: [STUBBORN] });
  const orders = async (): Promise<string[]> =>
    asList((await call(server, 'GET', '/gkdevice/orders')).body).map(
      ({ detail, state }) => `${String(detail)} ${String(state)}`,
    );

  const dial = async () => {
    const link = await Device.dial(server.ports.jt808, { phone: STUBBORN, authCode });
    afterwards(t, () => link.close());
    return { link, held: answerParameters(link, { 0x0001: '0000001e', [SPEED_LIMIT]: '00000055' }) };
  };
  const { link: quiet } = await dial();
  quiet.on(SET_PARAMETERS, () => undefined); // it does not answer
  await quiet.signOn();
  await until('one is under way and the other waits', async () => {
    const [template, saved] = await orders();
    return template === 'sys_spdlimit waiting' && saved === 'net_hbsec sent';
  });
  quiet.close();
  await until('nobody waits for the order of the template, and the other waits again', async () => {
    const [template = '', saved = ' sent'] = await orders();
    return template.endsWith(' expired') && !saved.endsWith(' sent');
  });
  assert.deepEqual((await orders()).slice(0, 2), ['sys_spdlimit expired', 'net_hbsec waiting']);
  assert.deepEqual(asJson((await loaded())['data'])['offlineset'], { net_hbsec: 20 });

  const { link: back, held } = await dial();
  await back.signOn();
  const numberOf = (id: number): number => Buffer.from(held.has.get(id) ?? []).readUInt32BE();
  await until(
    'it has what was saved, and what its template says',
    () => numberOf(0x0001) === 20 && numberOf(SPEED_LIMIT) === 60,
  );
});
