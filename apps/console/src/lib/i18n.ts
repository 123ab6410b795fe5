// All texts go through t(): English sentences are the keys. The other languages are catalogues loaded when chosen.
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { deployment } from './deployment.ts';
import { readPreference, writePreference } from './preferences.ts';

export type Locale = 'en' | 'tw' | 'cn';
/** The languages with their own names and the tag the browser knows them by. */
export const locales: readonly { id: Locale; name: string; tag: string }[] = [
  { id: 'en', name: 'English', tag: 'en' },
  { id: 'tw', name: '繁體中文', tag: 'zh-Hant' },
  { id: 'cn', name: '简体中文', tag: 'zh-Hans' },
];

const isLocale = (text: string): text is Locale => locales.some((l) => l.id === text);

/**
 * The text in the language of the page; `{name}` is filled from `values`. Call it while rendering, never at import time: the
 * language may change, and then the whole page is drawn anew.
 */
export const t = (text: string, values?: Record<string, string | number>): string =>
  i18next.isInitialized ? i18next.t(text, values ?? {}) : text;

const catalogues: Record<Exclude<Locale, 'en'>, () => Promise<{ default: Record<string, string> }>> = {
  tw: () => import('./catalogue/tw.json'),
  cn: () => import('./catalogue/cn.json'),
};

const show = async (locale: Locale): Promise<void> => {
  if (locale !== 'en' && !i18next.hasResourceBundle(locale, 'translation')) {
    const { default: texts } = await catalogues[locale]();
    i18next.addResourceBundle(locale, 'translation', texts);
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locales.find((l) => l.id === locale)?.tag ?? 'en';
};

/** Starts with the remembered language; an unknown one falls back to the deployment's. Resolves when texts can be drawn. */
export const startTexts = async (): Promise<void> => {
  const stored = readPreference('locale');
  await i18next.init({
    lng: 'en',
    fallbackLng: false,
    resources: { en: { translation: {} } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  await show(isLocale(stored) ? stored : deployment.defaultLocale);
};

/** Changes the language of the page and remembers it. */
export const chooseLocale = async (locale: Locale): Promise<void> => {
  await show(locale);
  writePreference('locale', locale);
};

const subscribe = (tell: () => void): (() => void) => {
  i18next.on('languageChanged', tell);
  return () => i18next.off('languageChanged', tell);
};

/** The language of the page. */
export const useLocale = (): Locale =>
  useSyncExternalStore(subscribe, () => (isLocale(i18next.language) ? i18next.language : 'en'));
