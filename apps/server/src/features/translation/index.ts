// The languages on offer and their texts. The catalogue comes with the console; a deployment corrects it, or adds a language, by
// files in the folder `translations` of its data folder, which count as soon as they are saved. Over all of it lies what people
// changed in the console.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  AppError,
  type I18nConfig,
  type Labels,
  type LocaleConfig,
  type Texts,
  getI18nConfig,
  putI18nConfig,
} from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type Version, saveVersioned } from '../../kernel/storage/version.ts';
import { type Edits, FORM, type Sent, type Wording, edited, editsOf, wordsOf } from './edits.ts';
import { createEditStore } from './store.ts';
import { folderStamp, readTextFolder } from './text-files.ts';

export type TranslationKit = {
  clock: Clock;
  log: Log;
  db: Database;
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

/** Keys of a deployment's own texts that no text of this release has: mistyped, or renamed since the file was written. */
const keysWithoutText = (own: Texts, catalogue: ReadonlyMap<string, Texts>): string[] =>
  Object.keys(withoutMarks(own)).filter((key) => {
    const sentence = key.replace(FORM, '');
    return ![...catalogue.values()].some((texts) => key in texts || sentence in texts);
  });

/** What comes with the server: catalogue, labels of the variant, files of the deployment. `base`: another text for other texts. */
type Ground = { wording: Wording; configs: LocaleConfig[]; base: string };

/** Everybody asks, also before a sign-in: the texts are put together once, not for each. */
type Answers = { all: EncodedJson; ofLocale: ReadonlyMap<string, EncodedJson>; none: EncodedJson };
type Current = { ground: Ground; edits: Edits; answers: Answers };

const answersOf = (config: I18nConfig): Answers => {
  const encode = (raw: string[], data: I18nConfig['data']): EncodedJson =>
    new EncodedJson(JSON.stringify(z.encode(getI18nConfig.reply, { ...config, raw, data })));
  return {
    all: encode(config.raw, config.data),
    ofLocale: new Map(Object.entries(config.data).map(([locale, texts]) => [locale, encode([], { [locale]: texts })])),
    none: encode([], {}),
  };
};

/** Reads what comes with the server. */
const groundReader = ({ log, dataFolder, consoleFolder, labels: ofVariant }: TranslationKit) => {
  const ownFolder = join(dataFolder, 'translations');
  const catalogueFolder = join(consoleFolder, 'catalogue');
  const read = async (): Promise<Ground> => {
    const catalogue = await readTextFolder(catalogueFolder, log);
    const own = await readTextFolder(ownFolder, log);
    for (const [locale, texts] of own) {
      const keys = keysWithoutText(texts, catalogue);
      if (keys.length > 0)
        log.warn('own texts are not shown: nothing has these keys', {
          locale,
          count: keys.length,
          keys: keys.slice(0, TOLD_KEYS),
        });
    }
    const configs = languages(own);
    const labels = new Map<string, Texts>(Object.entries(ofVariant));
    const texts = new Map(
      configs.map(({ config }) => [
        config,
        { ...catalogue.get(config), ...labels.get(config), ...withoutMarks(own.get(config) ?? {}) },
      ]),
    );
    // Chinese has each word once; the catalogue of English holds forms only.
    const ordered = [...texts].toSorted(([a], [b]) => Number(a === 'en') - Number(b === 'en')).map(([, each]) => each);
    const hash = createHash('sha256').update(JSON.stringify([...texts]));
    return { wording: { words: wordsOf(ordered), texts }, configs, base: hash.digest('hex').slice(0, 16) };
  };
  return { read, stamp: async () => `${await folderStamp(catalogueFolder)}//${await folderStamp(ownFolder)}` };
};

const currentTexts = (kit: TranslationKit) => {
  const reader = groundReader(kit);
  const store = createEditStore(kit.db);
  let seen = { stamp: '', untilMs: -1, savedMs: -1, found: undefined as Current | undefined };
  let looking: Promise<Current> | undefined;

  /** Read again when a file changed or somebody saved, here or in another server on the same database. */
  const look = async (): Promise<Current> => {
    const stamp = await reader.stamp();
    const { updatedMs: savedMs } = await store.version();
    const isSame = seen.found !== undefined && stamp === seen.stamp;
    let { found } = seen;
    if (found === undefined || !isSame || savedMs !== seen.savedMs) {
      const ground = isSame && found !== undefined ? found.ground : await reader.read();
      const { edits, version } = await store.read();
      const { words, texts } = edited(ground.wording, edits);
      const { configs, base } = ground;
      const fallback = configs.some(({ config }) => config === kit.defaultLocale) ? kit.defaultLocale : 'en';
      const data = Object.fromEntries(texts);
      const answer = { configs, raw: [...words], data, fallback, updatetime: version.updatedMs, base };
      found = { ground, edits, answers: answersOf(answer) };
    }
    seen = { stamp, untilMs: kit.clock.monotonic() + LOOK_AGAIN_MS, savedMs, found };
    return found;
  };
  const again = (): Promise<Current> => (looking ??= look().finally(() => (looking = undefined)));
  return {
    /** Looked for at most every two seconds. */
    current: (): Current | Promise<Current> =>
      seen.found && kit.clock.monotonic() < seen.untilMs ? seen.found : again(),
    /** As it is now. */
    async latest(): Promise<Current> {
      await looking;
      return again();
    },
    store,
  };
};

/** For the access log: not all texts, but how they differ from those that come with the server. */
const toldOf = ({ added, removed, texts }: Edits): Record<string, unknown> => ({
  configs: Object.entries(texts).map(([locale, own]) => `${locale}: ${Object.keys(own).length}`),
  raw: [...added.map(({ word }) => `+${word}`), ...removed.map((word) => `-${word}`)],
  data: texts,
});

const assertSame = (ground: Ground, base: string | undefined, locales: readonly string[]): void => {
  if (base !== undefined && base !== ground.base)
    throw new AppError('conflict', 'The texts of the server have changed in the meantime. Reload them and save again.');
  const unknown = locales.find((each) => !ground.wording.texts.has(each));
  if (unknown !== undefined) throw new AppError('invalid', `There is no language ${unknown} here.`);
};

export const translationCalls = (kit: TranslationKit): CallHandler[] => {
  const texts = currentTexts(kit);

  const save = async (
    sent: Sent & { base?: string | undefined },
    edit: { by: string; seenMs?: number },
  ): Promise<Version> => {
    let edits: Edits;
    let ground: Ground;
    return saveVersioned({
      edit,
      nowMs: kit.clock.now(),
      async read() {
        ({ ground } = await texts.latest());
        const before = await texts.store.read();
        edits = editsOf(ground.wording, sent, before.edits);
        return { version: before.version, present: {} };
      },
      async write(version, before) {
        assertSame(ground, sent.base, Object.keys(sent.data));
        return texts.store.write(edits, version, before.updatedMs);
      },
    });
  };

  return [
    handle(getI18nConfig, async (_caller, { locale }) => {
      const { all, ofLocale, none } = (await texts.current()).answers;
      return locale === undefined ? all : (ofLocale.get(locale) ?? none);
    }),
    handle(putI18nConfig, async (caller, { configs, raw, data, base, updatetime }, { note }) => {
      const named = new Set(configs.map(({ config }) => config));
      const unnamed = Object.keys(data).find((locale) => !named.has(locale));
      if (unnamed !== undefined) throw new AppError('invalid', `There is no language ${unnamed} here.`);
      const { updatedMs } = await save(
        { raw, data, base },
        { by: caller.userName, ...(updatetime !== undefined && { seenMs: updatetime }) },
      );
      const { edits } = await texts.latest();
      note?.({ body: toldOf(edits) });
      return { hasError: 0 as const, message: 'Save Success', updatetime: updatedMs };
    }),
  ];
};
