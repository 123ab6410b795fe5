// Planned routes over real sockets: who leaves the corridor makes one event, which is over when it is back. The stored bitmap decides.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MAIN_DATABASE } from '../apps/server/src/app.ts';
import { answerAreas } from './support/area-device.ts';
import { p8606SetRoute } from '@outrider/jt808';
import { CENTRE, driver, ID, listen, northOf, register, routeOf, setScene } from './support/fence-scene.ts';
import { asJson, asList, httpCall } from './support/operator.ts';
import { until } from './support/until.ts';

const ROUTE = '/gkserver/track/1';
/** Two kilometres to the north. */
const WAY = [northOf(0), northOf(1000), northOf(2000)];
const FIELDS = ['lat', 'lng', 'width', 'height', 'accuracy', 'data', 'latlngs', 'devices', 'title', 'enable'];
/** Degrees that are some 300 m to the east. */
const ASIDE = { longitude: CENTRE.lng + 0.003 };

test('[A-ROUTE-012] [A-ROUTE-017] [A-ROUTE-018] [A-ROUTE-019] a route is saved with a session or with name and password, listed with a free slot, and read back', async (t) => {
  const { server, ask, save } = await setScene(t);
  await register(server);
  const { admin, ports } = server;
  const sent = routeOf(WAY);
  const own = { username: admin.user, password: admin.hash };
  const first = await httpCall(ports.http, 'PUT', ROUTE, { input: { ...sent, ...own } });
  assert.deepEqual([first.status, asJson(first.body)['message']], [200, 'Save Success']);
  const read = asJson((await ask('GET', ROUTE)).body);
  for (const field of FIELDS) assert.deepEqual(read[field], sent[field], field);
  assert.ok(String(read['data']).length > 100);
  const other = routeOf(WAY.slice(0, 2), { title: "Bob's", enable: 0, devices: [], colour: 'teal' });
  await save(ROUTE, other);
  const changed = asJson((await ask('GET', ROUTE)).body);
  assert.deepEqual([changed['title'], changed['enable'], changed['devices']], ['Bobs', 0, []]);
  assert.deepEqual([changed['data'], changed['height']], [other['data'], other['height']]);
  await save('/gkserver/track/3', routeOf(WAY, { title: 'Third' }));
  const listed = asList((await ask('GET', '/gkserver/tracklist')).body);
  assert.deepEqual(
    listed.map(({ index, title, colour, devicecount }) => [index, title, colour, devicecount]),
    [
      [1, 'Bobs', 'teal', 0],
      [2, '', '', 0],
      [3, 'Third', '', 1],
    ],
  );
  await save(ROUTE, routeOf([]));
  assert.deepEqual(
    asList((await ask('GET', '/gkserver/tracklist')).body).map(({ index }) => index),
    [1, 3],
  );
});

test('[A-ROUTE-016] a route of 49 km is kept, with its megabyte of corridor; one of 51 km, a corridor of other places, and more than 4 MB are refused', async (t) => {
  const { server, ask, save } = await setScene(t);
  await register(server);
  const slanted = (km: number) => [
    CENTRE,
    { lat: CENTRE.lat + (km / 111.195) * Math.SQRT1_2, lng: CENTRE.lng + ((km / 111.195) * Math.SQRT1_2) / 0.9117 },
  ];
  const long = routeOf(slanted(49));
  assert.ok(String(long['data']).length > 1024 * 1024);
  await save(ROUTE, long);
  assert.equal(asJson((await ask('GET', ROUTE)).body)['data'], long['data']);
  const tooLong = await ask('PUT', ROUTE, routeOf(slanted(51)));
  assert.equal(tooLong.status, 400);
  assert.match(JSON.stringify(tooLong.body), /route too large, please reset route/);
  const one = routeOf(WAY);
  for (const [part, said] of [
    [{ data: routeOf(WAY.slice(0, 2))['data'] }, /data/],
    [{ lat: Number(one['lat']) + 0.0001 }, /lat/],
    [{ width: 11 }, /width/],
    [{ accuracy: 0.001 }, /accuracy/],
    [{ data: 'not base64!' }, /data/],
    [{ latlngs: WAY.slice(0, 1) }, /two points/],
  ] as const) {
    const { status, body } = await ask('PUT', ROUTE, { ...one, ...part });
    assert.equal(status, 400, JSON.stringify(part).slice(0, 80));
    assert.match(JSON.stringify(body), said);
  }
  const huge = await ask('PUT', ROUTE, { ...one, data: 'A'.repeat(4 * 1024 * 1024) });
  assert.equal(huge.status, 413);
  const nobody = await httpCall(server.ports.http, 'PUT', ROUTE, { input: long });
  assert.equal(nobody.status, 401);
  assert.equal(asJson((await ask('GET', ROUTE)).body)['data'], long['data'], 'nothing of it was kept');
});

