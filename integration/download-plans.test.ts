// Download plans over real sockets: saving, precedence, and what an alarm of a planned code brings: exactly the footage and photos of its
// plan, with nobody pressing anything. The simulated recorder's time runs with the server's; footage comes as fast as it can be sent.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { asJson, asList, Channel, type Json } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

type House = Awaited<ReturnType<typeof restarted>>;
type Server = Awaited<ReturnType<House['start']>>;
const ID = '13800000101';
const OTHER = '13800000102';
const PATH = '/gkevent/eventdownloadplan';
/** Harsh braking: comes without files of its own. */
const CODE = 742;
const ALARM = 'phone-call';

const planOf = (more: Json = {}): Json => ({
  deviceid: 'GLOBAL',
  groupid: 'root',
  appdevid: CODE,
  updateMode: 'GLOBAL',
  downloadtype: 1,
  downloadplan: 0b10,
  streamtype: 0b10,
  preoffset: 3,
  postoffset: 1,
  entimepart: 0,
  timepart: '',
  intermission: 0,
  enupload: 0,
  upload: '',
  custompath: 0,
  accoffonly: 0,
  maxbackupsecs: 0,
  snapshotmode: 0,
  mediatype: '1',
  ...more,
});

const register = async (server: Server, ...ids: string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (const id of ids) await channel.get('D01', { I: id, C: 4 });
  channel.close();
};
const save = async (server: Server, plan: Json = {}): Promise<Json> => {
  const whole = planOf(plan);
  const method = whole['updateMode'] === 'GROUP' ? 'PUT' : 'POST';
  const { status, body } = await server.ask(method, PATH, { eventDownloadPlan: whole });
  assert.equal(status, 200, JSON.stringify(body));
  return asJson(body);
};
const startVehicle = async (
  t: TestContext,
  server: Server,
  options: Partial<VehicleOptions> & { id?: string } = {},
): Promise<Vehicle> => {
  const { id = ID, ...more } = options;
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false, channels: 4 };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${id}`, ...quiet, ...more });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const find = async (server: Server, input: Json = {}): Promise<Json[]> =>
  asList((await server.ask('POST', '/gkevent/eventquery', { appdevids: [CODE], ...input })).body);
const listed = (server: Server, fits: (event: Json) => boolean = () => true): Promise<Json> =>
  until('the event is listed so', async () => (await find(server)).find((event) => fits(event)));
const fetched = (server: Server): Promise<Json> => listed(server, ({ completed }) => completed === 1);

test('[E-HTTP-015] [E-HTTP-016] [E-HTTP-017] http: plans are listed, saved and removed, one or all of a device; each answer is the whole list', async (t) => {
  const server = await (await restarted(t)).start();
  await register(server, ID);
  assert.deepEqual((await server.ask('GET', PATH)).body, []);
  const answer = await save(server);
  assert.deepEqual([answer['message'], asList(answer['data']).length], ['Save Success', 1]);
  await save(server, { updateMode: 'DEVICE', deviceid: ID, appdevid: 13 });
  await save(server, { updateMode: 'DEVICE', deviceid: ID });
  const all = await save(server, { updateMode: 'GROUP', groupid: '1' });
  assert.deepEqual(all['data'], (await server.ask('GET', PATH)).body);
  assert.deepEqual(
    asList(all['data']).map(({ deviceid, groupid, appdevid }) => [deviceid, groupid, appdevid]),
    [
      ['GLOBAL', 'root', CODE],
      [ID, 'root', 13],
      [ID, 'root', CODE],
      ['GLOBAL', '1', CODE],
    ],
  );
  const remove = async (input: Json) => asJson((await server.ask('DELETE', PATH, input)).body);
  const one = await remove({ eventDownloadPlan: planOf({ updateMode: 'DEVICE', deviceid: ID }) });
  assert.deepEqual([one['message'], asList(one['data']).length], ['Delete Success', 3]);
  await save(server, { updateMode: 'DEVICE', deviceid: ID });
  assert.equal(asList((await remove({ deviceid: ID }))['data']).length, 2, 'all of the device');
  assert.equal(asList((await remove({ deviceid: 'GLOBAL' }))['data']).length, 1, 'those for all, not those of groups');
  const refused = async (method: string, plan: Json) =>
    (await server.ask(method, PATH, { eventDownloadPlan: planOf(plan) })).status;
  assert.equal(await refused('POST', { updateMode: 'DEVICE' }), 400, 'no device');
  assert.equal(await refused('POST', { updateMode: 'GROUP', groupid: '1' }), 400, 'a group by PUT only');
  assert.equal(await refused('PUT', { updateMode: 'GROUP', groupid: '99' }), 404);
  assert.equal(await refused('POST', { timepart: '0-1440' }), 400);
  assert.equal(await refused('POST', { updateMode: 'GLOBAL', updatetime: 0 }), 200);
  assert.equal(await refused('POST', { updateMode: 'GLOBAL', updatetime: 0 }), 409, 'somebody made one since');
});

test('an alarm of a planned code brings the footage of exactly the masked channels, from pre to post seconds; a restart in between loses nothing', async (t) => {
  const house = await restarted(t);
  const first = await house.start();
  await register(first, ID);
  await save(first, { downloadplan: 0b1010 });
  const vehicle = await startVehicle(t, first);
  vehicle.sendAlarm(ALARM);
  const before = await listed(first);
  vehicle.stop();
  await first.close();
  const server = await house.start();
  await startVehicle(t, server);
  const event = await fetched(server);
  assert.equal(event['serialno'], before['serialno']);
  assert.equal(Number(event['download']) & 0b1111 & ~0b10, 0b1000, 'channel 4; what the alarm itself brings is of channel 2');
  assert.deepEqual([event['preoffset'], event['postoffset']], [3, 1]);
  const info = asJson(
    (await server.ask('GET', `/gkevent/footageinfo?s=${String(event['serialno'])}&c=4`, undefined)).body,
  );
  const at = Number(event['eventtimeutc']);
  assert.deepEqual([Number(info['start']) - at, Number(info['end']) - at].map((s) => Math.abs(s) <= 6), [true, true]);
});
