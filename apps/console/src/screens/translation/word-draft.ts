// What an editor of translations changed and has not saved: a difference to what was loaded, so that it can be laid over what somebody else
// saved in the meantime. Pure.
import type { I18nConfig } from '@outrider/contract';

/** `was`: the text when it was first changed here. */
type Cell = { readonly was: string; readonly text: string };
export type WordDraft = {
  /** By language and word. */
  readonly cells: ReadonlyMap<string, Cell>;
  readonly struck: ReadonlySet<string>;
  readonly added: readonly { readonly word: string; readonly after: string }[];
};
export type WordRow = {
  readonly word: string;
  readonly struck: boolean;
  readonly isNew: boolean;
  /** By language; '' for none. */
  readonly texts: Readonly<Record<string, string>>;
};
/** A text that was changed here and, since then, by somebody else. */
export type Conflict = {
  readonly config: string;
  readonly word: string;
  readonly theirs: string;
  readonly mine: string;
};

export const NO_DRAFT: WordDraft = { cells: new Map(), struck: new Set(), added: [] };

const keyOf = (config: string, word: string): string => `${config}\n${word}`;
const saidIn = ({ data }: I18nConfig, config: string, word: string): string => {
  const texts = data[config];
  return texts !== undefined && Object.hasOwn(texts, word) ? (texts[word] ?? '') : '';
};

export const withText = (
  loaded: I18nConfig,
  draft: WordDraft,
  change: { config: string; word: string; text: string },
): WordDraft => {
  const { config, word, text } = change;
  const key = keyOf(config, word);
  const cells = new Map(draft.cells);
  if (text === saidIn(loaded, config, word)) cells.delete(key);
  else cells.set(key, { was: draft.cells.get(key)?.was ?? saidIn(loaded, config, word), text });
  return { ...draft, cells };
};

export const struckOrNot = (draft: WordDraft, word: string): WordDraft => {
  const struck = new Set(draft.struck);
  if (!struck.delete(word)) struck.add(word);
  return { ...draft, struck };
};

/** A word directly behind another one. */
export const withWord = (draft: WordDraft, word: string, after: string): WordDraft => ({
  ...draft,
  added: [{ word, after }, ...draft.added],
});

const wordsOf = ({ raw }: I18nConfig, { added }: WordDraft): string[] => {
  const known = new Set(raw);
  const behind = Map.groupBy(
    added.filter(({ word }) => !known.has(word)),
    ({ after }) => after,
  );
  const placed = new Set<string>();
  const place = (first: readonly string[]): void => {
    const waiting = first.toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (placed.has(next)) continue;
      placed.add(next);
      waiting.push(...(behind.get(next) ?? []).map(({ word }) => word).toReversed());
    }
  };
  place(raw);
  place(added.map(({ word }) => word)); // behind a word that somebody removed in the meantime
  return [...placed];
};

export const rowsOf = (loaded: I18nConfig, draft: WordDraft): WordRow[] => {
  const known = new Set(loaded.raw);
  return wordsOf(loaded, draft).map((word) => ({
    word,
    struck: draft.struck.has(word),
    isNew: !known.has(word),
    texts: Object.fromEntries(
      loaded.configs.map(({ config }) => [
        config,
        draft.cells.get(keyOf(config, word))?.text ?? saidIn(loaded, config, word),
      ]),
    ),
  }));
};

/** What was changed while `saved` was on its way: the draft as it was sent, which is now what the server holds. */
export const since = (saved: WordDraft, now: WordDraft): WordDraft => {
  const cells = new Map(
    [...now.cells].flatMap(([key, { was, text }]): [string, Cell][] => {
      const sent = saved.cells.get(key);
      if (sent === undefined) return [[key, { was, text }]];
      return sent.text === text ? [] : [[key, { was: sent.text, text }]];
    }),
  );
  // Put back to what stood there before the save: a change again.
  for (const [key, { was, text }] of saved.cells) if (!now.cells.has(key)) cells.set(key, { was: text, text: was });
  return {
    cells,
    struck: new Set([...now.struck].filter((word) => !saved.struck.has(word))),
    added: now.added.filter(({ word }) => !saved.added.some((sent) => sent.word === word)),
  };
};

/** How many words and texts would change. */
export const changesOf = (loaded: I18nConfig, draft: WordDraft): number => {
  const known = new Set(loaded.raw);
  const isNew = ({ word }: { word: string }): boolean => !known.has(word) && !draft.struck.has(word);
  const removed = [...draft.struck].filter((word) => known.has(word));
  const cells = [...draft.cells].filter(([key, { text }]) => {
    const [config = ''] = key.split('\n', 1);
    const word = key.slice(config.length + 1);
    return !draft.struck.has(word) && text !== saidIn(loaded, config, word);
  });
  return draft.added.filter(isNew).length + removed.length + cells.length;
};

export const conflictsOf = (loaded: I18nConfig, draft: WordDraft): Conflict[] =>
  [...draft.cells].flatMap(([key, { was, text }]) => {
    const [config = ''] = key.split('\n', 1);
    const word = key.slice(config.length + 1);
    const theirs = saidIn(loaded, config, word);
    return theirs === was || theirs === text ? [] : [{ config, word, theirs, mine: text }];
  });

/** The text of theirs stays, or that of mine: either way it is no conflict any more. */
export const settled = (
  loaded: I18nConfig,
  draft: WordDraft,
  { config, word, mine }: Conflict,
  keep: boolean,
): WordDraft => {
  const cells = new Map(draft.cells);
  cells.delete(keyOf(config, word));
  const without = { ...draft, cells };
  return keep ? withText(loaded, without, { config, word, text: mine }) : without;
};

/** What the server is sent: no struck word, no empty text. */
export const bodyOf = (loaded: I18nConfig, draft: WordDraft) => {
  const rows = rowsOf(loaded, draft).filter(({ struck }) => !struck);
  return {
    configs: loaded.configs,
    raw: rows.map(({ word }) => word),
    data: Object.fromEntries(
      loaded.configs.map(({ config }) => [
        config,
        Object.fromEntries(
          rows.flatMap(({ word, texts }) => {
            const text = texts[config] ?? '';
            return text.trim() === '' ? [] : [[word, text]];
          }),
        ),
      ]),
    ),
  };
};
