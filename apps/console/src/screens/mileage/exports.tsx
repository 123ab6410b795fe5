// Saving the mileage report: CSV and JSON made here, PDF drawn by the server and shown in a page of its own.
import { MAX_REPORT_ROWS, postReportPdf } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { readPreference, useLengthUnit } from '../../lib/preferences.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { send } from '../../lib/send.ts';
import { formatDateTime, localZone, systemClock } from '../../lib/time.ts';
import { mileageText } from '../../lib/units.ts';
import { openPdf } from '../../parts/pdf/open-pdf.ts';
import { Button } from '../../ui/button.tsx';
import { type ReportRow, csvText, fileName, totalOf } from './logic.ts';
import styles from './mileage.module.css';
import { csvLines, jsonText, pdfColumns, pdfLine } from './report-columns.tsx';
import type { MileageQuestion } from './use-mileage.ts';

type ExportsProps = { rows: readonly ReportRow[]; question: MileageQuestion };

const notesOf = ({ device, range }: MileageQuestion, user: string): string[] => {
  const now = systemClock.now();
  return [
    `${device === '' ? t('ALL Vehicles') : device}, ${t('{first} to {last}', { first: range.first, last: range.last })}`,
    t('Made {time} ({zone}) by {user}', { time: formatDateTime(now), zone: localZone(now), user }),
  ];
};

export const Exports = ({ rows, question }: ExportsProps): ReactElement => {
  const unit = useLengthUnit();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = (text: string, type: string, ending: string): void =>
    saveBlob(new Blob([text], { type }), fileName(question.range, ending));
  const makePdf = async (): Promise<string> => {
    const total = ['', '', t('Total'), mileageText(totalOf(rows), unit), '', ''];
    const data = {
      title: t('Mileage'),
      notes: notesOf(question, readPreference('UserName')),
      columns: pdfColumns(),
      rows: rows.map((row) => pdfLine(row, unit)),
      total,
    };
    return (await send(postReportPdf, { logo: '', type: 'mileage', data })).url;
  };
  const showPdf = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await openPdf(makePdf);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <div className={styles.exports}>
      <Button icon="download" onClick={() => save(csvText(csvLines(rows, unit)), 'text/csv', 'csv')}>
        CSV
      </Button>
      <Button icon="download" onClick={() => save(jsonText(rows), 'application/json', 'json')}>
        JSON
      </Button>
      <Button
        busy={busy}
        icon="download"
        disabled={rows.length > MAX_REPORT_ROWS}
        title={
          rows.length > MAX_REPORT_ROWS ? t('At most {count} rows in a PDF', { count: MAX_REPORT_ROWS }) : undefined
        }
        onClick={() => void showPdf()}
      >
        PDF
      </Button>
      {problem !== '' && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </div>
  );
};
