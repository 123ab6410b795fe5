// The languages a deployment offers, over real sockets and before anyone signs in.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { asJson, asList, httpCall } from './support/operator.ts';
import { startServer, temporaryFolder } from './support/server.ts';
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
  assert.deepEqual(first['translations'], { en: {}, tw: { Map: '地圖' }, cn: {} });
  await mkdir(join(server.data, 'translations'));
  await writeFile(join(server.data, 'translations/tw.json'), JSON.stringify({ Map: '電子地圖' }));
  await until('the correction counts', async () => {
    const { translations } = await ask({ locale: 'tw' });
    return JSON.stringify(translations) === JSON.stringify({ tw: { Map: '電子地圖' } });
  });
  assert.equal((await httpCall(server.ports.http, 'GET', '/i18n/config', { input: { locale: '../x' } })).status, 400);
});
