// External pages set while the server runs: told to everybody and let into the policy of the next page, before and after a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restarted, SAVED } from './support/restarted.ts';
import { HOST } from './support/server.ts';

const PATH = '/gkserver/iframes';
const SETTING = '/gkserver/iframesetting';
const weather = { title: 'Weather', url: 'https://weather.test/map?x=1' };
const own = { title: 'Own', url: '/own.html' };

test('[A-IFRAME-002 A-IFRAME-003] http: the list that was saved is told and may be shown, incomplete entries are dropped; the environment fixes it', async (t) => {
  const { start } = await restarted(t);
  const begin = async (environment: Record<string, string> = {}) => {
    const server = await start(environment);
    return {
      ...server,
      told: async () => (await server.ask('GET', PATH)).body,
      policies: async () => {
        const { headers } = await fetch(`http://${HOST}:${server.ports.http}/gms.js`);
        const frames = /frame-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
        return [frames, /camera=\(([^)]*)\)/.exec(headers.get('permissions-policy') ?? '')?.[1]];
      },
    };
  };
  let server = await begin();
  assert.deepEqual([await server.told(), await server.policies()], [[], ["'self'", '']]);
  const sent = [weather, { title: 'only a title' }, { url: 'https://only.test/' }, own, { title: ' ', url: '/x' }];
  assert.deepEqual(await server.save(PATH, { list: sent }), SAVED);
  const shown = ["'self' https://weather.test", 'self "https://weather.test"'];
  assert.deepEqual([await server.told(), await server.policies()], [[weather, own], shown]);
  for (const list of [
    Array.from({ length: 6 }, () => own),
    [{ title: 'x', url: 'javascript:alert(1)' }],
    [{ title: 'x', url: "https://x'; script-src *" }],
  ])
    assert.equal((await server.save(PATH, { list }))[0], 400, JSON.stringify(list));
  for (const url of ['https://x;sandbox', 'https://x,y/', 'https://*/', "https://x'/"])
    assert.deepEqual(
      await server.save(PATH, { list: [weather, { title: 'x', url }] }),
      [400, 'list.1.url: This is no host name and no address.'],
      url,
    );
  assert.deepEqual(await server.told(), [weather, own], 'what is refused has no effect');
  await server.close();

  server = await begin();
  assert.deepEqual([await server.told(), await server.policies()], [[weather, own], shown]);
  assert.deepEqual(await server.load(SETTING), { list: [weather, own], fixed: {} });
  await server.close();

  server = await begin({ OUTRIDER_IFRAMES: JSON.stringify([{ title: 'x', url: 'https://x;sandbox' }, weather]) });
  assert.deepEqual(await server.policies(), shown, 'where nobody could refuse it, it gets into no policy');
  await server.close();

  server = await begin({ OUTRIDER_IFRAMES: JSON.stringify([own]) });
  assert.deepEqual([await server.told(), await server.policies()], [[own], ["'self'", '']]);
  assert.deepEqual(await server.load(SETTING), { list: [own], fixed: { list: 'OUTRIDER_IFRAMES' } });
  assert.equal((await server.save(PATH, { list: [weather] }))[0], 400);
  await server.close();

  server = await begin();
  assert.deepEqual(await server.told(), [weather, own]);
});
