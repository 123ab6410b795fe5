// Reverse geocoding over real sockets: the embedded places by default, off where the deployment says so, given up with the request.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { asJson, asList, httpCall } from './support/operator.ts';
import { HOST, startServer } from './support/server.ts';
import { until } from './support/until.ts';

test('[F-GEO-001 F-HTTP-016 F-HTTP-017] with the flag set a place is named and the status is good', async (t) => {
  const { ports, admin } = await startServer(t);
  const reverse = (lat: number, lon: number) =>
    httpCall(ports.http, 'POST', '/nominatim/reverse', { account: admin, input: { lat, lon, zoom: 18 } });
  assert.deepEqual((await reverse(23.9567, 120.5761)).body, { display_name: 'Yuanlin, Changhua, Taiwan' });
  assert.deepEqual((await reverse(0, -140)).body, { display_name: '' });
  assert.equal((await reverse(91, 0)).status, 400);
  const status = await httpCall(ports.http, 'GET', '/nominatim/status', { account: admin });
  assert.deepEqual(status.body, { status: 0, message: 'OK', source: 'embedded' });
  assert.equal((await httpCall(ports.http, 'POST', '/nominatim/reverse', { input: { lat: 1, lon: 1 } })).status, 401);
});

test('the places of a name: whatever its accents, best first, only for who is signed in, off with the flag', async (t) => {
  const { ports, admin } = await startServer(t);
  const search = (word: string, account: typeof admin | undefined = admin) =>
    httpCall(ports.http, 'POST', '/nominatim/search', { account, input: { word } });
  const [yuanlin] = asList((await search('yuanlin')).body);
  assert.match(String(yuanlin?.['name']), /^Yuanlin.*, (Taiwan|China)$/);
  const zurich = asList((await search(' ZURICH ')).body).map(({ name }) => String(name));
  assert.match(zurich[0] ?? '', /^Zürich/);
  assert.ok(zurich.length <= 8, zurich.join(' | '));
  const paris = asList((await search('Paris')).body);
  assert.ok(
    paris.some(({ lat, lon }) => Math.abs(Number(lat) - 48.86) < 0.1 && Math.abs(Number(lon) - 2.35) < 0.1),
    'the one in France',
  );
  assert.deepEqual((await search('no such place anywhere')).body, []);
  assert.deepEqual([(await search('x')).status, (await search('y'.repeat(101))).status], [400, 400]);
  assert.equal((await httpCall(ports.http, 'POST', '/nominatim/search', { input: { word: 'Paris' } })).status, 401);
  const off = await startServer(t, { nominatim: false });
  const refused = await httpCall(off.ports.http, 'POST', '/nominatim/search', {
    account: off.admin,
    input: { word: 'Paris' },
  });
  assert.equal(refused.status, 403);
});

test("[F-GEO-002 F-HTTP-017] without the flag 403 'nominatim not enabled', and the status differs", async (t) => {
  const { ports, admin } = await startServer(t, { nominatim: false });
  const input = { lat: 24, lon: 120, zoom: 18 };
  const { status, body } = await httpCall(ports.http, 'POST', '/nominatim/reverse', { account: admin, input });
  assert.deepEqual([status, asJson(body)['message']], [403, 'nominatim not enabled']);
  const state = await httpCall(ports.http, 'GET', '/nominatim/status', { account: admin });
  assert.deepEqual(state.body, { status: 1, message: 'nominatim not enabled', source: 'embedded' });
});

test('a request that is given up is given up at the configured server as well', async (t) => {
  let asked = 0;
  let closed = 0;
  const slow = createServer((_request, response) => {
    asked += 1;
    response.on('close', () => (closed += 1));
  });
  const port = await listenOn(slow, HOST, 0, 'test');
  t.after(() => {
    slow.closeAllConnections();
    slow.close();
  });
  const { ports, admin } = await startServer(t, { nominatimServer: `http://${HOST}:${port}` });
  const left = new AbortController();
  const request = fetch(`http://${HOST}:${ports.http}/nominatim/reverse`, {
    method: 'POST',
    signal: left.signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: admin.user, password: admin.hash, lat: 24, lon: 120, zoom: 18 }),
  });
  const outcome = assert.rejects(request, { name: 'AbortError' });
  await until('the server is asked', () => asked === 1);
  left.abort();
  await outcome;
  await until('the question ends there', () => closed === 1);
});
