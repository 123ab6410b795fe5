// Event definitions over real sockets: saving, removing, which device follows which profile, and what an alarm is called because of it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { asJson, asList, Channel, type Json } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof restarted>>['start']>>;
const ID = '13800000101';
const OTHER = '13800000102';
const DEFINE = '/gkevent/eventdefine';
const DEVICE = '/gkevent/eventdefinedevice';
const PHONE_CALL = 742;

const register = async (server: Server, ...ids: string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (const id of ids) await channel.get('D01', { I: id, C: 2 });
  channel.close();
};
const definition = (definename: string, eventname: string, more: Json = {}): Json => ({
  definename,
  eventtype: PHONE_CALL,
  eventname,
  notifytext: '',
  notifycolor: '#FFFFFF',
  ...more,
});
/** All definitions of a profile as an answer lists them, by code. */
const namesIn = (body: unknown, profile: string): Record<string, unknown> =>
  Object.fromEntries(
    asList(body)
      .filter(({ definename }) => definename === profile)
      .map(({ eventtype, eventname }) => [String(eventtype), eventname]),
  );
const startVehicle = async (t: TestContext, server: Server, id: string): Promise<Vehicle> => {
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${id}`, ...quiet });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
/** Resolves when the socket is open: what comes before is told nobody. */
const listen = async (t: TestContext, { ports, admin }: Server): Promise<Json[]> => {
  const heard: Json[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${ports.stream}/event.cgi?user=${admin.user}&password=${admin.hash}`);
  afterwards(t, () => socket.close());
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n').filter(Boolean)) heard.push(asJson(JSON.parse(line)));
  });
  await once(socket, 'open');
  return heard;
};

test('[E-HTTP-010] [E-HTTP-011] http: definitions are added, changed and removed, one or a whole profile; each answer is the whole list and a message', async (t) => {
  const server = await (await restarted(t)).start();
  await register(server, ID);
  const send = async (method: string, input: Json) => {
    const { status, body } = await server.ask(method, DEFINE, input);
    const answer = asJson(body);
    if (status === 200) assert.deepEqual(answer['data'], (await server.ask('GET', DEFINE)).body, 'the complete list');
    return { status, message: answer['message'], data: answer['data'] };
  };
  const added = await send('POST', { eventDefine: definition('Trucks', 'On the phone') });
  assert.deepEqual([added.status, added.message], [200, 'Save Success']);
  await send('POST', { eventDefine: definition('Trucks', 'Fast', { eventtype: 13 }) });
  await send('POST', { eventDefine: definition('Buses', 'Phone') });
  const changed = await send('PUT', { eventDefine: definition('Trucks', 'Phone in hand') });
  assert.deepEqual(namesIn(changed.data, 'Trucks'), { 13: 'Fast', [PHONE_CALL]: 'Phone in hand' });
  assert.equal(changed.message, 'Save Success');
  assert.equal((await send('POST', { eventDefine: definition('Trucks', 'x') })).status, 409);
  assert.equal((await send('PUT', { eventDefine: definition('Nobody', 'x') })).status, 404);
  await server.ask('POST', DEVICE, { deviceid: ID, definename: 'Trucks' });
  const one = await send('DELETE', { eventDefine: { definename: 'Trucks', eventtype: 13 } });
  assert.deepEqual(namesIn(one.data, 'Trucks'), { [PHONE_CALL]: 'Phone in hand' });
  assert.equal(one.message, 'Delete Success');
  const profile = await send('DELETE', { definename: 'Trucks' });
  assert.deepEqual([namesIn(profile.data, 'Trucks'), namesIn(profile.data, 'Buses')], [{}, { [PHONE_CALL]: 'Phone' }]);
  assert.deepEqual((await server.ask('GET', DEVICE)).body, [], 'nobody follows a profile that is gone');
  assert.equal((await send('DELETE', { definename: 'Trucks' })).status, 404);
  assert.equal((await send('DELETE', {})).status, 400);
  assert.equal((await send('POST', { eventDefine: definition('ALL', 'x') })).status, 400);
  assert.equal((await send('POST', { eventDefine: definition('', 'x') })).status, 400);
});

