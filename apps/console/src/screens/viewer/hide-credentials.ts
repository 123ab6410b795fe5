// Takes a plain account out of the address bar: /live leads to its own sealed form. Other pages keep the address they were given.
import { sealedLivePath, segmentsOf } from './address.ts';
import { sentHash } from './account.ts';

/** Where this page is now. The address bar and the history hold the sealed path in the place of the plain one. */
export const hideCredentials = (): { readonly pathname: string; readonly search: string } => {
  const { pathname, search } = globalThis.location;
  const segments = segmentsOf(pathname);
  if (!pathname.startsWith('/live/') || segments?.length !== 3) return { pathname, search };
  const sealed = sealedLivePath(segments, sentHash(segments[2] ?? ''));
  globalThis.history.replaceState(null, '', sealed);
  return { pathname: sealed, search };
};
