// The table of words: the word with what can be done with it, and a cell to type into for each language.
import type { LocaleConfig } from '@outrider/contract';
import { offeredLocales, t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import styles from './translation.module.css';
import type { WordRow } from './word-draft.ts';

type Acts = {
  /** While words are saved none is struck: what is sent no longer has a word to come back. */
  busy: boolean;
  strike: (word: string) => void;
  setText: (config: string, word: string, text: string) => void;
  insert: (word: string) => void;
};

const actions = ({ busy, strike, insert }: Acts): Column<WordRow> => ({
  id: 'actions',
  header: '',
  label: t('Edit'),
  width: '128px',
  cell: ({ word, struck }) => (
    <span className={styles.actions}>
      <Button aria-pressed={struck} aria-label={t('Del {word}', { word })} disabled={busy} onClick={() => strike(word)}>
        {t('Del')}
      </Button>
      <Button
        icon="plus"
        aria-label={t('New word after {word}', { word })}
        title={t('New word after this one')}
        onClick={() => insert(word)}
      />
    </span>
  ),
});

/** The tag a browser knows the language by. */
const tagOf = (config: string): string => offeredLocales().find(({ id }) => id === config)?.tag ?? config;

const textColumn = ({ config, name }: LocaleConfig, { setText }: Acts): Column<WordRow> => ({
  id: `text-${config}`,
  header: name,
  width: 'minmax(208px, 1fr)',
  cell: ({ word, struck, texts }) => (
    <textarea
      className={styles.text}
      rows={2}
      lang={tagOf(config)}
      maxLength={4000}
      disabled={struck}
      aria-label={t('{word} in {language}', { word, language: name })}
      placeholder={config === 'en' ? word : ''}
      value={texts[config] ?? ''}
      onChange={(event) => setText(config, word, event.target.value)}
    />
  ),
});

/** `shown`: the languages that have a column. */
export const wordColumns = (shown: readonly LocaleConfig[], acts: Acts): Column<WordRow>[] => [
  {
    id: 'word',
    header: t('Word'),
    width: 'minmax(208px, 1fr)',
    text: ({ word }) => word,
    cell: ({ word, struck, isNew }) => {
      const className = struck ? styles.struck : styles.word;
      return struck ? (
        <del className={className}>{word}</del>
      ) : (
        <span className={className}>
          {word}
          {isNew && <span className={styles.mark}>{t('new')}</span>}
        </span>
      );
    },
  },
  actions(acts),
  ...shown.map((language) => textColumn(language, acts)),
];
