// Devices from a list: a file, in which encoding it is, what would become of each line, and doing it with all lines or none.
import { CSV_MARK, csvLines, importFields, type LineOutcome } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { fileNameOf } from '../../lib/file-name.ts';
import { t } from '../../lib/i18n.ts';
import { saveText } from '../../lib/save-blob.ts';
import { type Encoding, encodings } from '../../parts/import/read-table.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Notice, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { headingOf } from './import-lines.ts';
import styles from './registration.module.css';
import { type Preview, useImport } from './use-import.ts';

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  gbk: 'GBK',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};

const wordOf = ({ what }: LineOutcome): string =>
  ({ add: t('New'), change: t('Changed'), same: t('No changes'), bad: t('Wrong') })[what];

const problemText = ({ field, problem, values = {} }: LineOutcome): string =>
  problem === undefined ? '' : `${field === undefined ? '' : `${headingOf(field)}: `}${t(problem, values)}`;

const columns = (): readonly Column<Preview>[] => [
  { id: 'line', header: t('Line'), width: '72px', align: 'end', value: ({ line }) => line },
  { id: 'id', header: t('Device ID'), width: 'minmax(144px, 1fr)', value: ({ deviceId }) => deviceId },
  { id: 'what', header: t('Result'), width: '112px', value: ({ outcome }) => wordOf(outcome) },
  {
    id: 'problem',
    header: t('Reason'),
    width: 'minmax(200px, 3fr)',
    value: ({ outcome }) => problemText(outcome),
    cell: ({ outcome }) => <span title={problemText(outcome)}>{problemText(outcome)}</span>,
  },
];

const count = (previews: readonly Preview[], what: LineOutcome['what']): number =>
  previews.filter(({ outcome }) => outcome.what === what).length;

const countsText = (previews: readonly Preview[]): string =>
  t('{added} new, {changed} changed, {same} as they are, {bad} wrong', {
    added: count(previews, 'add'),
    changed: count(previews, 'change'),
    same: count(previews, 'same'),
    bad: count(previews, 'bad'),
  });

const rowId = ({ line }: Preview): string => String(line);

type PreviewProps = { previews: readonly Preview[]; busy: boolean; again: () => void };

const PreviewTable = ({ previews, busy, again }: PreviewProps): ReactElement => {
  const bad = useMemo(() => previews.filter(({ outcome }) => outcome.what === 'bad'), [previews]);
  const [onlyBad, setOnlyBad] = useState(true);
  const shown = bad.length > 0 && onlyBad ? bad : previews;
  return (
    <>
      <p className={styles.counts}>
        <output>{countsText(previews)}</output>
        <Button look="bare" icon="refresh" disabled={busy} onClick={again}>
          {t('Look again')}
        </Button>
      </p>
      {bad.length > 0 && (
        <>
          <Notice tone="bad">{t('Nothing is saved while a line is wrong. Mend the file and choose it again.')}</Notice>
          <CheckboxField label={t('Only wrong lines')} on={onlyBad} onChange={setOnlyBad} />
        </>
      )}
      <div className={styles.preview}>
        <DataTable label={t('Lines of the file')} columns={columns()} rows={shown} rowId={rowId} />
      </div>
    </>
  );
};

const saveTemplate = (): void =>
  saveText([CSV_MARK, csvLines([importFields.map(headingOf)])], fileNameOf(['Devices', 'template'], 'csv'), 'csv');

export const ImportDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { source, unread, previews, problem, busy, take, again, readAs, save } = useImport();
  const ready =
    previews !== undefined && count(previews, 'bad') === 0 && count(previews, 'same') < previews.length && !busy;
  const send = async (): Promise<void> => {
    if (!(await save())) return;
    showToast('success', t('Import devices'), countsText(previews ?? []));
    onClose();
  };
  return (
    <Dialog
      title={t('Import devices')}
      onClose={onClose}
      kept
      room
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={busy} disabled={!ready} onClick={() => void send()}>
            {t('Import')}
          </Button>
        </>
      }
    >
      <p className="soft">
        {t('A CSV file whose first line names the columns. A column that is missing leaves its field as it is.')}{' '}
        <Button look="bare" icon="download" onClick={saveTemplate}>
          {t('Template')}
        </Button>
      </p>
      <FileField
        label={t('File')}
        accept=".csv,.txt,text/csv,text/plain"
        files={source === undefined ? [] : [source.file]}
        busy={busy}
        onChange={([file]) => void take(file)}
      />
      {source !== undefined && (
        <SelectField
          label={t('Encoding')}
          value={source.encoding}
          options={encodings}
          textOf={(encoding) => encodingNames[encoding]}
          disabled={busy}
          onChange={(encoding) => void readAs(encoding)}
        />
      )}
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
      {unread.length > 0 && (
        <Notice tone="warn">{t('These columns are not read: {names}', { names: unread.join(', ') })}</Notice>
      )}
      {busy && previews === undefined && <Skeleton rows={4} />}
      {previews !== undefined && <PreviewTable previews={previews} busy={busy} again={() => void again()} />}
    </Dialog>
  );
};
