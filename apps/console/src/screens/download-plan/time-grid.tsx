// Parts of a day as a grid of all its minutes, an hour a line: drawn over by the pointer, or named by their first and last minute.
import { DAY_MINUTES, joinParts, type TimePart } from '@outrider/contract';
import { useRef, useState } from 'react';
import type { PointerEvent, ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TimeField, timeText } from '../../ui/time-field.tsx';
import styles from './download-plan.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);

const isIn = (parts: readonly TimePart[], minute: number): boolean =>
  parts.some(({ from, to }) => minute >= from && minute <= to);

/** The parts with these minutes on or off. Pure. */
const withMinutes = (parts: readonly TimePart[], from: number, to: number, on: boolean): TimePart[] => {
  if (on) return joinParts([...parts, { from, to }]);
  return parts.flatMap((part) => [
    ...(part.from < from ? [{ from: part.from, to: Math.min(part.to, from - 1) }] : []),
    ...(part.to > to ? [{ from: Math.max(part.from, to + 1), to: part.to }] : []),
  ]);
};

const partsText = (parts: readonly TimePart[]): string =>
  parts.map(({ from, to }) => `${timeText(from)}–${timeText(to)}`).join(', ');

type GridProps = { label: string; parts: readonly TimePart[]; onChange: (parts: TimePart[]) => void };

const minuteAt = (event: PointerEvent<HTMLElement>): number | undefined => {
  const cell = document.elementFromPoint(event.clientX, event.clientY);
  const minute = cell instanceof HTMLElement ? cell.dataset['minute'] : undefined;
  return minute === undefined ? undefined : Number(minute);
};

const Cells = ({ parts, onChange }: Omit<GridProps, 'label'>): ReactElement => {
  // The pointer may move on before what it drew last has come back as `parts`.
  const drawing = useRef<{ on: boolean; last: number; parts: readonly TimePart[] }>(undefined);
  const draw = (minute: number): void => {
    const now = drawing.current;
    if (now === undefined) return;
    const next = withMinutes(now.parts, Math.min(now.last, minute), Math.max(now.last, minute), now.on);
    drawing.current = { ...now, last: minute, parts: next };
    onChange(next);
  };
  return (
    <div
      className={styles.grid}
      aria-hidden
      onPointerDown={(event) => {
        const minute = event.button === 0 ? minuteAt(event) : undefined;
        if (minute === undefined) return;
        // Also where it is let go outside of the grid, which ends the capture.
        event.currentTarget.setPointerCapture(event.pointerId);
        drawing.current = { on: !isIn(parts, minute), last: minute, parts };
        draw(minute);
      }}
      onPointerMove={(event) => {
        if (drawing.current === undefined) return;
        const minute = minuteAt(event);
        if (minute !== undefined && minute !== drawing.current.last) draw(minute);
      }}
      onLostPointerCapture={() => {
        drawing.current = undefined;
      }}
    >
      {HOURS.map((hour) => (
        <div key={hour} className={styles.hour}>
          <span className="num">{timeText(hour * 60)}</span>
          {MINUTES.map((minute) => (
            <i
              key={minute}
              data-minute={hour * 60 + minute}
              data-on={isIn(parts, hour * 60 + minute)}
              title={timeText(hour * 60 + minute)}
            />
          ))}
        </div>
      ))}
    </div>
  );
};

export const TimeGrid = ({ label, parts, onChange }: GridProps): ReactElement => {
  const [from, setFrom] = useState(Number.NaN);
  const [to, setTo] = useState(Number.NaN);
  const isWhole = from <= to;
  return (
    <fieldset className={styles.times}>
      <legend>{label}</legend>
      <output>{parts.length === 0 ? t('No part of the day') : partsText(parts)}</output>
      <div className={styles.span}>
        <TimeField label={t('From')} minutes={from} onChange={setFrom} />
        <TimeField label={t('Until')} minutes={to} onChange={setTo} />
        <Button disabled={!isWhole} onClick={() => onChange(withMinutes(parts, from, to, true))}>
          {t('Add')}
        </Button>
        <Button disabled={!isWhole} onClick={() => onChange(withMinutes(parts, from, to, false))}>
          {t('Take away')}
        </Button>
        <Button onClick={() => onChange([{ from: 0, to: DAY_MINUTES - 1 }])}>{t('All day')}</Button>
        <Button onClick={() => onChange([])}>{t('None')}</Button>
      </div>
      <Cells parts={parts} onChange={onChange} />
    </fieldset>
  );
};
