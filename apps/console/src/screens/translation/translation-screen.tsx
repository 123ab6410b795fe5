// The screen /i18neditor: the words of the console and their texts in each language, for administrators.
import { type I18nConfig, type LocaleConfig, word as wordRule } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { TableTools, TableView } from '../../parts/table/table-view.tsx';
import { useFind } from '../../parts/table/use-find.ts';
import { useTable } from '../../parts/table/use-table.ts';
import { Button } from '../../ui/button.tsx';
import { Discard } from '../../ui/dialog.tsx';
import { Prompt } from '../../ui/question.tsx';
import { ScreenHead, SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './translation.module.css';
import { type WordEditor, useWordEditor } from './use-word-editor.ts';
import { wordColumns } from './word-columns.tsx';
import { type Conflict, type WordRow, changesOf, conflictsOf, rowsOf } from './word-draft.ts';

/** Two lines of text and their borders. */
const ROW_PX = 56;
const rowId = ({ word }: WordRow): string => word;

type LanguagesProps = {
  configs: readonly LocaleConfig[];
  hidden: ReadonlySet<string>;
  toggle: (config: string) => void;
};

const Languages = ({ configs, hidden, toggle }: LanguagesProps): ReactElement => (
  <fieldset className={styles.languages}>
    <legend className="visually-hidden">{t('Languages')}</legend>
    {configs.map(({ config, icon, name }) => (
      <label key={config} className={styles.language}>
        <input
          type="checkbox"
          className="form-check-input"
          checked={!hidden.has(config)}
          onChange={() => toggle(config)}
        />
        {icon !== '' && <img src={icon} alt="" />}
        {name}
      </label>
    ))}
  </fieldset>
);

/** What somebody else saved in the meantime: first that it is so, then which texts both changed. */
const Others = ({ editor, conflicts }: { editor: WordEditor; conflicts: readonly Conflict[] }): ReactElement | null => {
  const { changed, busy, load, settle } = editor;
  if (changed !== undefined)
    return (
      <div role="alert" className={styles.notice}>
        <p>
          {t('{user} saved other translations, {time}. Nothing of yours was saved, and all of it is still here.', {
            user: changed.updateby,
            time: formatDateTime(changed.updatetime),
          })}
        </p>
        <Button busy={busy} onClick={() => void load()}>
          {t('Load theirs and keep mine')}
        </Button>
      </div>
    );
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.notice} aria-label={t('Changed by both')}>
      <p>{t('Somebody else changed these too. Choose which text stays.')}</p>
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <li key={`${conflict.config}\n${conflict.word}`}>
            <strong>
              {conflict.word} ({conflict.config})
            </strong>
            <Button onClick={() => settle(conflict, false)}>
              {t('Theirs: {text}', { text: conflict.theirs || '–' })}
            </Button>
            <Button onClick={() => settle(conflict, true)}>{t('Mine: {text}', { text: conflict.mine || '–' })}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

type NewWordProps = { after: string; words: readonly WordRow[]; onAdd: (word: string) => void; onClose: () => void };

const NewWord = ({ after, words, onAdd, onClose }: NewWordProps): ReactElement => (
  <Prompt
    title={t('New word after {word}', { word: after })}
    label={t('Please enter new word')}
    saveText={t('Add')}
    problemOf={(text) => {
      if (words.some(({ word }) => word === text)) return t('This word is there already.');
      const issue = wordRule.safeParse(text).error?.issues[0];
      return issue === undefined ? undefined : t(issue.message);
    }}
    onSave={(text) => {
      onAdd(text);
      onClose();
    }}
    onClose={onClose}
  />
);

/** A word that is new here is found by every search: its texts are still to be typed. */
const found = (rows: readonly WordRow[], word: string): readonly WordRow[] => {
  const part = word.toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(part);
  return part === '' ? rows : rows.filter((row) => row.isNew || has(row.word) || Object.values(row.texts).some(has));
};

const Notice = (): ReactElement => (
  <p className={`soft ${styles.notice}`}>
    {t(
      'A word without a text stands as it is, in English. So does one that is removed here and still used. What is saved counts for every page that is opened from then on.',
    )}
  </p>
);

const Changes = ({ count, editor: { busy, discard } }: { count: number; editor: WordEditor }): ReactElement | null => {
  const [asking, ask] = useState(false);
  if (count === 0) return null;
  return (
    <div className={styles.foot}>
      <strong>{t('{count} changes', { count })}</strong>
      <Button disabled={busy} onClick={() => ask(true)}>
        {t('Discard')}
      </Button>
      {asking && <Discard onKeep={() => ask(false)} onDiscard={discard} />}
    </div>
  );
};

const LoadAndSave = ({ editor, maySave }: { editor: WordEditor; maySave: boolean }): ReactElement => (
  <>
    <Button icon="refresh" busy={editor.busy} onClick={() => void editor.load()}>
      {t('Reload')}
    </Button>
    <Button look="primary" icon="save" busy={editor.busy} disabled={!maySave} onClick={() => void editor.save()}>
      {t('Save')}
    </Button>
  </>
);

const LoadedScreen = ({ editor, loaded }: { editor: WordEditor; loaded: I18nConfig }): ReactElement => {
  const { draft, busy, strike, setText } = editor;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [after, setAfter] = useState<string>();
  const { word, find } = useFind();
  const rows = useMemo(() => rowsOf(loaded, draft), [loaded, draft]);
  const shown = useMemo(() => found(rows, word), [rows, word]);
  const columns = useMemo(
    () =>
      wordColumns(
        loaded.configs.filter(({ config }) => !hidden.has(config)),
        { busy, strike, setText, insert: setAfter },
      ),
    [loaded.configs, hidden, busy, strike, setText],
  );
  const table = useTable({ columns, rows: shown, rowId, remember: 'columns:i18neditor' });
  const changes = changesOf(loaded, draft);
  const conflicts = useMemo(() => conflictsOf(loaded, draft), [loaded, draft]);
  const toggle = (config: string): void => {
    const next = new Set(hidden);
    if (!next.delete(config)) next.add(config);
    setHidden(next);
  };
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('Translation editor')}>
        <Languages configs={loaded.configs} hidden={hidden} toggle={toggle} />
        <SearchField label={t('Search')} word={word} onWord={find} />
        <LoadAndSave editor={editor} maySave={changes > 0 && conflicts.length === 0} />
      </ScreenHead>
      <Notice />
      <Others editor={editor} conflicts={conflicts} />
      <TableTools table={table} />
      <div className={styles.table}>
        {shown.length === 0 ? (
          <EmptyState icon="search" title={t('no records')} />
        ) : (
          <TableView label={t('Translation editor')} table={table} rowHeight={ROW_PX} />
        )}
      </div>
      <Changes count={changes} editor={editor} />
      {after !== undefined && (
        <NewWord
          after={after}
          words={rows}
          onAdd={(text) => editor.add(text, after)}
          onClose={() => setAfter(undefined)}
        />
      )}
      <AskBeforeLeaving unsaved={changes > 0} />
    </div>
  );
};

export const TranslationScreen = (): ReactElement => {
  const editor = useWordEditor();
  if (editor.loaded !== undefined) return <LoadedScreen editor={editor} loaded={editor.loaded} />;
  if (editor.error !== null) return <ErrorPanel error={editor.error} retry={() => void editor.load()} />;
  return <Skeleton rows={12} />;
};