test('a name of the catalogue is changed in GLOBAL and comes back when that is removed; who saw an older one is refused', async (t) => {
  const server = await (await restarted(t)).start();
  const builtIn = namesIn((await server.ask('GET', DEFINE)).body, 'GLOBAL')[PHONE_CALL];
  const put = (eventname: string, updatetime: number) =>
    server.ask('PUT', DEFINE, { eventDefine: definition('GLOBAL', eventname, { updatetime }) });
  assert.equal((await put('Telephone', 0)).status, 200);
  assert.equal(namesIn((await server.ask('GET', DEFINE)).body, 'GLOBAL')[PHONE_CALL], 'Telephone');
  const refused = await put('Mobile', 0);
  assert.deepEqual([refused.status, asJson(refused.body)['message']], [409, 'admin changed this in the meantime.']);
  await server.ask('DELETE', DEFINE, { eventDefine: { definename: 'GLOBAL', eventtype: PHONE_CALL } });
  assert.equal(namesIn((await server.ask('GET', DEFINE)).body, 'GLOBAL')[PHONE_CALL], builtIn);
});

test('[E-HTTP-013] [E-HTTP-014] http: a device is given a profile, another one, and none', async (t) => {
  const server = await (await restarted(t)).start();
  await register(server, ID);
  for (const name of ['Trucks', 'Buses']) await server.ask('POST', DEFINE, { eventDefine: definition(name, 'x') });
  const send = async (method: string, input: Json): Promise<readonly [number, unknown]> => {
    const { status, body } = await server.ask(method, DEVICE, { deviceid: ID, ...input });
    return [status, status === 200 ? asJson(body)['data'] : asJson(body)['message']];
  };
  assert.equal((await send('PUT', { definename: 'Trucks' }))[0], 404, 'it follows none yet');
  assert.deepEqual(await send('POST', { definename: 'Trucks' }), [200, [{ deviceid: ID, definename: 'Trucks' }]]);
  assert.equal((await send('POST', { definename: 'Trucks' }))[0], 409);
  assert.deepEqual(await send('PUT', { definename: 'Buses' }), [200, [{ deviceid: ID, definename: 'Buses' }]]);
  assert.deepEqual(await send('PUT', { definename: 'Cars' }), [404, 'There is no such profile.']);
  assert.deepEqual(await send('DELETE', {}), [200, []]);
  assert.equal((await send('POST', { deviceid: 'nobody', definename: 'Trucks' }))[0], 404);
});

test('ws: name, text and colour of the profile of a device reach its alarm, also after a restart; other devices go by GLOBAL', async (t) => {
  const house = await restarted(t);
  const before = await house.start();
  await register(before, ID, OTHER);
  const said = { notifytext: 'Call the driver', notifycolor: '#ff8800' };
  await before.ask('POST', DEFINE, { eventDefine: definition('Trucks', 'Phone in hand', said) });
  await before.ask('PUT', DEFINE, { eventDefine: definition('GLOBAL', 'Telephone') });
  await before.ask('POST', DEVICE, { deviceid: ID, definename: 'Trucks' });
  const ask = async (server: Server): Promise<void> => {
    const heard = await listen(t, server);
    for (const id of [ID, OTHER]) {
      const vehicle = await startVehicle(t, server, id);
      vehicle.sendAlarm('phone-call');
    }
    const alarmOf = (id: string): Promise<unknown[]> =>
      until(`the alarm of ${id} is told`, () => {
        const alarm = heard.find(({ deviceid, appdevid }) => deviceid === id && appdevid === PHONE_CALL);
        return alarm && [alarm['eventname'], alarm['notifytext'], alarm['notifycolor']];
      });
    assert.deepEqual(await alarmOf(ID), ['Phone in hand', 'Call the driver', '#FF8800']);
    assert.deepEqual(await alarmOf(OTHER), ['Telephone', '', '#FFFFFF']);
    const kept = asList(asJson((await server.ask('POST', '/gkevent/recentalarms', {})).body)['alarms']);
    assert.deepEqual(kept.find(({ deviceid }) => deviceid === ID)?.['notifytext'], 'Call the driver');
  };
  await ask(before);
  const second = Math.floor(Date.now() / 1000);
  await before.close();
  const after = await house.start();
  // New vehicles count their alarms from nought: in the same second theirs would be the alarms of before, said once more.
  await until('the next second', () => Math.floor(Date.now() / 1000) > second);
  await ask(after);
});
