// Finding by a few typed letters: how well a text fits a word, and the best of many. Pure.

/** Letters in order with gaps are the weakest match; each gap counts against it. 0: does not fit. */
const scattered = (text: string, word: string): number => {
  let at = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    if (at >= 0 && next > at + 1) gaps += 1;
    at = next;
  }
  return gaps > 2 ? 0 : 20 - gaps * 5;
};

const fitOne = (text: string, word: string): number => {
  if (text === word) return 100;
  const at = text.indexOf(word);
  if (at === 0) return 80;
  if (at > 0) return /[\s\p{P}]/u.test(text[at - 1] ?? '') ? 60 : 40;
  return word.length > 2 ? scattered(text, word) : 0;
};

/** How well texts that belong together fit what was typed: every word must fit one of them. 0 when one does not. */
export const fitOf = (texts: readonly string[], typed: string): number => {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const lower = texts.map((text) => text.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const best = Math.max(0, ...lower.map((text) => fitOne(text, word)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
};

/** What fits no worse than as a part of a text, for each of the words. */
const PART = 40;

/** Without those whose letters only come in order, where others fit better. */
export const withoutScattered = <T>(all: readonly T[], textsOf: (one: T) => readonly string[], typed: string): T[] => {
  const words = typed.split(/\s+/).filter(Boolean);
  const close = all.filter((one) => words.every((word) => fitOf(textsOf(one), word) >= PART));
  return close.length > 0 ? close : [...all];
};

/** The best that fit, best first; equal ones in their order. */
export const bestOf = <T>(
  all: readonly T[],
  textsOf: (one: T) => readonly string[],
  typed: string,
  most: number,
): T[] =>
  all
    .map((one) => ({ one, fit: fitOf(textsOf(one), typed) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ one }) => one);
