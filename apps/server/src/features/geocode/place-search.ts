// Finds named places by the beginning of their own name, whatever its accents and capitals. Pure; the file of places is places-file.ts.
import { type FoundPlace, MAX_FOUND_PLACES } from '@outrider/contract';
import { wording } from './nearest.ts';
import type { Places } from './places-file.ts';

/** More of one beginning are not looked at: who types on finds them. */
const MOST_LOOKED_AT = 2000;
const CLOSEST_ZOOM = 18;

/** Best first: the name itself, then shorter ones. */
export type SearchPlaces = (word: string) => FoundPlace[];

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Lines of all names, and where each begins. */
const indexOf = (places: Places): { text: string; starts: Uint32Array } => {
  const starts = new Uint32Array(places.count);
  const lines: string[] = [];
  let at = 1;
  for (let i = 0; i < places.count; i += 1) {
    const line = plain(places.name(i));
    starts[i] = at;
    at += line.length + 1;
    lines.push(line);
  }
  return { text: `\n${lines.join('\n')}\n`, starts };
};

/** Which line begins at this place of the text. */
const lineAt = (starts: Uint32Array, at: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The index is made with the first question. */
export const createPlaceSearch = (places: Places): SearchPlaces => {
  let made: ReturnType<typeof indexOf> | undefined;
  return (word) => {
    const { text, starts } = (made ??= indexOf(places));
    const wanted = `\n${plain(word.trim()).replaceAll('\n', ' ')}`;
    const found: { index: number; length: number }[] = [];
    for (let at = text.indexOf(wanted); at >= 0 && found.length < MOST_LOOKED_AT; at = text.indexOf(wanted, at + 1)) {
      const index = lineAt(starts, at + 1);
      found.push({ index, length: text.indexOf('\n', at + 1) - at });
    }
    return found
      .toSorted((a, b) => a.length - b.length || a.index - b.index)
      .slice(0, MAX_FOUND_PLACES)
      .map(({ index }) => ({
        name: wording(places.name(index), places.within(index), CLOSEST_ZOOM),
        lat: places.lat(index),
        lon: places.lng(index),
      }));
  };
};
