// All texts go through t(): English sentences are the keys, and English itself needs a catalogue only for the forms that a number
// changes. Languages and their texts come from the server when chosen.
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { I18nConfig } from '@outrider/contract';
import english from './catalogue/en.json' with { type: 'json' };
import { deployment } from './deployment.ts';
import { fetchTexts } from './locale-config.ts';
import { readPreference, writePreference } from './preferences.ts';
import { LONGEST_SAID, findSaid } from './said-text.ts';

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

void i18next.init({
  initAsync: false,
  lng: 'en',
  fallbackLng: false,
  resources: { en: { translation: english } },
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  // What has no value stays as it is written.
  missingInterpolationHandler: (_text: string, [whole]: RegExpMatchArray) => whole,
});

/** Texts as they read in the language of the page: a table asks for the same few in each of its cells. */
const looked = new Map<string, string>();
/** Words of devices and reasons of the server pass through here as well: there is no end of those. */
const MOST_LOOKED = 5000;
i18next.on('languageChanged', () => looked.clear());

const look = (text: string): string => {
  let found = looked.get(text);
  if (found === undefined) {
    found = i18next.t(text, { skipInterpolation: true });
    if (found === text) found = saidText(text);
    if (looked.size >= MOST_LOOKED) looked.clear();
    looked.set(text, found);
  }
  return found;
};

/** The server names the field in front of what it has against it: 'Z.plate: …'. */
const FIELD = /^((?:[a-z][\w.]*|[A-Z](?:\.[\w.]+)?): )(.+)$/s;

/** Values that may be texts of the catalogues themselves; all others may be somebody's names. */
const OWN_TEXTS: ReadonlySet<string> = new Set(['reason', 'why', 'source']);

/** A sentence that the server filled in, in the language of the page; `said` itself where there is none like it. */
const saidText = (said: string): string => {
  if (said.length > LONGEST_SAID) return said;
  const [, field = '', rule = ''] = FIELD.exec(said) ?? [];
  if (rule !== '') return field + look(rule);
  const found = findSaid(said);
  if (found === undefined) return said;
  const values = Object.entries(found.values).map(([name, value]) => [
    name,
    OWN_TEXTS.has(name) ? look(String(value)) : value,
  ]);
  return t(found.text, Object.fromEntries(values));
};

/** `count` chooses the form of a text that says `{count}`; a number that changes no word has any other name. */
type Values = Readonly<Record<string, string | number>> & { readonly count?: number };

/**
 * The text in the language of the page; `{name}` is filled from `values`. Call it while rendering, never at import time: the
 * language may change, and then the whole page is drawn again.
 */
export const t = (text: string, values?: Values): string => {
  if (values === undefined) return look(text);
  const { count } = values;
  return i18next.t(text, { replace: values, nest: false, ...(count === undefined ? {} : { count }) });
};

/** For a page whose server cannot be asked. */
const catalogues: Readonly<Record<string, () => Promise<{ default: Record<string, string> }>>> = {
  tw: () => import('./catalogue/tw.json'),
  cn: () => import('./catalogue/cn.json'),
};

const isOffered = (id: Locale): boolean => offered.some((each) => each.id === id);

/** Takes over what the server offers, and the texts it sent. */
const takeOver = ({ configs, data }: I18nConfig): void => {
  offered = configs.map(({ config, icon, name }) => ({ id: config, name, icon, tag: tagOf(config) }));
  for (const [locale, texts] of Object.entries(data))
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

/** Asks again for the texts that this page holds: what somebody changed is there for what is drawn from now on. */
export const reloadTexts = async (): Promise<void> => {
  for (const locale of loaded) {
    // oxlint-disable-next-line no-await-in-loop -- one or two languages
    const config = await fetchTexts(locale);
    if (config === undefined) continue;
    i18next.removeResourceBundle(locale, 'translation'); // a text that was taken back is not in the new ones
    if (locale === 'en') i18next.addResourceBundle('en', 'translation', english);
    takeOver(config);
  }
};

const show = async (locale: Locale): Promise<void> => {
  await i18next.changeLanguage(locale);
  document.documentElement.lang = tagOf(locale);
};

/** Starts with the remembered language; an unknown one falls back to the deployment's. Resolves when texts can be drawn. */
export const startTexts = async (): Promise<void> => {
  const stored = readPreference('locale');
  const wanted = stored === '' ? deployment.defaultLocale : stored;
  const config = await load(wanted);
  const locale = isOffered(wanted) ? wanted : isOffered(config?.fallback ?? '') ? (config?.fallback ?? 'en') : 'en';
  if (locale !== wanted) await load(locale);
  await show(locale);
};

/** Counts the choices: the texts of an older one may come after those of a newer one, which is what counts. */
let choices = 0;

/** Changes the language of the page and remembers it. */
export const chooseLocale = async (locale: Locale): Promise<void> => {
  choices += 1;
  const choice = choices;
  if (!loaded.has(locale)) await load(locale);
  if (choice !== choices) return;
  await show(locale);
  if (choice === choices) writePreference('locale', locale);
};

const subscribe = (tell: () => void): (() => void) => {
  i18next.on('languageChanged', tell);
  return () => i18next.off('languageChanged', tell);
};

/** The language of the page. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, () => i18next.language ?? 'en');
