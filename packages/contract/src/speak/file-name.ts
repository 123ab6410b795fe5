// What files are called for people, wherever they are saved: the one rule for console and server. On the server's disk files have names of
// our own: nothing that somebody sends becomes a path. Pure.
import { plainText } from './plain-text.ts';

/** Longer names are refused by some file systems; with the ending. */
const LONGEST = 120;

/** As every file system takes it: what one of them refuses becomes an underscore; '' when nothing is left. */
const safePart = (part: string): string =>
  plainText(part.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}<>:"/\\|?*]/gu, '_')).replaceAll(/^[. ]+|[. ]+$/g, '');

/** Whole characters, so that none is cut in two. */
const cut = (name: string, length: number): string => {
  let kept = name.slice(0, length);
  if (/[\ud800-\udbff]$/.test(kept)) kept = kept.slice(0, -1);
  return kept.replace(/[. ]+$/, '');
};

/** 'TRK-104_20260301_ch2.mp4': parts that say what is inside, device first; empty ones drop out. `ending` has no dot in front. */
export const fileNameOf = (parts: readonly string[], ending: string): string => {
  const name = parts
    .map(safePart)
    .filter((part) => part !== '')
    .join('_');
  return `${cut(name, LONGEST - 1 - ending.length)}.${ending}`;
};

/** A moment in names that the server gives: `20261121T101500Z`. */
export const fileStamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/**
 * A name that somebody gave, without folders, with the ending of what the file is ('' leaves its own; `.mp4` or `.gms.mkv` replaces
 * any of `others`, as RegExp at the end). '' when it says nothing that can be a name.
 */
export const givenFileName = (given: string, ending: string, others: RegExp): string => {
  const base = safePart(given.replace(/^.*[/\\]/s, '').replace(others, ''));
  return /[\p{L}\p{N}]/u.test(base) ? cut(base, LONGEST - ending.length) + ending : '';
};
