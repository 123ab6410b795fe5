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
