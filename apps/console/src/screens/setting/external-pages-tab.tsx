// The pages of others that the console shows under titles of their own: as many rows as there may be.
import { MAX_IFRAMES, externalPages, externalPagesSetting, getIframes } from '@outrider/contract';
import type { IframeEntry, InputOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { issueWords } from '../../lib/issue-words.ts';
import type { Rows } from '../../parts/form/row.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './external-pages.module.css';

const BLANK: IframeEntry = { title: '', url: '' };
const isBlank = ({ title, url }: IframeEntry): boolean => title.trim() === '' && url.trim() === '';
const isComplete = ({ title, url }: IframeEntry): boolean => title.trim() !== '' && url.trim() !== '';

type Pages = readonly IframeEntry[];
/** All rows there may be, those behind the last one empty. */
const rowsOf = (list: Pages): IframeEntry[] => Array.from({ length: MAX_IFRAMES }, (_, i) => list[i] ?? BLANK);
const withoutTail = (list: Pages): IframeEntry[] => list.slice(0, list.findLastIndex((each) => !isBlank(each)) + 1);

type Key = keyof IframeEntry;
/** What a field is called. */
const labelOf = (key: Key, at: number): string =>
  key === 'title' ? t('Title {number}', { number: at + 1 }) : t('Address {number}', { number: at + 1 });

/** What the contract has against a row: in which field, and what, with its name. Only a whole row is saved. */
const issueOf = (row: IframeEntry, at: number): { key: Key; text: string } | undefined => {
  const [issue] = isComplete(row) ? (externalPages.safeParse({ list: [row] }).error?.issues ?? []) : [];
  if (issue === undefined) return undefined;
  const key: Key = issue.path.at(-1) === 'title' ? 'title' : 'url';
  const label = labelOf(key, at);
  return { key, text: issue.code === 'custom' ? `${label}: ${t(issue.message)}` : issueWords(issue, label) };
};

type RowsProps = { list: Pages; problem: string | undefined; onChange: (list: IframeEntry[]) => void };
const PageRows = ({ list, problem, onChange }: RowsProps): ReactElement => {
  const rows = rowsOf(list);
  const issues = rows.map((row, at) => (problem === undefined ? undefined : issueOf(row, at)));
  const put = (at: number, change: Partial<IframeEntry>): void =>
    onChange(withoutTail(rows.map((row, i) => (i === at ? { ...row, ...change } : row))));
  return (
    <fieldset className={styles.pages}>
      <legend>{t('External pages')}</legend>
      {rows.map(({ title, url }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a page is known by its place
        <div key={at} className={styles.page}>
          <Field
            label={labelOf('title', at)}
            value={title}
            maxLength={100}
            aria-invalid={issues[at]?.key === 'title'}
            autoComplete="off"
            onChange={(event) => put(at, { title: event.target.value })}
          />
          <Field
            label={labelOf('url', at)}
            value={url}
            aria-invalid={issues[at]?.key === 'url'}
            type="url"
            maxLength={500}
            autoComplete="off"
            onChange={(event) => put(at, { url: event.target.value })}
          />
        </div>
      ))}
      {problem !== undefined && <p role="alert">{issues.find((each) => each !== undefined)?.text ?? problem}</p>}
    </fieldset>
  );
};

const rows = (): Rows<InputOf<typeof externalPagesSetting.save>> => [
  {
    control: 'own',
    key: 'list',
    label: t('External pages'),
    draw: ({ value, problem, onChange }) => <PageRows list={value} problem={problem} onChange={onChange} />,
    textOf: (list) => list.map(({ title, url }) => `${title}: ${url}`).join(', '),
  },
];

export const ExternalPagesTab = (): ReactElement => (
  <SettingPanel
    setting={externalPagesSetting}
    stale={[getIframes]}
    intro={
      <p className="soft">
        {t(
          'Pages of others that everybody finds in the menu under their title. They may use camera and microphone when the person at the console allows it. A row without a title or an address is left out.',
        )}
      </p>
    }
    asked={(draft) => ({ ...draft, list: draft.list.filter(isComplete) })}
    rows={rows()}
  />
);
