// The rows of a report are made when they are taken, some hundred at a time, for the CSV and for the PDF alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_REPORT_ROWS, reportTable } from '@outrider/contract';
import { csvPieces, pdfTable, type SheetColumn, sheetOf } from './sheet.ts';

const ALL = 50_000;
/** What one turn of the main thread may make. */
const AT_ONCE = 200;
const numbers = Array.from({ length: ALL }, (_, i) => i);

/** A table of numbers; `made`: for how many rows a value was worked out since it was last asked. */
const opened = () => {
  let count = 0;
  const columns: SheetColumn<number>[] = [
    { title: 'No', value: (n) => ((count += 1), n), text: (n) => `no ${n}` },
    { title: 'Text', value: (n) => (n === 7 ? null : `${n} `.repeat(n === 8 ? 1000 : 1)) },
  ];
  const sheet = sheetOf(columns, numbers, ['a note']);
  const made = (): number => {
    const before = count;
    count = 0;
    return before;
  };
  return { sheet, made };
};

test('a CSV has every row, and no piece of it makes more than some hundred', () => {
  const { sheet, made } = opened();
  assert.equal(made(), 0, 'nothing before it is taken');
  const lines: string[] = [];
  for (const piece of csvPieces(sheet)) {
    lines.push(...piece.replace(/\r\n$/, '').split('\r\n'));
    const count = made();
    assert.ok(count <= AT_ONCE, `${count} rows at once`);
  }
  assert.equal(lines.length, ALL + 1);
  assert.deepEqual([lines[0], lines[1], lines[8], lines.at(-1)], ['\uFEFFNo,Text', '0,0 ', '7,', '49999,49999 ']);
});

test('a PDF has the first rows as a reader sees them, in parts of some hundred, and says that there are more', () => {
  const { sheet, made } = opened();
  const { rows, ...head } = pdfTable(sheet, 'Title', ['a head']);
  assert.equal(made(), 0, 'nothing before it is taken');
  const texts: (readonly string[])[] = [];
  for (const some of rows) {
    texts.push(...some);
    const count = made();
    assert.ok(count <= AT_ONCE, `${count} rows at once`);
  }
  assert.equal(reportTable.safeParse({ ...head, rows: texts }).error, undefined);
  assert.equal(texts.length, MAX_REPORT_ROWS);
  assert.deepEqual(
    [texts[0], texts[7]],
    [
      ['no 0', '0 '],
      ['no 7', ''],
    ],
  );
  assert.deepEqual(head.notes, [
    'a head',
    'a note',
    `The first ${MAX_REPORT_ROWS} of ${ALL} rows; the CSV file has all.`,
  ]);
});
