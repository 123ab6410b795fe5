import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Labels, i18nConfig } from '@outrider/contract';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { EncodedJson } from '../../kernel/web/http.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { translationCalls } from './index.ts';

const start = (t: TestContext, options: { labels?: Labels; defaultLocale?: string } = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'outrider-translation-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['console/catalogue', 'data/translations']) mkdirSync(join(root, folder), { recursive: true });
  const write = (path: string, texts: unknown) =>
    writeFileSync(join(root, path), typeof texts === 'string' ? texts : JSON.stringify(texts));
  write('console/catalogue/tw.json', { Map: '地圖', Devices: '設備' });
  write('console/catalogue/cn.json', { Map: '地图' });
  const clock = createManualClock();
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const log = createTestLog();
  const [calls] = translationCalls({
    clock,
    log,
    db: opened.db,
    dataFolder: join(root, 'data'),
    consoleFolder: join(root, 'console'),
    labels: {},
    defaultLocale: 'en',
    ...options,
  });
  const ask = async (input: object = {}) => {
    const reply = await calls?.run(testCaller(), input, { token: null, setSessionCookie: () => undefined });
    assert.ok(reply instanceof EncodedJson);
    return i18nConfig.parse(JSON.parse(String(reply.json)));
  };
  const askRaw = (input: object) => calls?.run(testCaller(), input, { token: null, setSessionCookie: () => undefined });
  return { ask, askRaw, write, clock, log };
};

test('the languages that come along are offered with flag and name, their texts from the catalogue', async (t) => {
  const { ask } = start(t);
  const { configs, data, fallback } = await ask();
  assert.deepEqual(configs, [
    { config: 'en', icon: '/flags/en.svg', name: 'English' },
    { config: 'tw', icon: '/flags/tw.svg', name: '繁體中文' },
    { config: 'cn', icon: '/flags/cn.svg', name: '简体中文' },
  ]);
  assert.deepEqual(data, { en: {}, tw: { Map: '地圖', Devices: '設備' }, cn: { Map: '地图' } });
  assert.equal(fallback, 'en');
  assert.deepEqual((await ask({ locale: 'cn' })).data, { cn: { Map: '地图' } });
});

test('labels of the variant rename texts, corrections of the deployment count before them and as soon as they are saved', async (t) => {
  const labels = { en: { Devices: 'Monitors' }, tw: { Devices: '監護設備' } };
  const { ask, write, clock } = start(t, { labels, defaultLocale: 'tw' });
  assert.deepEqual((await ask()).data['en'], { Devices: 'Monitors' });
  assert.deepEqual([(await ask()).data['tw']?.['Devices'], (await ask()).fallback], ['監護設備', 'tw']);
  write('data/translations/tw.json', { Devices: '車載機', Map: '圖' });
  clock.advance(2000);
  assert.deepEqual((await ask()).data['tw'], { Map: '圖', Devices: '車載機' });
});

test('a file with a name of its own adds a language; one without a name, broken or misnamed is left out and told', async (t) => {
  const { ask, write, log } = start(t);
  write('data/translations/ja.json', { '@name': '日本語', '@icon': '/flags/ja.svg', Map: '地図' });
  write('data/translations/fr.json', { Map: 'Carte' });
  write('data/translations/de.json', '{');
  write('data/translations/es.json', { Map: 7 });
  write('data/translations/Not A Language.json', {});
  const { configs, data } = await ask();
  assert.deepEqual(configs.slice(3), [{ config: 'ja', icon: '/flags/ja.svg', name: '日本語' }]);
  assert.deepEqual([data['ja'], data['fr']], [{ Map: '地図' }, undefined]);
  assert.equal(log.lines.filter((line) => JSON.stringify(line).includes('a file of texts is not used')).length, 3);
});

test('own texts whose key this release does not have are told, with forms of counting texts left alone', async (t) => {
  const { ask, write, log } = start(t);
  write('console/catalogue/tw.json', { Map: '地圖', '{count} rows': '{count} 行' });
  write('data/translations/ja.json', {
    '@name': '日本語',
    Map: '地図',
    '{count} rows_few': '行',
    Mapp: '地図',
    Old: '古い',
  });
  await ask();
  await ask();
  const told = log.lines.filter((line) => JSON.stringify(line).includes('own texts are not shown'));
  assert.equal(told.length, 1, 'once for each change of the files');
  assert.match(JSON.stringify(told[0]), /"ja".*"count":2.*\["Mapp","Old"\]/);
});

test('the texts are put together once for all who ask, not for each', async (t) => {
  const { askRaw, write, clock } = start(t);
  for (const input of [{}, { locale: 'tw' }, { locale: 'xx' }]) {
    const [first, second] = await Promise.all([askRaw(input), askRaw(input)]);
    assert.equal(first, second);
    clock.advance(2000);
    assert.equal(await askRaw(input), first, 'nothing changed');
  }
  const before = await askRaw({});
  write('data/translations/tw.json', { Map: '圖' });
  clock.advance(2000);
  assert.notEqual(await askRaw({}), before);
});
