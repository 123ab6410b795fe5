// Fences over real sockets: who drives in or out makes an event, once, in the order of the device's clock; who only stands there makes none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standardItem } from '@outrider/jt808';
import { eventSources } from '@outrider/contract';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { answerAreas } from './support/area-device.ts';
import { afterwards } from './support/cleanup.ts';
import { CENTRE, circle, driver, ID, listen, northOf, register, routeOf, setScene } from './support/fence-scene.ts';
import { fastClock } from './support/fast-clock.ts';
import { logRows } from './support/logs.ts';
import { asJson, asList, Channel, httpCall } from './support/operator.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const FENCE = '/gkserver/fence/1';
const ROUTE = '/gkserver/track/1';
const AWAY = '13800000102';
const THROUGH = [900, 400, 100, 0, -100, -400, -900];

test('[A-FENCE-006] [A-FENCE-014] [A-FENCE-015] a fence is saved with a session or with name and password, listed with a free slot, and read back', async (t) => {
  const { server, ask, save } = await setScene(t);
  await register(server);
  assert.deepEqual((await ask('GET', FENCE)).body, {
    enable: 0,
    title: '',
    lat: 0,
    lng: 0,
    radius: 0,
    trigger_in: 0,
    trigger_out: 0,
    devices: [],
    colour: '',
    updatetime: 0,
  });
  const { admin, ports } = server;
  const own = { username: admin.user, password: admin.hash };
  const first = await httpCall(ports.http, 'PUT', FENCE, { input: { ...circle(), ...own } });
  assert.deepEqual([first.status, asJson(first.body)['message']], [200, 'Save Success']);
  const { updatetime: firstTime } = asJson(first.body);
  assert.deepEqual((await ask('GET', FENCE)).body, { ...circle(), colour: '', updatetime: firstTime });
  const { updatetime } = await save(
    FENCE,
    circle({ title: "Bob's yard", radius: 123.6, enable: 0, trigger_out: 0, devices: [] }),
  );
  assert.deepEqual(
    (await ask('GET', FENCE)).body,
    circle({ title: 'Bobs yard', radius: 124, enable: 0, trigger_out: 0, devices: [], colour: '', updatetime }),
  );
  await save('/gkserver/fence/3', circle({ title: 'Third', colour: 'red' }));
  const listed = asList((await ask('GET', '/gkserver/fencelist')).body);
  assert.deepEqual(
    listed.map(({ index, title, lat, colour, devicecount }) => [index, title, lat, colour, devicecount]),
    [
      [1, 'Bobs yard', CENTRE.lat, '', 0],
      [2, '', 0, '', 0],
      [3, 'Third', CENTRE.lat, 'red', 1],
    ],
  );
  await save(FENCE, circle({ lat: 0, lng: 0 }));
  assert.deepEqual(
    asList((await ask('GET', '/gkserver/fencelist')).body).map(({ index }) => index),
    [1, 3],
  );
  const log = JSON.stringify(await logRows(server, '/gklog/accesslog'));
  assert.match(log, /Save fence/);
  assert.ok(!log.includes(admin.hash));
});

test('what is no fence is refused by name and changes nothing; who saves over a change that he has not seen is told', async (t) => {
  const { server, ask, save } = await setScene(t);
  await register(server);
  const { updatetime } = await save(FENCE, circle());
  for (const [part, said] of [
    [{ radius: 5 }, /radius/],
    [{ lat: 91 }, /lat/],
    [{ title: 'x'.repeat(61) }, /title/],
    [{ devices: ['nobody'] }, /nobody/],
  ] as const) {
    const { status, body } = await ask('PUT', FENCE, circle(part));
    assert.ok(status >= 400 && status < 500, String(status));
    assert.match(JSON.stringify(body), said);
  }
  for (const path of ['/gkserver/fence/0', '/gkserver/fence/1001', '/gkserver/fence/x'])
    assert.equal((await ask('PUT', path, circle())).status, 400, path);
  await save(FENCE, circle({ title: 'Yard', updatetime }));
  const { status, body } = await ask('PUT', FENCE, circle({ title: 'Other', updatetime }));
  assert.equal(status, 409);
  assert.equal(asJson(asJson(asJson(body)['changed'])['present'])['title'], 'Yard');
  assert.equal(asJson((await ask('GET', FENCE)).body)['title'], 'Yard');
});

