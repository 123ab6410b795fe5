// What a kept file is called for people. On the disk it has a name of our own: nothing a device says becomes a path. Pure.
import { endings } from './content-type.ts';

const MAX_LENGTH = 120;

/**
 * The device's name as it can be one: no folders, no control or direction marks, no characters that some system refuses, and the
 * ending of what the content is. `fallback` where nothing is left.
 */
export const safeName = (wanted: string, type: string, fallback: string): string => {
  const ending = endings[type] ?? '';
  const base = wanted
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replaceAll(/[^\p{L}\p{N} ._()@+-]/gu, '_')
    .replace(/^[ .]+/, '');
  const kept = /[\p{L}\p{N}]/u.test(base) ? base : fallback;
  const bare = ending === '' || !kept.toLowerCase().endsWith(ending) ? kept : kept.slice(0, -ending.length);
  const short = bare.slice(0, MAX_LENGTH - ending.length).replace(/[ .]+$/, '');
  return short + ending;
};
