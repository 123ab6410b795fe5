import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mapSetting } from '@outrider/contract';
import { fastify } from 'fastify';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { createSettings } from '../settings/index.ts';
import { mapFeature } from './index.ts';

const start = async (t: TestContext, withTiles = true) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-map-'));
  const file = join(folder, 'tiles.sqlite');
  if (withTiles) {
    const tiles = new DatabaseSync(file);
    tiles.exec('CREATE TABLE tiles (z INTEGER, x INTEGER, y INTEGER, data BLOB)');
    tiles.prepare('INSERT INTO tiles VALUES (3, 1, 2, ?)').run(gzipSync('tile 3/1/2'));
    tiles.close();
  }
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const bus = createLocalBus(silentLog);
  const settings = await createSettings({ db: opened.db, bus, clock: createManualClock(), log: silentLog });
  const google = {
    clock: createManualClock(),
    log: silentLog,
    service: 'https://google.test',
    mayBePrivate: () => false,
  };
  const map = mapFeature(settings, file, google);
  const app = fastify();
  map.addRoutes(app);
  t.after(async () => {
    await app.close();
    map.close();
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const context = { token: null, setSessionCookie: () => undefined };
  const ask = async (wanted: unknown, input: unknown = {}): Promise<Record<string, unknown>> => {
    const reply = await map.calls.find(({ call }) => call === wanted)?.run(testCaller(), input, context);
    return { ...(typeof reply === 'object' ? reply : {}) };
  };
  return { map, folder, ask, get: (url: string) => app.inject({ url }) };
};
const online = { mode: 'online', tilesUrl: 'https://t.test/{z}/{x}/{y}.png', attribution: '© T', maxZoom: 19 };

test('offline tiles come gzipped from the file, and where there is none the answer is empty', async (t) => {
  const { get, ask } = await start(t);
  const tile = await get('/map/tiles/3/1/2.pbf');
  assert.equal(tile.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(tile.rawPayload).toString(), 'tile 3/1/2');
  for (const path of ['3/1/3', '99/0/0', 'a/b/c', '3/-1/2'])
    assert.equal((await get(`/map/tiles/${path}.pbf`)).statusCode, 204);
  assert.equal((await ask(mapSetting.load))['maxZoom'], 3);
});

test('a missing file is an empty map, not a failure', async (t) => {
  const { get, ask } = await start(t, false);
  assert.equal((await get('/map/tiles/0/0/0.pbf')).statusCode, 204);
  assert.equal((await ask(mapSetting.load))['maxZoom'], 0);
});

test('online tiles are offered until an administrator has chosen, and their origin is then allowed', async (t) => {
  const { ask, map } = await start(t);
  assert.deepEqual([(await ask(mapSetting.load))['offer'], map.tileOrigins()], [true, []]);
  assert.equal((await ask(mapSetting.save, online))['message'], 'Save Success');
  const sources = await ask(mapSetting.load);
  assert.deepEqual([sources['offer'], sources['mode'], sources['tilesUrl']], [false, 'online', online.tilesUrl]);
  assert.deepEqual(map.tileOrigins(), ['https://t.test']);
  await ask(mapSetting.save, { ...online, mode: 'offline' });
  assert.deepEqual([(await ask(mapSetting.load))['mode'], map.tileOrigins()], ['offline', []]);
});

test('roads are a layer only while somebody gives them', async (t) => {
  const { ask, get, map, folder } = await start(t);
  assert.equal((await get('/map/roads.geojson')).statusCode, 404);
  writeFileSync(join(folder, 'roads.geojson'), '{"type":"FeatureCollection"}');
  map.setRoads(join(folder, 'roads.geojson'));
  assert.equal((await ask(mapSetting.load))['roadsUrl'], '/map/roads.geojson');
  assert.equal((await get('/map/roads.geojson')).body, '{"type":"FeatureCollection"}');
  map.setRoads(null);
  assert.equal((await ask(mapSetting.load))['roadsUrl'], '');
});
