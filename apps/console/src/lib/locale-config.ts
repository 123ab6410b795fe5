// Asks the server which languages this deployment offers and their texts, corrections included. Not: which one is shown (i18n.ts).
import { getI18nConfig, localeName } from '@outrider/contract';
import type { I18nConfig } from '@outrider/contract';
import { systemClock } from './time.ts';

/** A page that waits longer for its words draws with those that come along. */
const PATIENCE_MS = 3000;

/** What the server says, with the texts of `locale` only, or of all languages; undefined when it cannot be asked. */
export const fetchTexts = async (locale?: string): Promise<I18nConfig | undefined> => {
  // What this browser stored may be anything; the server refuses a name that cannot be one.
  const named = localeName.safeParse(locale).data;
  const query = named === undefined ? '' : `?locale=${encodeURIComponent(named)}`;
  const late = new AbortController();
  const stop = systemClock.after(PATIENCE_MS, () => late.abort());
  try {
    const response = await fetch(getI18nConfig.path + query, { signal: late.signal });
    return getI18nConfig.reply.safeParse(await response.json()).data;
  } catch {
    return undefined; // away, older or slow: the catalogue that comes with the page serves
  } finally {
    stop();
  }
};
