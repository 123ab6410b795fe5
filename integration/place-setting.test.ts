// A setting that the configuration knows: changed while the server runs, seen from outside, there after a restart, and read-only while
// the environment sets it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';

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

const PATH = '/gkserver/nominatim';

test('[A-NOMI-002] http: who names places is saved, counts at once and after a restart; the environment has the last word and says so', async (t) => {
  const { start: startAgain } = await restarted(t);
  const [first, second] = [await placeServer(t, 'First'), await placeServer(t, 'Second')];
  const start = async (environment: Record<string, string> = {}) => {
    const server = await startAgain(environment);
    return {
      close: server.close,
      load: () => server.load(PATH),
      save: (enable: 0 | 1, address: string) => server.save(PATH, { enable, server: address }),
      named: async () => {
        const { status, body } = await server.ask('POST', '/nominatim/reverse', {
          lat: 23.9567,
          lon: 120.5761,
          zoom: 18,
        });
        return status === 200 ? asJson(body)['display_name'] : status;
      },
    };
  };

  let server = await start();
  assert.deepEqual(
    [await server.load(), await server.named()],
    [{ enable: 1, server: '', fixed: {} }, 'Yuanlin, Changhua, Taiwan'],
  );
  assert.deepEqual(await server.save(1, first), SAVED);
  assert.equal(await server.named(), 'First', 'at once');
  assert.equal((await server.save(1, 'ftp://x'))[0], 400);
  await server.close();

  server = await start();
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 1, server: first, fixed: {} }, 'First']);
  await server.close();

  server = await start({ OUTRIDER_NOMINATIM_SERVER: second });
  const fixed = { server: 'OUTRIDER_NOMINATIM_SERVER' };
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 1, server: second, fixed }, 'Second']);
  assert.deepEqual(await server.save(1, first), [
    400,
    'server: This is set by OUTRIDER_NOMINATIM_SERVER and can be changed there alone.',
  ]);
  assert.deepEqual(await server.save(0, second), SAVED);
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 0, server: second, fixed }, 403]);
  await server.close();

  server = await start();
  assert.deepEqual([await server.load(), await server.named()], [{ enable: 0, server: first, fixed: {} }, 403]);
});
