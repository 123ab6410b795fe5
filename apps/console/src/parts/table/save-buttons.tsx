// Saves a table: CSV and JSON made here of every row and column, PDF drawn by the server as the table stands and shown in a page of its own.
import { MAX_REPORT_ROWS, type ReportType, postReportPdf } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { fileNameOf } from '../../lib/file-name.ts';
import { t } from '../../lib/i18n.ts';
import { readPreference } from '../../lib/preferences.ts';
import { saveText } from '../../lib/save-blob.ts';
import { send } from '../../lib/send.ts';
import { formatDateTime, localZone, systemClock } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { openPdf } from '../pdf/open-pdf.ts';
import { csvOf, jsonOf, pdfOf } from './saved-table.ts';
import styles from './table.module.css';
import type { Table } from './use-table.ts';

export type PdfOf = {
  readonly type: ReportType;
  readonly title: string;
  /** Above the table: what was asked for. */
  readonly note: string;
};

/** A table that is on the screen, or the part of one that files are made of. */
type Saved<Row> = Pick<Table<Row>, 'columns' | 'rows'> & { choice: Pick<Table<Row>['choice'], 'columns'> };

type SaveButtonsProps<Row> = {
  table: Saved<Row>;
  /** Parts of the files' names, in English whatever the console speaks. */
  name: readonly string[];
  /** What a JSON file says of a row; left out, the columns' values. */
  jsonRow?: (row: Row) => object;
  pdf?: PdfOf;
  /** Of a table that shows one page of them: all rows, asked for when a file is made. */
  all?: () => Promise<readonly Row[]>;
};

type MadePdf<Row> = { table: Saved<Row>; pdf: PdfOf };

const makePdf = async <Row,>({
  table: { columns, rows },
  pdf: { type, title, note },
}: MadePdf<Row>): Promise<string> => {
  const now = systemClock.now();
  const made = { time: formatDateTime(now), zone: localZone(now), user: readPreference('UserName') };
  const data = { title, notes: [note, t('Made {time} ({zone}) by {user}', made)], ...pdfOf(columns, rows) };
  return (await send(postReportPdf, { logo: '', type, data })).url;
};

/** Something that takes a while and may fail. */
const useMaking = () => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (make: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await make();
    } catch (error) {
      setProblem(error instanceof Error ? t(error.message) : String(error));
    }
    setBusy(false);
  };
  const said = problem !== '' && (
    <span role="alert" className={styles.problem}>
      {problem}
    </span>
  );
  return { busy, said, run };
};

const PdfButton = <Row,>(props: MadePdf<Row>): ReactElement => {
  const { busy, said, run } = useMaking();
  const tooMany = props.table.rows.length > MAX_REPORT_ROWS;
  return (
    <>
      <Button
        busy={busy}
        icon="download"
        disabled={tooMany}
        title={tooMany ? t('At most {count} rows in a PDF', { count: MAX_REPORT_ROWS }) : undefined}
        onClick={() => void run(() => openPdf(() => makePdf(props)))}
      >
        PDF
      </Button>
      {said}
    </>
  );
};

export const SaveButtons = <Row,>({ table, name, jsonRow, pdf, all }: SaveButtonsProps<Row>): ReactElement => {
  const { busy, said, run } = useMaking();
  const { columns } = table.choice;
  const jsonText = (rows: readonly Row[]): string =>
    jsonRow === undefined ? jsonOf(columns, rows) : JSON.stringify(rows.map(jsonRow), null, 1);
  const save = (kind: 'csv' | 'json', rows: readonly Row[]): void =>
    saveText([kind === 'csv' ? csvOf(columns, rows) : jsonText(rows)], fileNameOf(name, kind), kind);
  const press = (kind: 'csv' | 'json'): void => {
    if (all === undefined) save(kind, table.rows);
    else void run(async () => save(kind, await all()));
  };
  return (
    <>
      <Button icon="download" busy={busy} onClick={() => press('csv')}>
        CSV
      </Button>
      <Button icon="download" busy={busy} onClick={() => press('json')}>
        JSON
      </Button>
      {said}
      {pdf !== undefined && <PdfButton table={table} pdf={pdf} />}
    </>
  );
};