test('a vehicle that is unregistered for a while is watched by its fence and its route again, whatever was saved meanwhile', async (t) => {
  const { server, ask, save } = await setScene(t);
  await register(server);
  await register(server, AWAY);
  const both = [ID, AWAY];
  const channel = await Channel.signedIn(server);
  await save(FENCE, circle({ devices: both }));
  const route = routeOf([northOf(0), northOf(1000)], { devices: both });
  await save(ROUTE, route);
  await channel.get('D02', { I: AWAY });
  for (const path of [FENCE, ROUTE]) assert.deepEqual(asJson((await ask('GET', path)).body)['devices'], [ID]);
  await save(FENCE, circle({ devices: [...both, AWAY], title: 'Yard' })); // as a page sends it that was open before
  await save(FENCE, circle({ devices: [ID], title: 'Yard of the depot' }));
  await save(ROUTE, { ...route, devices: [], title: 'Way' });
  await channel.get('D01', { I: AWAY, C: 1 });
  channel.close();
  assert.deepEqual(asJson((await ask('GET', FENCE)).body)['devices'], both);
  assert.deepEqual(asJson((await ask('GET', ROUTE)).body)['devices'], [AWAY]);
  await save(FENCE, circle({ devices: [ID] }));
  assert.deepEqual(asJson((await ask('GET', FENCE)).body)['devices'], [ID]);
});

test('a drive through the circle is one 51 and one 52 with the name of the fence, told at once', async (t) => {
  const { server, save, events, judged } = await setScene(t);
  const heard = await listen(t, server);
  const { drive, startMs } = await driver(t, server);
  await save(FENCE, circle());
  await drive(THROUGH);
  await drive([-900, -900, -900], { from: 100 });
  assert.deepEqual(
    (await events()).map(({ code, fence, note, deviceMs, sourceType }) => [
      code,
      fence,
      note,
      (deviceMs - startMs) / 1000,
      sourceType,
    ]),
    [
      [51, 'Depot', 'Depot', 20, eventSources.realTime],
      [52, 'Depot', 'Depot', 50, eventSources.realTime],
    ],
  );
  await until('both are told', () => heard.length === 2);
  assert.deepEqual(heard, [
    ['new', 51, 'Depot'],
    ['new', 52, 'Depot'],
  ]);
  // Only what it is to be triggered by, and only of the devices that are ticked.
  await save('/gkserver/fence/2', circle({ title: 'In only', trigger_out: 0 }));
  await save('/gkserver/fence/3', circle({ title: 'Nobody', devices: [] }));
  await save('/gkserver/fence/4', circle({ title: 'Off', enable: 0 }));
  await drive([900, ...THROUGH], { from: 200 });
  await judged();
  assert.deepEqual(
    (await events())
      .slice(2)
      .map(({ code, fence }) => [code, fence])
      .map(String)
      .toSorted(),
    ['51,Depot', '51,In only', '52,Depot'],
  );
});

test('a drive through that comes late, out of a dead zone, is told in the order of the device’s clock, as recovered, and not announced', async (t) => {
  const { server, save, events } = await setScene(t);
  const heard = await listen(t, server);
  const { at, report, replay, startMs } = await driver(t, server);
  await save(FENCE, circle());
  await report(at(900, 0), at(900, 500));
  const reports = THROUGH.map((metres, i) => at(metres, 100 + i * 10));
  await replay(reports.toReversed());
  await report(at(900, 510));
  // And a second dead zone that ends inside: the live fixes behind it are the same visit.
  await replay([at(900, 600), at(100, 610), at(0, 620)]);
  await report(at(0, 630), at(900, 640), at(900, 650));
  const { recover, realTime } = eventSources;
  assert.deepEqual(
    (await events()).map(({ code, deviceMs, sourceType }) => [code, (deviceMs - startMs) / 1000, sourceType]),
    [
      [51, 120, recover],
      [52, 150, recover],
      [51, 610, recover],
      [52, 640, realTime],
    ],
  );
  await until('what is of now is told', () => heard.length > 0);
  assert.deepEqual(heard, [['new', 52, 'Depot']]);
});

test('a vehicle that stands near the rim makes no event, however its GPS wanders over it', async (t) => {
  const { server, save, codes } = await setScene(t);
  const { drive } = await driver(t, server);
  await save(FENCE, circle());
  const wander = [190, 215, 195, 230, 190, 215, 180, 205, 219, 199];
  await drive(wander, { speedKmh: 0 });
  await drive([210, ...wander.toReversed(), ...wander], { from: 200, speedKmh: 0 });
  assert.deepEqual(await codes(), []);
});

