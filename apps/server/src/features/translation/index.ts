// The languages on offer and their texts. The catalogue comes with the console; a deployment corrects it, or adds a language, by
// files in the folder `translations` of its data folder, which count as soon as they are saved.
import { join } from 'node:path';
import { type I18nConfig, type Labels, type LocaleConfig, type Texts, getI18nConfig } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { folderStamp, readTextFolder } from './text-files.ts';

export type TranslationKit = {
  clock: Clock;
  log: Log;
  dataFolder: string;
  /** The folder of the built console, which holds the catalogue. */
  consoleFolder: string;
  /** Renamed texts of the brand variant. */
  labels: Labels;
  defaultLocale: string;
};

/** In a file of texts: the name of a language that does not come along, and the path of its flag. */
const NAME_KEY = '@name';
const ICON_KEY = '@icon';
const LOOK_AGAIN_MS = 2000;

const along: readonly LocaleConfig[] = [
  { config: 'en', icon: '/flags/en.svg', name: 'English' },
  { config: 'tw', icon: '/flags/tw.svg', name: '繁體中文' },
  { config: 'cn', icon: '/flags/cn.svg', name: '简体中文' },
];

const withoutMarks = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith('@')));

/** Those that come along and those whose file gives them a name. */
const languages = (own: ReadonlyMap<string, Texts>): LocaleConfig[] => {
  const known = along.map(({ config, icon, name }) => {
    const texts = own.get(config);
    return { config, icon: texts?.[ICON_KEY] ?? icon, name: texts?.[NAME_KEY] ?? name };
  });
  const added = [...own].flatMap(([config, texts]) => {
    const name = texts[NAME_KEY];
    if (name === undefined || along.some((each) => each.config === config)) return [];
    return [{ config, icon: texts[ICON_KEY] ?? '', name }];
  });
  return [...known, ...added];
};

/** More keys than that are not told one by one. */
const TOLD_KEYS = 20;

/** The forms of a text that counts, which keys end with: `Intl.PluralRules` names them. */
const FORM = /_(zero|one|two|few|many|other)$/;

/** Keys of a deployment's own texts that no text of this release has: mistyped, or renamed since the file was written. */
const keysWithoutText = (own: Texts, catalogue: ReadonlyMap<string, Texts>): string[] =>
  Object.keys(withoutMarks(own)).filter((key) => {
    const sentence = key.replace(FORM, '');
    return ![...catalogue.values()].some((texts) => key in texts || sentence in texts);
  });

/** Everybody asks, also before a sign-in: the texts are put together once, not for each. */
type Answers = { all: EncodedJson; ofLocale: ReadonlyMap<string, EncodedJson>; none: EncodedJson };

const answersOf = (config: I18nConfig): Answers => {
  const encode = (translations: I18nConfig['translations']): EncodedJson =>
    new EncodedJson(JSON.stringify(z.encode(getI18nConfig.reply, { ...config, translations })));
  return {
    all: encode(config.translations),
    ofLocale: new Map(
      Object.entries(config.translations).map(([locale, texts]) => [locale, encode({ [locale]: texts })]),
    ),
    none: encode({}),
  };
};

export const translationCalls = (kit: TranslationKit): CallHandler[] => {
  const ownFolder = join(kit.dataFolder, 'translations');
  const catalogueFolder = join(kit.consoleFolder, 'catalogue');
  let seen = { stamp: '', untilMs: -1, config: undefined as Answers | undefined };
  let looking: Promise<Answers> | undefined;

  const read = async (): Promise<Answers> => {
    const catalogue = await readTextFolder(catalogueFolder, kit.log);
    const own = await readTextFolder(ownFolder, kit.log);
    for (const [locale, texts] of own) {
      const keys = keysWithoutText(texts, catalogue);
      if (keys.length > 0)
        kit.log.warn('own texts are not shown: nothing has these keys', {
          locale,
          count: keys.length,
          keys: keys.slice(0, TOLD_KEYS),
        });
    }
    const configs = languages(own);
    const labels = new Map<string, Texts>(Object.entries(kit.labels));
    const translations = Object.fromEntries(
      configs.map(({ config }) => [
        config,
        { ...catalogue.get(config), ...labels.get(config), ...withoutMarks(own.get(config) ?? {}) },
      ]),
    );
    const fallback = configs.some(({ config }) => config === kit.defaultLocale) ? kit.defaultLocale : 'en';
    return answersOf({ translations, configs, fallback });
  };

  /** Read again when a file changed; looked for at most every two seconds. */
  const look = async (): Promise<Answers> => {
    const stamp = `${await folderStamp(catalogueFolder)}//${await folderStamp(ownFolder)}`;
    const config = seen.config && stamp === seen.stamp ? seen.config : await read();
    seen = { stamp, untilMs: kit.clock.monotonic() + LOOK_AGAIN_MS, config };
    return config;
  };
  const current = async (): Promise<Answers> => {
    if (seen.config && kit.clock.monotonic() < seen.untilMs) return seen.config;
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };

  return [
    handle(getI18nConfig, async (_caller, { locale }) => {
      const { all, ofLocale, none } = await current();
      return locale === undefined ? all : (ofLocale.get(locale) ?? none);
    }),
  ];
};
