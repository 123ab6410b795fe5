// The languages a deployment offers, over real sockets and before anyone signs in.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import { type Json, asJson, asList, httpCall } from './support/operator.ts';
import { restarted } from './support/restarted.ts';
import { HOST, cheapKeeper, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

test('F-HTTP-018 the translations and configs are answered to everyone, with the corrections of the data folder', async (t) => {
  const consoleFolder = await temporaryFolder(t);
  await mkdir(join(consoleFolder, 'catalogue'));
  await writeFile(join(consoleFolder, 'catalogue/tw.json'), JSON.stringify({ Map: '地圖' }));
  const server = await startServer(t, { pageVariant: 13 }, { consoleFolder });
  const ask = async (input: object = {}) => {
    const { status, body } = await httpCall(server.ports.http, 'GET', '/i18n/config', { input });
    assert.equal(status, 200);
    return asJson(body);
  };
  const first = await ask();
  assert.deepEqual(
    asList(first['configs']).map(({ config }) => config),
    ['en', 'tw', 'cn'],
  );
  assert.equal(first['fallback'], 'tw', 'as the variant has it');
  assert.deepEqual(first['data'], { en: {}, tw: { Map: '地圖' }, cn: {} });
  await mkdir(join(server.data, 'translations'));
  await writeFile(join(server.data, 'translations/tw.json'), JSON.stringify({ Map: '電子地圖' }));
  await until('the correction counts', async () => {
    const { data } = await ask({ locale: 'tw' });
    return JSON.stringify(data) === JSON.stringify({ tw: { Map: '電子地圖' } });
  });
  assert.equal((await httpCall(server.ports.http, 'GET', '/i18n/config', { input: { locale: '../x' } })).status, 400);
});

/** The text as it is sent by the editor. */
const putText = async (
  port: number,
  account: { user: string; hash: string },
  body: Json,
  type = 'text/plain;charset=UTF-8',
): Promise<readonly [number, Json]> => {
  const authorization = `Basic ${Buffer.from(`${account.user}:${account.hash}`).toString('base64')}`;
  const response = await fetch(`http://${HOST}:${port}/i18n/config`, {
    method: 'PUT',
    headers: { authorization, 'content-type': type },
    body: JSON.stringify(body),
  });
  return [response.status, asJson(await response.json())];
};

test('[E-ENT-033 E-HTTP-067] configs, the words in their order and the texts by language are answered, and what was saved after a restart too', async (t) => {
  const world = await restarted(t);
  const consoleFolder = await temporaryFolder(t);
  await mkdir(join(consoleFolder, 'catalogue'));
  await writeFile(
    join(consoleFolder, 'catalogue/tw.json'),
    JSON.stringify({ Map: '地圖', Devices: '設備', Old: '舊' }),
  );
  let server = await world.start({}, { consoleFolder });
  const load = async () => asJson((await httpCall(server.ports.http, 'GET', '/i18n/config')).body);
  const first = await load();
  assert.deepEqual(asList(first['configs'])[1], { config: 'tw', name: '繁體中文', icon: '/flags/tw.svg' });
  assert.deepEqual(first['raw'], ['Map', 'Devices', 'Old']);
  assert.deepEqual(first['data'], { en: {}, tw: { Map: '地圖', Devices: '設備', Old: '舊' }, cn: {} });

  const { configs, updatetime, base } = first;
  const word = '<b>{name}</b> & "quotes"';
  const raw = ['Map', word, 'Devices'];
  const data = { en: { Map: 'Chart' }, tw: { Map: '電子地圖', [word]: '{name}！', Devices: '' }, cn: {} };
  const kept = { en: { Map: 'Chart' }, tw: { Map: '電子地圖', [word]: '{name}！' }, cn: {} };
  const edit = { configs, raw, data, updatetime, base };
  const [status, said] = await putText(server.ports.http, server.admin, edit);
  assert.deepEqual([status, said['message']], [200, 'Save Success']);
  const shown = async () => {
    const { raw: words, data: texts } = await load();
    return { words, texts };
  };
  assert.deepEqual(await shown(), { words: raw, texts: kept }, 'at once');
  await server.close();
  server = await world.start({}, { consoleFolder });
  assert.deepEqual(await shown(), { words: raw, texts: kept }, 'after a restart');

  // The one who comes later with what he saw before is told of the first, and nothing of the first is lost.
  const [late, refusal] = await putText(server.ports.http, server.admin, { ...edit, data: {} });
  assert.equal(late, 409);
  const { updateby, updatetime: savedAt } = asJson(refusal['changed']);
  assert.deepEqual([updateby, savedAt], ['admin', said['updatetime']]);
  assert.deepEqual(await shown(), { words: raw, texts: kept });
  const [moved] = await putText(server.ports.http, server.admin, { ...edit, updatetime: savedAt, base: 'other' });
  assert.equal(moved, 409, 'the texts of the server are others than the editor saw');
  const unknown = { configs, raw, data: { fr: { Map: 'Carte' } } };
  assert.equal((await putText(server.ports.http, server.admin, unknown))[0], 400);
  assert.deepEqual(await shown(), { words: raw, texts: kept });
});

test('translations are saved as text/plain by level 0 only, and no other call takes text', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await server.app.users.add({
    name: 'eve',
    passwordHash: server.admin.hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [],
  });
  const edit = { configs: [{ config: 'en', icon: '', name: 'English' }], raw: [], data: {} };
  const { http } = server.ports;
  assert.equal((await putText(http, { user: 'eve', hash: server.admin.hash }, edit))[0], 403);
  assert.equal((await putText(http, server.admin, edit, 'application/json'))[0], 200);
  const authorization = `Basic ${Buffer.from(`${server.admin.user}:${server.admin.hash}`).toString('base64')}`;
  const other = await fetch(`http://${HOST}:${http}/gkserver/iframes`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'text/plain' },
    body: '{"list":[]}',
  });
  assert.equal(other.status, 415);
});
