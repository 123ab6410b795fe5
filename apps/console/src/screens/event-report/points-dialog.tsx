// What a driver loses for each kind of event: a number for each, from -100 to 0.
import {
  defaultPoints,
  driverPointsLine,
  driverPointsOf,
  eventName,
  isPoints,
  LEAST_POINTS,
  POINTS_STEP,
} from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './event-report.module.css';

type Typed = { code: number; text: string };

/** Those of the line, and the usual ones that it leaves out, empty: they take nothing. */
const typedOf = (line: string): Typed[] => {
  const own = driverPointsOf(line);
  const codes = new Set([...defaultPoints, ...own].map(({ code }) => code));
  return [...codes]
    .toSorted((a, b) => a - b)
    .map((code) => ({ code, text: own.find((each) => each.code === code)?.points.toString() ?? '' }));
};

const isWrong = ({ text }: Typed): boolean => text !== '' && !isPoints(Number(text));

type PointsDialogProps = { line: string; onTake: (line: string) => void; onClose: () => void };

export const PointsDialog = ({ line, onTake, onClose }: PointsDialogProps): ReactElement => {
  const [start] = useState(() => typedOf(line));
  const [rows, setRows] = useState(start);
  const change = (code: number, text: string): void =>
    setRows((old) => old.map((row) => (row.code === code ? { code, text } : row)));
  const take = (): void => {
    onTake(driverPointsLine(rows.flatMap(({ code, text }) => (text === '' ? [] : [{ code, points: Number(text) }]))));
    onClose();
  };
  return (
    <Dialog
      title={t('Driver Points Setting')}
      onClose={onClose}
      unsaved={rows.some(({ text }, at) => text !== start[at]?.text)}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={rows.some(isWrong)} onClick={take}>
            {t('OK')}
          </Button>
        </>
      }
    >
      <p className="soft">
        {t('A driver begins with 100 points. Each event takes what stands here; empty for nothing.')}
      </p>
      <div className={styles.points}>
        {rows.map((row) => (
          <Field
            key={row.code}
            label={`${row.code} ${t(eventName(row.code))}`}
            error={isWrong(row) ? t('From -100 to 0 in steps of 0.1') : undefined}
            type="number"
            min={LEAST_POINTS}
            max={0}
            step={POINTS_STEP}
            value={row.text}
            onChange={(event) => change(row.code, event.target.value)}
          />
        ))}
      </div>
    </Dialog>
  );
};
