// The centre of maps and the tiles of Google, as browsers are told of them, before and after a restart. Google is another program here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { HttpSink } from './support/http-sink.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const SOURCES = '/gkserver/mapsources';
const CENTER = '/gkserver/center';
const KEY = '/gkserver/googlekey';
const DEFAULT = { lat: 24.078605, lng: 120.528535 };
const DAY_MS = 86_400_000;

test('[A-GMAP-002 A-GMAP-004] http: maps begin in the middle of the specification until another centre is saved, also after a restart', async (t) => {
  const { start } = await restarted(t);
  let server = await start();
  const told = async () => (await server.load(SOURCES))['center'];
  assert.deepEqual(await server.load(CENTER), { ...DEFAULT, fixed: {} });
  assert.deepEqual(await told(), DEFAULT);
  for (const wrong of [{ lat: 91, lng: 0 }, { lat: 0, lng: 181 }, { lat: 1 }])
    assert.equal((await server.save(CENTER, wrong))[0], 400, JSON.stringify(wrong));
  const wanted = { lat: 52.52, lng: 13.405 };
  assert.deepEqual(await server.save(CENTER, wanted), SAVED);
  assert.deepEqual([await server.load(CENTER), await told()], [{ ...wanted, fixed: {} }, wanted]);
  await server.close();
  server = await start();
  assert.deepEqual([await server.load(CENTER), await told()], [{ ...wanted, fixed: {} }, wanted]);
});

test('[A-GMAP-003] http: the key is loaded as it was saved; by it Google gives tiles to who looks at the map, also after a restart and when a session ends', async (t) => {
  const google = await HttpSink.start(t);
  const clock = createManualClock(Date.now());
  const sessionOf = (name: string) =>
    (google.answer = JSON.stringify({ session: name, expiry: String(Math.floor((clock.now() + 14 * DAY_MS) / 1000)) }));
  sessionOf('first');
  const { start } = await restarted(t);
  const begin = async () => {
    const server = await start({ OUTRIDER_GOOGLE_TILES: google.origin, OUTRIDER_OUTGOING_HOSTS: HOST }, { clock });
    const shown = async () => {
      const { mode, tilesUrl, source, google: offered } = await server.load(SOURCES);
      return { mode, source, offered, address: String(tilesUrl) };
    };
    const policy = async () =>
      (await fetch(`http://${HOST}:${server.ports.http}/gms.js`)).headers.get('content-security-policy') ?? '';
    return { ...server, shown, policy };
  };
  let server = await begin();
  const choice = { mode: 'google', tilesUrl: '', attribution: '', maxZoom: 5 };
  assert.deepEqual(await server.load(KEY), { googleKey: '', fixed: {} });
  assert.deepEqual(await server.save(SOURCES, choice), [
    400,
    'mode: Google needs a key, which the server settings take.',
  ]);
  assert.deepEqual(await server.save(KEY, { googleKey: 'AIza-1' }), SAVED);
  assert.deepEqual(await server.load(KEY), { googleKey: 'AIza-1', fixed: {} });
  assert.deepEqual(
    [google.requests.length, (await server.shown()).offered],
    [0, true],
    'not asked before it is chosen',
  );
  assert.deepEqual(await server.save(SOURCES, choice), SAVED);
  await until('there are tiles', async () => (await server.shown()).mode === 'online');
  const tiles = (session: string) => `${google.origin}/v1/2dtiles/{z}/{x}/{y}?session=${session}&key=AIza-1`;
  assert.equal((await server.shown()).address, tiles('first'));
  assert.ok((await server.policy()).includes(google.origin), 'pages may ask there');
  assert.equal(google.requests[0]?.path, '/v1/createSession?key=AIza-1');
  await server.close();

  sessionOf('second');
  server = await begin();
  assert.deepEqual(await server.load(KEY), { googleKey: 'AIza-1', fixed: {} });
  await until('there are tiles', async () => (await server.shown()).address === tiles('second'));
  clock.jumpTo(clock.now() + 13 * DAY_MS + 1000);
  sessionOf('third');
  await clock.advanceAsync(700_000);
  await until('the session is renewed', async () => (await server.shown()).address === tiles('third'));

  google.status = 403;
  google.answer = JSON.stringify({ error: { message: 'The key is not valid' } });
  assert.deepEqual(await server.save(KEY, { googleKey: 'AIza-2' }), SAVED);
  const state = await until('it says why', async () => {
    const { trouble } = asJson((await server.ask('GET', '/gkserver/googlestate')).body);
    return trouble === '' ? undefined : trouble;
  });
  assert.equal(state, 'The key is not valid');
  const { mode, source } = await server.shown();
  assert.deepEqual([mode, source], ['offline', 'google'], 'the map that came along');
  const asked = google.requests.length;
  assert.deepEqual(await server.save(KEY, { googleKey: '' }), SAVED);
  await clock.advanceAsync(3_600_000);
  assert.equal(google.requests.length, asked, 'nothing is asked without a key');
});
