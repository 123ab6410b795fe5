// What people changed of the texts in the console, as a difference to those that come with the server: laid over them, and worked out of
// what an editor sends back. So a text that comes with a later release, or in a file, counts wherever nobody changed it here.
import type { Texts } from '@outrider/contract';

/** Texts by language and word, and the words in their order. */
export type Wording = { words: readonly string[]; texts: ReadonlyMap<string, Texts> };
/** `texts`: null where a text that comes along was emptied. */
export type Edits = {
  added: readonly { word: string; after: string | null }[];
  removed: readonly string[];
  texts: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
};
export const NO_EDITS: Edits = { added: [], removed: [], texts: {} };

/** The forms of a text that counts, which keys end with: `Intl.PluralRules` names them. */
export const FORM = /_(zero|one|two|few|many|other)$/;

/** Every word that has a text in some language, in the order of the files; a form of a word stands behind it. */
export const wordsOf = (texts: Iterable<Texts>): string[] => {
  const words = new Set<string>();
  const forms = new Map<string, string[]>();
  const all = [...texts].flatMap((each) => Object.keys(each));
  const sentences = new Set(all);
  for (const key of new Set(all)) {
    const sentence = key.replace(FORM, '');
    if (sentence !== key && sentences.has(sentence)) forms.set(sentence, [...(forms.get(sentence) ?? []), key]);
    else words.add(key);
  }
  return [...words].flatMap((each) => [each, ...(forms.get(each) ?? [])]);
};

const withAdded = (words: readonly string[], added: Edits['added']): string[] => {
  const known = new Set(words);
  const behind = Map.groupBy(
    added.filter(({ word }) => !known.has(word)),
    ({ after }) => after,
  );
  const placed: string[] = [];
  const seen = new Set<string>();
  // Words that were added behind each other: one after the other, without a call inside a call.
  const place = (first: readonly string[]): void => {
    const waiting = first.toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      placed.push(next);
      waiting.push(...(behind.get(next) ?? []).map(({ word }) => word).toReversed());
    }
  };
  place((behind.get(null) ?? []).map(({ word }) => word));
  place(words);
  place(added.map(({ word }) => word)); // behind a word that is not there any more
  return placed;
};

/** The words and texts as people see them. */
export const edited = ({ words, texts }: Wording, edits: Edits): Wording => {
  const gone = new Set(edits.removed);
  const shown = withAdded(words, edits.added).filter((each) => !gone.has(each));
  return {
    words: shown,
    texts: new Map(
      [...texts].map(([locale, base]) => {
        const own = new Map(Object.entries(edits.texts[locale] ?? {}));
        const laid = new Map([...Object.entries(base), ...own]);
        return [
          locale,
          Object.fromEntries([...laid].flatMap(([key, text]) => (text === null || gone.has(key) ? [] : [[key, text]]))),
        ];
      }),
    ),
  };
};

/** What an editor sent: the words that stay, and the texts of some languages. An empty text is none. */
export type Sent = { raw: readonly string[]; data: Readonly<Record<string, Texts>> };

const changedTexts = (base: Texts, sent: Texts, words: readonly string[]) => {
  const had = new Map(Object.entries(base));
  const now = new Map(Object.entries(sent).filter(([, text]) => text !== ''));
  return Object.fromEntries(
    words.flatMap((key) => {
      const text = now.get(key) ?? null;
      return text === (had.get(key) ?? null) ? [] : [[key, text]];
    }),
  );
};

/**
 * The difference that gives what was sent. A language that was not sent keeps what was changed before, also one that is not there just
 * now: its file may be broken, and comes back.
 */
export const editsOf = ({ words, texts }: Wording, { raw, data }: Sent, before: Edits): Edits => {
  const known = new Set(words);
  const kept = [...new Set(raw)];
  const keptSet = new Set(kept);
  return {
    added: kept.flatMap((each, i) => (known.has(each) ? [] : [{ word: each, after: kept[i - 1] ?? null }])),
    removed: words.filter((each) => !keptSet.has(each)),
    texts: Object.fromEntries(
      [...new Set([...texts.keys(), ...Object.keys(before.texts)])].flatMap((locale) => {
        const base = texts.get(locale);
        const sent = Object.hasOwn(data, locale) ? data[locale] : undefined;
        const changed =
          sent === undefined || base === undefined ? (before.texts[locale] ?? {}) : changedTexts(base, sent, kept);
        return Object.keys(changed).length === 0 ? [] : [[locale, changed]];
      }),
    ),
  };
};
