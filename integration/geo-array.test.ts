// Accounts of MyGeotab that accounts of this server name, by the three calls of the page /geoarray.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECRET_MASK } from '@outrider/contract';
import { afterwards } from './support/cleanup.ts';
import { GEO_PASSWORD, GEO_USER, Geotab } from './support/geotab.ts';
import { asList, type Json } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';

const PATHS = ['/api/geoauth', '/api/georule', '/api/geodevice'] as const;

test('[E-HTTP-078 E-ENT-048] http: three empty arrays without accounts there, then who is signed in, the rules and the devices; hasError and err on failure', async (t) => {
  const geotab = await Geotab.start();
  afterwards(t, () => geotab.close());
  const server = await (
    await restarted(t)
  ).start({
    OUTRIDER_OUTGOING_HOSTS: HOST,
    OUTRIDER_GEOTAB_SERVICE: geotab.address,
  });
  for (const path of PATHS) assert.deepEqual((await server.ask('GET', path)).body, [], path);
  assert.deepEqual(geotab.asked, []);
  const person = { level: 1, rights: null, expiresMs: null, groupIds: [], passwordHash: server.admin.hash };
  await server.app.users.add({ ...person, name: 'geo', extUser: GEO_USER, extPass: GEO_PASSWORD });
  const rows = async (path: string): Promise<Json[]> => {
    const { status, body } = await server.ask('GET', path);
    assert.equal(status, 200, JSON.stringify(body));
    const found = asList(body);
    for (const { updatetime } of found) assert.ok(Math.abs(Number(updatetime) - Date.now() / 1000) < 60);
    return found.map((row) => ({ ...row, updatetime: 0 }));
  };
  const own = { userName: GEO_USER, updatetime: 0 };
  assert.deepEqual(await rows('/api/geoauth'), [
    { ...own, sessionId: SECRET_MASK, database: 'fleet', path: 'ThisServer' },
  ]);
  geotab.refusals = ['The session has ended']; // it is begun again
  assert.deepEqual(await rows('/api/georule'), [{ ...own, id: 'RuleSpeedingId', name: 'Speeding' }]);
  assert.deepEqual(await rows('/api/geodevice'), [
    { ...own, id: 'b1', serialNumber: 'G90000000001', name: 'Truck 1' },
    { ...own, id: 'b2', serialNumber: 'G90000000002', name: 'Truck 2' },
  ]);
  const count = geotab.asked.length;
  await rows('/api/geodevice');
  assert.equal(geotab.asked.length, count, 'not asked again within a minute');
  assert.equal(geotab.asked.filter(({ method }) => method === 'Authenticate').length, 2);
  await server.app.users.add({ ...person, name: 'wrong', extUser: 'other@example.com', extPass: 'x' });
  for (const path of PATHS) {
    const err = 'other@example.com: Incorrect login credentials';
    assert.deepEqual((await server.ask('GET', path)).body, { hasError: 1, err }, path);
  }
});

test('http: of devices there only what is shown is asked for; a service that answers with everything is read as far as it goes, then the list is said to be too long', async (t) => {
  const geotab = await Geotab.start();
  afterwards(t, () => geotab.close());
  const server = await (
    await restarted(t)
  ).start({ OUTRIDER_OUTGOING_HOSTS: HOST, OUTRIDER_GEOTAB_SERVICE: geotab.address });
  const person = { level: 1, rights: null, expiresMs: null, groupIds: [], passwordHash: server.admin.hash };
  await server.app.users.add({ ...person, name: 'geo', extUser: GEO_USER, extPass: GEO_PASSWORD });
  const comment = 'x'.repeat(4000);
  const many = (count: number): Json[] =>
    Array.from({ length: count }, (_, i) => ({ id: `b${i}`, name: `Truck ${i}`, serialNumber: `G9${i}`, comment }));
  const devices = async (): Promise<unknown> => (await server.ask('GET', '/api/geodevice')).body;
  const rules = async (): Promise<unknown> => (await server.ask('GET', '/api/georule')).body;
  geotab.selects = false;
  geotab.rules = many(200);
  geotab.devices = many(4999);
  assert.equal(asList(await rules()).length, 200);
  const err = `${GEO_USER}: The answer of MyGeotab is too long: it has more than is read of it (1 MB).`;
  assert.deepEqual(await devices(), { hasError: 1, err });
  geotab.selects = true;
  const all = asList(await devices());
  assert.deepEqual([all.length, all[4998]?.['name'], all[4998]?.['comment']], [4999, 'Truck 4998', undefined]);
});
