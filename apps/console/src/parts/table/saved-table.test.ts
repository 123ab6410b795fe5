// A table as a file: what spreadsheets make of it, units in headers, hidden columns, and what a PDF shows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileNameOf } from '../../lib/file-name.ts';
import type { Column } from '../../ui/column.ts';
import { csvField } from '@outrider/contract';
import { csvOf, jsonOf, pdfOf } from './saved-table.ts';

type Row = { readonly id: string; readonly memo: string; readonly km: number };
const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'id', width: '120px', value: ({ id }) => id },
  { id: 'memo', header: 'memo', width: '60px', choice: 'off', value: ({ memo }) => memo, total: () => 'Total' },
  {
    id: 'way',
    header: 'Way',
    width: 'minmax(200px, 1fr)',
    align: 'end',
    value: ({ km }) => km,
    text: ({ km }) => `${km.toFixed(1)} km`,
    saved: { header: 'Way (km)', value: ({ km }) => km },
    total: (rows) => `${rows.length} ways`,
  },
  { id: 'talk', header: 'Talk', width: '50px' },
  { id: 'secret', header: 'Secret', width: '50px', allowed: false, value: () => 'no' },
];
const rows: readonly Row[] = [
  { id: '1', memo: '=1+1', km: -1.25 },
  { id: '2', memo: 'a "b", c\nd', km: 12 },
];

it('a field of CSV is quoted where it must be, and text of others is never a formula', () => {
  assert.deepEqual(
    ['plain', 'a,b', 'say "x"', 'two\nlines', '=1+1', '+1', '-1', '@x', '\tx', '', -33.8].map(csvField),
    ['plain', '"a,b"', '"say ""x"""', '"two\nlines"', "'=1+1", "'+1", "'-1", "'@x", "'\tx", '', '-33.8'],
  );
});

it('CSV has every column that may be seen, the hidden ones too, numbers as numbers and their unit in the header', () => {
  assert.equal(csvOf(columns, rows), '\uFEFFid,memo,Way (km)\r\n1,\'=1+1,-1.25\r\n2,"a ""b"", c\nd",12\r\n');
});

it('JSON has the values under the names of the columns', () => {
  assert.deepEqual(JSON.parse(jsonOf(columns, rows)), [
    { id: '1', memo: '=1+1', way: -1.25 },
    { id: '2', memo: 'a "b", c\nd', way: 12 },
  ]);
});

it('a PDF has the columns as they are shown, with texts, totals and widths', () => {
  const shown = columns.filter(({ id }) => id !== 'memo');
  const pdf = pdfOf(shown, rows);
  assert.deepEqual(pdf.columns, [
    { title: 'id', align: 'start', weight: 1.2 },
    { title: 'Way', align: 'end', weight: 2 },
  ]);
  assert.deepEqual(pdf.rows, [['1', '-1.3 km'], ['2', '12.0 km']]); // prettier-ignore
  assert.deepEqual(pdf.total, ['', '2 ways']);
  assert.equal(pdfOf(shown.slice(0, 1), rows).total, undefined);
});

it('files have one kind of name: parts that every file system takes, joined by underscores', () => {
  assert.equal(fileNameOf(['Mileage', '2026-03-01', '2026-03-07'], 'csv'), 'Mileage_2026-03-01_2026-03-07.csv');
  assert.equal(fileNameOf(['../x', '', ' 車隊:一. '], 'json'), '_x_車隊_一.json');
});
