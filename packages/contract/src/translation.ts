// The languages of a deployment and their texts: the catalogue that comes along, labels of the variant, files of the deployment, and what
// people changed in the console.
import { z } from 'zod';
import { call } from './speak/speak.ts';
import { seenUpdatetime, updatetime } from './speak/version.ts';
import { outcome } from './speak/wire.ts';

/** Short name of a language in paths and files, like en, tw or pt-br. */
export const localeName = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/);
/** `config` is the short name, `icon` the path of a flag ('' for none), `name` what the language calls itself. */
export const localeConfig = z.object({ config: localeName, icon: z.string(), name: z.string() });
export type LocaleConfig = z.output<typeof localeConfig>;

/** Texts by the English text as first released, which is the key for ever: a text without an entry stands as it is. */
export const texts = z.record(z.string(), z.string());
export type Texts = z.output<typeof texts>;

export const i18nConfig = z.object({
  configs: z.array(localeConfig),
  /** The words in their order: those of the catalogue, and the deployment's own. */
  raw: z.array(z.string()),
  /** The texts by language and word. */
  data: z.record(z.string(), texts),
  /** The language of who has not chosen one. */
  fallback: localeName,
  updatetime,
  /** Another text whenever the texts that come with the server, or its files, change. */
  base: z.string(),
});
export type I18nConfig = z.output<typeof i18nConfig>;
export const getI18nConfig = call({
  method: 'GET',
  path: '/i18n/config',
  right: 'public',
  input: z.object({ locale: localeName.optional() }),
  reply: i18nConfig,
  about:
    'The languages on offer, the words in their order and their texts; `locale` leaves out the words and the texts of the other languages.',
  example: {
    input: { locale: 'tw' },
    reply: {
      configs: [
        { config: 'en', icon: '/flags/en.svg', name: 'English' },
        { config: 'tw', icon: '/flags/tw.svg', name: '繁體中文' },
      ],
      raw: [],
      data: { tw: { Devices: '設備' } },
      fallback: 'en',
      updatetime: 0,
      base: '5f2c9a',
    },
  },
});

export const MAX_WORDS = 10_000;
/** Of one language, and of a server: a body holds no more. */
const MAX_LANGUAGES = 60;
const MAX_TRANSLATION_MB = 4;
/** Names that every JavaScript object has: as keys of JSON they are not told apart from a value. */
const NO_WORDS = new Set(['__proto__', 'constructor', 'prototype']);
export const word = z
  .string()
  .min(1)
  .max(2000)
  .refine((text) => !NO_WORDS.has(text), 'This word cannot be used.');
const translated = z.string().max(4000);

export const putI18nConfig = call({
  method: 'PUT',
  path: '/i18n/config',
  right: 'admin',
  audit: { action: 'Save translations', secret: {} },
  body: {
    maxBytes: MAX_TRANSLATION_MB * 1024 * 1024,
    tooLarge: `The texts are too large: at most ${MAX_TRANSLATION_MB} MB are saved.`,
  },
  text: true,
  input: z.object({
    configs: z.array(localeConfig).min(1).max(MAX_LANGUAGES),
    raw: z.array(word).max(MAX_WORDS),
    data: z.record(localeName, z.record(z.string(), translated)),
    /** The `base` that the editor saw. */
    base: z.string().max(64).optional(),
    ...seenUpdatetime,
  }),
  reply: outcome.extend({ updatetime }),
  about:
    'Saves words and texts; the body is JSON as text/plain. A word that `raw` leaves out is not listed any more and stands as it is; one that is new there is added after the one before it. A word without a text, or with an empty one, has none; a language that `data` leaves out stays as it is. The languages themselves are not changed. They count at once for every page that is opened. 409 where somebody saved since `updatetime`, or the texts of the server are others than `base`.',
  example: {
    input: {
      configs: [
        { config: 'en', icon: '/flags/en.svg', name: 'English' },
        { config: 'tw', icon: '/flags/tw.svg', name: '繁體中文' },
      ],
      raw: ['Devices', 'Depot'],
      data: { en: {}, tw: { Devices: '設備', Depot: '車場' } },
    },
    reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_000 },
  },
});
