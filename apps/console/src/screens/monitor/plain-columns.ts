// Columns of plain values, named as their fields are.
import { formatDateTime } from '../../lib/time.ts';
import type { PlainColumn } from './monitor-frame.tsx';

/** 'YYYY-MM-DD HH:mm:ss'; '' for 0. */
const timeText = (ms: number): string => (ms === 0 ? '' : formatDateTime(ms));

export const plain = <Row extends object>(...names: (keyof Row & string)[]): PlainColumn<Row>[] =>
  names.map((header) => ({
    header,
    text: (row) => {
      const value = row[header];
      if (value === null) return '';
      if (Array.isArray(value)) return value.join(', ');
      return typeof value === 'boolean' ? String(Number(value)) : String(value);
    },
  }));

export const times = <Row extends object>(...names: (keyof Row & string)[]): PlainColumn<Row>[] =>
  names.map((header) => ({ header, text: (row) => timeText(Number(row[header])) }));

/** A number that has a name; one that has none is shown itself. */
export const named = <Row extends object>(header: keyof Row & string, names: readonly string[]): PlainColumn<Row>[] => [
  { header, text: (row) => names[Number(row[header])] ?? String(row[header]) },
];
