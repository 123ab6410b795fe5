// The external pages that the console shows: told to who is signed in, set by an administrator, and let into our pages by their policy.
import { type ExternalPages, externalPagesSetting, getIframes } from '@outrider/contract';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { isNamable } from '../../kernel/web/security-headers.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

export type ExternalPageFeature = {
  calls: CallHandler[];
  /** Origins that pages of ours may show inside. Asked for each page. */
  frameOrigins: () => readonly string[];
  close: () => void;
};

/** Undefined for a page of this server. */
const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Throws AppError `invalid` for a host that cannot stand in the policy of our pages: it would be left out, and no browser show the page. */
const assertNamable = async ({ list }: ExternalPages): Promise<void> => {
  for (const [i, { url }] of list.entries()) {
    const origin = originOf(url);
    if (origin !== undefined && !isNamable(origin))
      throw new AppError('invalid', `list.${i}.url: This is no host name and no address.`);
  }
};

export const externalPageFeature = (settings: Pick<Settings, 'follow' | 'state' | 'save'>): ExternalPageFeature => {
  let pages: ExternalPages = { list: [] };
  let origins: readonly string[] = [];
  const close = settings.follow(externalPagesSetting, (chosen = { list: [] }) => {
    pages = chosen;
    origins = [...new Set(pages.list.flatMap(({ url }) => originOf(url) ?? []))];
  });
  return {
    calls: [
      ...settingCalls(settings, externalPagesSetting, () => pages, assertNamable),
      handle(getIframes, () => [...pages.list]),
    ],
    frameOrigins: () => origins,
    close,
  };
};
