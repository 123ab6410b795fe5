// A setting that the configuration knows: changed while the server runs, seen from outside, there after a restart, and read-only while
// the environment sets it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createApp } from '../apps/server/src/app.ts';
import { freePorts, loadConfig, readCommandLine } from '../apps/server/src/config.ts';
import { listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { afterwards } from './support/cleanup.ts';
import { asJson, httpCall } from './support/operator.ts';
import { HOST, temporaryFolder } from './support/server.ts';

/** A Nominatim server that calls every place by one name. */
const placeServer = async (t: TestContext, name: string): Promise<string> => {
  const server = createServer((_request, response) => response.end(JSON.stringify({ display_name: name })));
  const port = await listenOn(server, HOST, 0, 'test');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${HOST}:${port}`;
};

const ports = Object.keys(freePorts).map((key) => `OUTRIDER_${key.replaceAll(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`);
const SAVED = { hasError: 0, message: 'Save Success' };

test('[A-NOMI-002] http: who names places is saved, counts at once and after a restart; the environment has the last word and says so', async (t) => {
  const data = await temporaryFolder(t);
  const [first, second] = [await placeServer(t, 'First'), await placeServer(t, 'Second')];
  let hash = '';
  const start = async (environment: Record<string, string> = {}) => {
    const given = { ...Object.fromEntries(ports.map((name) => [name, '0'])), ...environment };
    const { config, sources } = loadConfig(readCommandLine(['--data', data, '--host', HOST, '--no-demo']), given, data);
    const app = await createApp(config, { log: silentLog, sources });
    afterwards(t, () => app.close());
    if (app.initialPassword !== null) hash = toPasswordHash(app.initialPassword);
    const ask = async (method: string, path: string, input?: unknown) => {
      const { status, body } = await httpCall(app.ports.http, method, path, {
        account: { user: 'admin', hash },
        input,
      });
      return { status, body: asJson(body) };
    };
    return {
      close: () => app.close(),
      load: async () => {
        const { updatetime: _at, ...shown } = (await ask('GET', '/gkserver/nominatim')).body;
        return shown;
      },
      save: (enable: 0 | 1, server: string) => ask('PUT', '/gkserver/nominatim', { enable, server }),
      named: async () => {
        const { status, body } = await ask('POST', '/nominatim/reverse', { lat: 23.9567, lon: 120.5761, zoom: 18 });
        return status === 200 ? body['display_name'] : status;
      },
    };
  };

  let server = await start();
  assert.deepEqual(
    [await server.load(), await server.named()],
    [{ enable: 1, server: '', fixed: {} }, 'Yuanlin, Changhua, Taiwan'],
  );
  const { status, body } = await server.save(1, first);
  assert.deepEqual([status, body['hasError'], body['message']], [200, SAVED.hasError, SAVED.message]);
  assert.equal(await server.named(), 'First', 'at once');
  assert.equal((await server.save(1, 'ftp://x')).status, 400);
  await server.close();

  server = await start();
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 1, server: first, fixed: {} }, 'First']);
  await server.close();

  server = await start({ OUTRIDER_NOMINATIM_SERVER: second });
  const fixed = { server: 'OUTRIDER_NOMINATIM_SERVER' };
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 1, server: second, fixed }, 'Second']);
  const refused = await server.save(1, first);
  assert.deepEqual(
    [refused.status, refused.body['message']],
    [400, 'server: This is set by OUTRIDER_NOMINATIM_SERVER and can be changed there alone.'],
  );
  assert.equal((await server.save(0, second)).status, 200);
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 0, server: second, fixed }, 403]);
  await server.close();

  server = await start();
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 0, server: first, fixed: {} }, 403]);
});
