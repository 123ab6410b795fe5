// All texts go through t(): English sentences are the keys. Languages and their texts come from the server when chosen.
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { I18nConfig } from '@outrider/contract';
import { deployment } from './deployment.ts';
import { fetchTexts } from './locale-config.ts';
import { readPreference, writePreference } from './preferences.ts';

/** The short name of a language: one that comes along, or one that the deployment added. */
export type Locale = string;
/** A language on offer: its own name, the path of its flag ('' for none), and the tag the browser knows it by. */
export type OfferedLocale = { id: Locale; name: string; icon: string; tag: string };

const tags: Readonly<Record<string, string>> = { tw: 'zh-Hant', cn: 'zh-Hans' };
const tagOf = (id: Locale): string => tags[id] ?? id;
const along: readonly OfferedLocale[] = [
  { id: 'en', name: 'English', icon: '/flags/en.svg', tag: 'en' },
  { id: 'tw', name: '繁體中文', icon: '/flags/tw.svg', tag: tagOf('tw') },
  { id: 'cn', name: '简体中文', icon: '/flags/cn.svg', tag: tagOf('cn') },
];
let offered = along;

/** The languages of this deployment, as the server offers them; those that come along while it cannot be asked. */
export const offeredLocales = (): readonly OfferedLocale[] => offered;

/** Texts as they read in the language of the page: a table asks for the same few in each of its cells. */
const looked = new Map<string, string>();
/** Words of devices and reasons of the server pass through here as well: there is no end of those. */
const MOST_LOOKED = 5000;
i18next.on('languageChanged', () => looked.clear());

const look = (text: string): string => {
  let found = looked.get(text);
  if (found === undefined) {
    found = i18next.t(text, { skipInterpolation: true });
    if (looked.size >= MOST_LOOKED) looked.clear();
    looked.set(text, found);
  }
  return found;
};

/** What has no value stays as it is written. */
const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/**
 * The text in the language of the page; `{name}` is filled from `values`. Call it while rendering, never at import time: the
 * language may change, and then the whole page is drawn anew.
 */
export const t = (text: string, values?: Record<string, string | number>): string => {
  const found = i18next.isInitialized ? look(text) : text;
  return values === undefined ? found : filled(found, values);
};

/** For a page whose server cannot be asked. English needs none: its texts are the keys. */
const catalogues: Readonly<Record<string, () => Promise<{ default: Record<string, string> }>>> = {
  tw: () => import('./catalogue/tw.json'),
  cn: () => import('./catalogue/cn.json'),
};

const isOffered = (id: Locale): boolean => offered.some((each) => each.id === id);

/** Takes over what the server offers, and the texts it sent. */
const takeOver = ({ configs, translations }: I18nConfig): void => {
  offered = configs.map(({ config, icon, name }) => ({ id: config, name, icon, tag: tagOf(config) }));
  for (const [locale, texts] of Object.entries(translations))
    i18next.addResourceBundle(locale, 'translation', texts, false, true);
  looked.clear();
};

const loaded = new Set<Locale>();

const load = async (locale: Locale): Promise<I18nConfig | undefined> => {
  const config = await fetchTexts(locale);
  if (config !== undefined) {
    takeOver(config);
    loaded.add(locale);
  } else if (catalogues[locale] !== undefined) {
    const { default: texts } = await catalogues[locale]();
    i18next.addResourceBundle(locale, 'translation', texts);
    looked.clear();
  }
  return config;
};

const show = async (locale: Locale): Promise<void> => {
  await i18next.changeLanguage(locale);
  document.documentElement.lang = tagOf(locale);
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
  });
  const wanted = stored === '' ? deployment.defaultLocale : stored;
  const config = await load(wanted);
  const locale = isOffered(wanted) ? wanted : isOffered(config?.fallback ?? '') ? (config?.fallback ?? 'en') : 'en';
  if (locale !== wanted) await load(locale);
  await show(locale);
};

/** Changes the language of the page and remembers it. */
export const chooseLocale = async (locale: Locale): Promise<void> => {
  if (!loaded.has(locale)) await load(locale);
  await show(locale);
  writePreference('locale', locale);
};

const subscribe = (tell: () => void): (() => void) => {
  i18next.on('languageChanged', tell);
  return () => i18next.off('languageChanged', tell);
};

/** The language of the page. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, () => i18next.language ?? 'en');
