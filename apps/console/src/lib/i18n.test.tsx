// The page's texts against a server that answers, corrects, adds a language, or is away.
import { getI18nConfig } from '@outrider/contract';
import { afterEach, expect, it, vi } from 'vitest';

const fresh = async () => {
  vi.resetModules();
  return import('./i18n.ts');
};
const answer = (body: unknown): void => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));
};
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('[F-HTTP-018] offers exactly the languages of the server, with flag and name, and uses its texts', async () => {
  answer({
    ...getI18nConfig.example.reply,
    configs: [...getI18nConfig.example.reply.configs, { config: 'ja', icon: '/flags/ja.svg', name: '日本語' }],
    data: { ja: { Map: '地図' } },
    fallback: 'ja',
  });
  localStorage.setItem('locale', 'xx');
  const { chooseLocale, offeredLocales, startTexts, t } = await fresh();
  await startTexts();
  expect(offeredLocales().map(({ id, icon, name }) => [id, icon, name])).toEqual([
    ['en', '/flags/en.svg', 'English'],
    ['tw', '/flags/tw.svg', '繁體中文'],
    ['ja', '/flags/ja.svg', '日本語'],
  ]);
  expect(t('Map')).toBe('地図');
  await chooseLocale('en');
  expect([t('Map'), document.documentElement.lang, localStorage.getItem('locale')]).toEqual(['Map', 'en', 'en']);
});

it('counts as the language does: one device, two devices; Chinese has one form for both', async () => {
  answer({
    ...getI18nConfig.example.reply,
    data: { en: {}, tw: { '{count} devices': '{count} 台設備' } },
  });
  const { chooseLocale, startTexts, t } = await fresh();
  const said = (): string[] => [0, 1, 2, 1000].map((count) => t('{count} devices', { count }));
  const english = ['0 devices', '1 device', '2 devices', '1000 devices'];
  expect(said()).toEqual(english);
  await startTexts();
  expect(said()).toEqual(english);
  expect(t('{arrived} of {count} files arrived.', { arrived: 0, count: 1 })).toBe('0 of 1 file arrived.');
  await chooseLocale('tw');
  expect(said()).toEqual(['0 台設備', '1 台設備', '2 台設備', '1000 台設備']);
});

it('takes the forms that a language of the deployment has, and corrections of ours', async () => {
  answer({
    ...getI18nConfig.example.reply,
    configs: [...getI18nConfig.example.reply.configs, { config: 'pl', icon: '', name: 'Polski' }],
    data: {
      en: { '{count} devices_one': 'a single recorder', '{count} devices': '{count} recorders' },
      pl: {
        '{count} devices_one': '{count} pojazd',
        '{count} devices_few': '{count} pojazdy',
        '{count} devices': '{count} pojazdów',
      },
    },
    fallback: 'en',
  });
  const { chooseLocale, startTexts, t } = await fresh();
  const said = (): string[] => [1, 3, 7].map((count) => t('{count} devices', { count }));
  await startTexts();
  expect(said()).toEqual(['a single recorder', '3 recorders', '7 recorders']);
  await chooseLocale('pl');
  expect(said()).toEqual(['1 pojazd', '3 pojazdy', '7 pojazdów']);
});

it('draws with the texts that come along while the server cannot be asked', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('away');
  });
  localStorage.setItem('locale', 'tw');
  const { offeredLocales, startTexts, t } = await fresh();
  await startTexts();
  expect([offeredLocales().length, t('Cancel')]).toEqual([3, '取消']);
});

it('fills values into the text of the present language, and forgets a text with the language', async () => {
  answer({
    ...getI18nConfig.example.reply,
    data: {
      en: { '{count} of {all} seen': 'Seen: {count} of {all}' },
      tw: { '{count} of {all} seen': '{all} 之 {count}' },
    },
  });
  const { chooseLocale, startTexts, t } = await fresh();
  const seen = (): string => t('{count} of {all} seen', { count: 2, all: '<b>$&</b>' });
  const odd = (): string => t('Copy {what}', { what: '$t(Map) {what} {{what}}' });
  expect(odd()).toBe('Copy $t(Map) {what} {{what}}');
  expect(seen()).toBe('2 of <b>$&</b> seen');
  await startTexts();
  expect(seen()).toBe('Seen: 2 of <b>$&</b>');
  await chooseLocale('tw');
  expect([seen(), t('Use {z} and {x}')]).toEqual(['<b>$&</b> 之 2', 'Use {z} and {x}']);
});

it('the newest choice counts, whenever the texts of an older one come', async () => {
  const { reply } = getI18nConfig.example;
  const late = Promise.withResolvers<Response>();
  const texts = (data: object): Response => new Response(JSON.stringify({ ...reply, data }));
  vi.stubGlobal('fetch', async (to: string) => (to.endsWith('=tw') ? late.promise : texts({ en: {} })));
  const { chooseLocale, startTexts, t } = await fresh();
  await startTexts();
  const older = chooseLocale('tw');
  await chooseLocale('en');
  late.resolve(texts({ tw: { Map: '地圖' } }));
  await older;
  expect([t('Map'), document.documentElement.lang, localStorage.getItem('locale')]).toEqual(['Map', 'en', 'en']);
  await chooseLocale('tw');
  expect([t('Map'), localStorage.getItem('locale')]).toEqual(['地圖', 'tw']);
});

it('says a sentence that the server filled in in the language of the page, with its values and the field in front', async () => {
  answer({
    ...getI18nConfig.example.reply,
    data: {
      en: {},
      tw: {
        'Unknown device {id}': '未知設備 {id}',
        'At most {count} days at once': '一次最多 {count} 天',
        'The device refused: {why}': '設備拒絕：{why}',
        failed: '失敗',
        'This is set by {source} and can be changed there alone.': '此項由 {source} 設定。',
        'the configuration file': '設定檔',
        Map: '地圖',
        'There is an account named {name} already.': '已有名為 {name} 的帳號。',
        'There is no such parameter.': '沒有這個參數。',
      },
    },
  });
  const { chooseLocale, startTexts, t } = await fresh();
  await startTexts();
  expect([t('Unknown device 7'), t('At most 1 days at once'), t('day: Unknown device 7')]).toEqual([
    'Unknown device 7',
    'At most 1 day at once',
    'day: Unknown device 7',
  ]);
  await chooseLocale('tw');
  expect([t('Unknown device 7'), t('At most 31 days at once'), t('The device refused: failed')]).toEqual([
    '未知設備 7',
    '一次最多 31 天',
    '設備拒絕：失敗',
  ]);
  expect(t('This is set by the configuration file and can be changed there alone.')).toBe('此項由 設定檔 設定。');
  // A name is nobody's to translate, though the catalogue has the word.
  expect(t('There is an account named Map already.')).toBe('已有名為 Map 的帳號。');
  expect(t('deviceParams.x7: There is no such parameter.')).toBe('deviceParams.x7: 沒有這個參數。');
  expect(t('Z.deviceid: Unknown device 7')).toBe('Z.deviceid: 未知設備 7');
  // No row for it, nothing known, and far too much.
  const others = ['There are 9 reports already.', 'Depot: north', 'a: '.repeat(100_000) + 'Map'];
  expect(others.map((each) => t(each))).toEqual(others);
});
