// The external pages that the console shows: told to who is signed in, set by an administrator, and let into our pages by their policy.
import { type ExternalPages, externalPagesSetting, getIframes } from '@outrider/contract';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

export type ExternalPageFeature = {
  calls: CallHandler[];
  /** Origins that pages of ours may show inside. Asked for each page. */
  frameOrigins: () => readonly string[];
  close: () => void;
};

export const externalPageFeature = (settings: Pick<Settings, 'follow' | 'state' | 'save'>): ExternalPageFeature => {
  let pages: ExternalPages = { list: [] };
  let origins: readonly string[] = [];
  const close = settings.follow(externalPagesSetting, (chosen = { list: [] }) => {
    pages = chosen;
    origins = [...new Set(pages.list.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : [])))];
  });
  return {
    calls: [...settingCalls(settings, externalPagesSetting, () => pages), handle(getIframes, () => [...pages.list])],
    frameOrigins: () => origins,
    close,
  };
};
