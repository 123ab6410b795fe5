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
    configs: [...getI18nConfig.example.reply.configs, { config: 'ja', icon: '/flags/ja.svg', name: '日本語' }],
    translations: { ja: { Map: '地図' } },
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
    translations: {
      en: { '{count} of {all} seen': 'Seen: {count} of {all}' },
      tw: { '{count} of {all} seen': '{all} 之 {count}' },
    },
  });
  const { chooseLocale, startTexts, t } = await fresh();
  const seen = (): string => t('{count} of {all} seen', { count: 2, all: '<b>$&</b>' });
  expect(seen()).toBe('2 of <b>$&</b> seen');
  await startTexts();
  expect(seen()).toBe('Seen: 2 of <b>$&</b>');
  await chooseLocale('tw');
  expect([seen(), t('Use {z} and {x}')]).toEqual(['<b>$&</b> 之 2', 'Use {z} and {x}']);
});
