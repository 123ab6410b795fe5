// The languages of a deployment and their texts: the catalogue that comes along, labels of the variant, corrections of the deployment.
import { z } from 'zod';
import { call } from './speak/speak.ts';

/** Short name of a language in paths and files, like en, tw or pt-br. */
export const localeName = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/);
/** `config` is the short name, `icon` the path of a flag ('' for none), `name` what the language calls itself. */
export const localeConfig = z.object({ config: localeName, icon: z.string(), name: z.string() });
export type LocaleConfig = z.output<typeof localeConfig>;

/** Texts by the English text as first released, which is the key for ever: a text without an entry stands as it is. */
export const texts = z.record(z.string(), z.string());
export type Texts = z.output<typeof texts>;

export const i18nConfig = z.object({
  translations: z.record(z.string(), texts),
  configs: z.array(localeConfig),
  /** The language of who has not chosen one. */
  fallback: localeName,
});
export type I18nConfig = z.output<typeof i18nConfig>;
export const getI18nConfig = call({
  method: 'GET',
  path: '/i18n/config',
  right: 'public',
  input: z.object({ locale: localeName.optional() }),
  reply: i18nConfig,
  about: 'The languages on offer and their texts; `locale` leaves out the texts of the others.',
  example: {
    input: { locale: 'tw' },
    reply: {
      translations: { tw: { Devices: '設備' } },
      configs: [
        { config: 'en', icon: '/flags/en.svg', name: 'English' },
        { config: 'tw', icon: '/flags/tw.svg', name: '繁體中文' },
      ],
      fallback: 'en',
    },
  },
});
