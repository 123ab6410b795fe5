// Which external page an index names, and what such a page may do. Pure.
import type { IframeEntry } from '@outrider/contract';

/** The entry of an index as it stands in the address; undefined for one that names none. */
export const entryAt = (entries: readonly IframeEntry[], index: string): IframeEntry | undefined =>
  /^\d{1,3}$/.test(index) ? entries[Number(index)] : undefined;

const always = 'allow-scripts allow-forms allow-popups allow-downloads allow-modals';

/** The sandbox of a page. One of our own origin must not keep it: it could then take the sandbox off. */
export const sandboxOf = (url: string, here: string): string =>
  new URL(url, here).origin === new URL(here).origin ? always : `${always} allow-same-origin`;
