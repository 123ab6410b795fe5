// Where a browser goes that did not come in by the deployment's own path. Pure; asking and going is entrance.ts' matter.
import { hashPassword } from '../lib/password-hash.ts';

/** Where nothing else is configured: anyone who came by chance finds what they looked for. */
const SEARCH_SITE = 'https://duckduckgo.com/';

export type Entrance = {
  /** SHA-256 (hex, any case) of the only path to enter by; '' for any. */
  readonly hash: string;
  /** Where others go; '' for a public search site. */
  readonly redirect: string;
};

/** The address to leave for, or undefined to stay. `passed` is the hash this tab has already met. */
export const leaveFor = ({ hash, redirect }: Entrance, path: string, passed: string): string | undefined => {
  const wanted = hash.toUpperCase();
  if (wanted === '' || passed === wanted || hashPassword(path) === wanted) return undefined;
  return redirect === '' ? SEARCH_SITE : redirect;
};