test('a route that is left for 30 seconds makes one 110, which is over when the vehicle is back on it', async (t) => {
  const { server, save, events, judged } = await setScene(t);
  const heard = await listen(t, server);
  const { drive, startMs } = await driver(t, server);
  await save(ROUTE, routeOf(WAY));
  await drive([0, 300, 600]);
  await drive([700, 800, 900], { from: 30, ...ASIDE });
  await judged();
  assert.deepEqual(await events(), [], 'not yet so long');
  await drive([1000, 1100, 1200, 1200, 1200], { from: 60, ...ASIDE });
  const [off, ...more] = await events();
  assert.deepEqual(
    [off?.code, off?.fence, ((off?.deviceMs ?? 0) - startMs) / 1000, off?.recoveredMs, more],
    [110, 'School bus 7', 30, null, []],
  );
  await drive([1300, 1400], { from: 200 });
  const [back] = await events();
  assert.equal(((back?.recoveredMs ?? 0) - startMs) / 1000, 200);
  await until('both are told', () => heard.length === 2);
  assert.deepEqual(heard, [
    ['new', 110, 'School bus 7'],
    ['cover', 110, 'School bus 7'],
  ]);
  // Off it again when the route is switched off: nobody will come back to it.
  await drive([1400, 1400, 1400, 1400], { from: 300, ...ASIDE });
  await save(ROUTE, routeOf(WAY, { enable: 0 }));
  const all = await events();
  assert.deepEqual([all.length, all.every(({ recoveredMs }) => recoveredMs !== null)], [2, true]);
});

test('a vehicle that was never on a route does not leave it', async (t) => {
  const { server, save, codes } = await setScene(t);
  const { drive } = await driver(t, server);
  await save(ROUTE, routeOf(WAY));
  await drive([0, 100, 200, 300, 400, 500], ASIDE);
  assert.deepEqual(await codes(), []);
});

test('what is stored as the corridor decides, not what it was drawn from: with its bitmap elsewhere the route is elsewhere', async (t) => {
  const { server, ask, save, codes } = await setScene(t);
  const { drive } = await driver(t, server);
  await save(ROUTE, routeOf(WAY, { enable: 0 }));
  const moved = routeOf(WAY.map(({ lat, lng }) => ({ lat, lng: lng + 0.003 })));
  // Nothing but where the bitmap lies: latlngs stand where they were. From another connection, as a tool would.
  const database = new DatabaseSync(join(server.data, MAIN_DATABASE));
  database.prepare('UPDATE planned_routes SET lng = ?, enabled = 1, updated_ms = 1').run(Number(moved['lng']));
  database.close();
  const read = asJson((await ask('GET', ROUTE)).body);
  assert.deepEqual([read['latlngs'], read['lng']], [WAY, moved['lng']]);
  await until('the server has seen it', async () =>
    /outrider_zones_watched 1/.test(String((await ask('GET', '/metrics')).body)),
  );
  await drive([0, 300, 600, 900], ASIDE); // on the corridor as it is stored
  await drive([1000, 1100, 1200, 1300, 1400], { from: 100 }); // on the line as it was drawn
  assert.deepEqual(await codes(), [110]);
});

test('that a device with the same route from us (0x8606) says it is off it is no second event', async (t) => {
  const { server, ask, save, codes } = await setScene(t);
  const { device, at, report } = await driver(t, server);
  answerAreas(device);
  device.on(p8606SetRoute.id, ({ header }) => device.reply(header));
  await save(ROUTE, routeOf(WAY));
  const points = WAY.map((place) => ({ ...place, widthm: 50 }));
  const areas = [{ kind: 'route', id: 4, points }];
  assert.equal((await ask('PUT', '/gkdevice/areas', { deviceid: ID, areas })).status, 200);
  const OFF = 1 << 23;
  const off = [20, 30, 40, 50, 60].map((second) => at(900, second, { ...ASIDE, alarm: OFF }));
  await report(at(0, 0), at(300, 10), ...off, at(900, 70));
  assert.deepEqual(await codes(), [110]);
});
