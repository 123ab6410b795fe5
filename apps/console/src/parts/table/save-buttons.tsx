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

const PdfButton = <Row,>(props: MadePdf<Row>): ReactElement => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const tooMany = props.table.rows.length > MAX_REPORT_ROWS;
  const show = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await openPdf(() => makePdf(props));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        busy={busy}
        icon="download"
        disabled={tooMany}
        title={tooMany ? t('At most {count} rows in a PDF', { count: MAX_REPORT_ROWS }) : undefined}
        onClick={() => void show()}
      >
        PDF
      </Button>
      {problem !== '' && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
};

export const SaveButtons = <Row,>({ table, name, jsonRow, pdf }: SaveButtonsProps<Row>): ReactElement => {
  const { rows, choice } = table;
  const json = (): string =>
    jsonRow === undefined ? jsonOf(choice.columns, rows) : JSON.stringify(rows.map(jsonRow), null, 1);
  return (
    <>
      <Button icon="download" onClick={() => saveText([csvOf(choice.columns, rows)], fileNameOf(name, 'csv'), 'csv')}>
        CSV
      </Button>
      <Button icon="download" onClick={() => saveText([json()], fileNameOf(name, 'json'), 'json')}>
        JSON
      </Button>
      {pdf !== undefined && <PdfButton table={table} pdf={pdf} />}
    </>
  );
};