test('a fence that is changed, switched off and on, or given more devices while a vehicle is inside makes no event', async (t) => {
  const { server, save, codes } = await setScene(t);
  const { drive } = await driver(t, server);
  await save(FENCE, circle());
  await drive([0, 10, 0]);
  await save(FENCE, circle({ radius: 300 }));
  await drive([0, 10, 0], { from: 100 });
  await save(FENCE, circle({ lat: CENTRE.lat + 1 }));
  await drive([0, 10, 0], { from: 200 });
  await save(FENCE, circle());
  await drive([0, 10, 0], { from: 300 });
  await save(FENCE, circle({ enable: 0 }));
  await drive([0, 900, 0], { from: 400 });
  await save(FENCE, circle());
  await drive([0, 10, 0], { from: 500 });
  assert.deepEqual(await codes(), []);
  // Another name is no other fence: what is known of who is inside stays.
  await save(FENCE, circle({ title: 'Yard', colour: 'green' }));
  await drive([900, 900], { from: 600 });
  assert.deepEqual(await codes(), [52]);
});

test('the same crossing told by a device that has the circle from us (0x8600) is no second event; of another circle it is one', async (t) => {
  const { server, ask, save, codes } = await setScene(t);
  const { device, at, report } = await driver(t, server);
  answerAreas(device);
  await save(FENCE, circle());
  const area = { kind: 'circle', ...CENTRE, radiusm: 200, enter: true, leave: true };
  const areas = [
    { ...area, id: 7 },
    { ...area, id: 8, radiusm: 900 },
  ];
  const { status } = await ask('PUT', '/gkdevice/areas', { deviceid: ID, areas });
  assert.equal(status, 200);
  const crossed = (areaId: number, direction: number) => ({
    alarm: 1 << 20,
    items: [standardItem(0x12, { positionType: 1, areaId, direction })],
  });
  await report(at(900, 0), at(100, 10, crossed(7, 0)), at(0, 20), at(900, 30, crossed(7, 1)), at(900, 40));
  assert.deepEqual(await codes(), [51, 52]);
  await report(at(900, 60, crossed(8, 1)));
  await until('the other circle is told', async () => (await codes()).includes(112));
  assert.deepEqual(await codes(), [51, 52, 112]);
});

test('a simulated vehicle that leaves a circle which it watches too makes one event', async (t) => {
  const { server, ask, save, codes } = await setScene(t);
  await register(server);
  const vehicle = createVehicle({
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    edition: '2019',
    channels: 1,
    seed: 2,
    clips: null,
    intervalMs: 5000,
    clock: fastClock(20),
    alarms: false,
  });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const { latitude: lat, longitude: lng } = vehicle.locationNow();
  await save(FENCE, circle({ lat, lng, radius: 400 }));
  const area = { kind: 'circle', id: 1, lat, lng, radiusm: 400, leave: true };
  assert.equal((await ask('PUT', '/gkdevice/areas', { deviceid: ID, areas: [area] })).status, 200);
  await until('it is outside', async () => (await codes()).length > 0, { deadlineMs: 60_000 });
  const { latitude } = vehicle.locationNow();
  await until('it drives on', () => vehicle.locationNow().latitude !== latitude);
  assert.deepEqual(await codes(), [52]);
});

test('after SIGKILL what was acknowledged is judged, once, and who was inside is known', async (t) => {
  const data = await temporaryFolder(t);
  let server = await ServerProcess.start(t, data);
  const { admin } = server;
  const { at, report } = await driver(t, server);
  const put = (): ReturnType<typeof httpCall> =>
    httpCall(server.ports.http, 'PUT', FENCE, { account: admin, input: circle() });
  assert.equal((await put()).status, 200);
  await report(at(900, 0));
  assert.equal((await put()).status, 200); // it is known to be outside
  await server.kill();
  server = await ServerProcess.start(t, data, { admin });
  const back = await driver(t, server, { isNew: false });
  await back.report(back.at(100, 15));
  await server.kill(); // what was acknowledged just now may not be judged yet
  server = await ServerProcess.start(t, data, { admin });
  const codes = async (): Promise<unknown[]> => {
    const input = { deviceid: ID, start: Math.floor(Date.now() / 1000) - 7200, end: Math.floor(Date.now() / 1000) };
    const { body } = await httpCall(server.ports.http, 'POST', '/gkevent/trackevents', { account: admin, input });
    return asList(body)
      .map(({ appdevid }) => appdevid)
      .filter((code) => Number(code) > 50);
  };
  await until('it went in', async () => (await codes()).length > 0);
  assert.deepEqual(await codes(), [51]);
  await server.kill();
  server = await ServerProcess.start(t, data, { admin });
  const again = await driver(t, server, { isNew: false });
  const later = (metres: number, second: number) => again.at(metres, second + 600);
  await again.report(later(0, 0), later(900, 10), later(900, 20), later(900, 30));
  await until('it went out', async () => (await codes()).length > 1);
  assert.equal((await put()).status, 200);
  assert.deepEqual(await codes(), [51, 52]);
  assert.deepEqual(server.errors(), []);
});
