// Turns rows of benchmarks into a table for the terminal and for docs/. Pure.
import type { Row } from '../bench-row.ts';

const number = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

const cells = (row: Row): string[] => [
  row.what,
  `${number(row.value)} ${row.unit}`,
  row.yardstick,
  row.ratio === null ? '' : row.ratio.toFixed(2),
  row.goal,
  row.met ? 'yes' : 'NO',
];

const head = ['what', 'measured', 'yardstick', 'ratio', 'goal', 'met'];

/** A Markdown table, its columns padded so that it also reads well in a terminal. */
export const benchTable = (rows: readonly Row[]): string => {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [first = [], ...rest] = lines;
  return [draw(first), rule, ...rest.map(draw)].join('\n');
};
