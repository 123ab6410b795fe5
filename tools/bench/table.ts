// Turns rows of benchmarks into a table for the terminal, and what is kept of them into the page in docs/. Pure.
import type { Row } from '../bench-row.ts';
import type { BenchReport } from './child.ts';

/** `load`: of the minute before; what was measured before it in the same run is a part of that. */
export type Circumstances = { day: string; load: number; machine: string };
export type KeptFigures = BenchReport & Circumstances;

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

/** Above this others were at work, or the benchmark before it was. */
const QUIET_LOAD = 2;

const section = ({ name, yardstick, rows, day, load, machine }: KeptFigures): string =>
  [
    `## ${name}`,
    '',
    `Held against: ${yardstick}.`,
    '',
    benchTable(rows),
    '',
    `${day}, load of the minute before ${load.toFixed(1)}${load > QUIET_LOAD ? ': **others were at work**' : ''}. ${machine}.`,
    '',
  ].join('\n');

/** The page of all benchmarks, each with its day and its machine. */
export const benchPage = (all: readonly KeptFigures[]): string => {
  const rows = all.flatMap((each) => each.rows);
  const missed = rows.filter((row) => !row.met);
  return [
    '# Benchmarks',
    '',
    'What each benchmark said when it last ran: `npm run bench`, or one of them with `-- --only name`, writes this page. A figure is held',
    'against a yardstick measured in the same run on the same machine, so ratios travel between machines and the figures themselves do not.',
    `Where others were at work, figures of time suffer. Of ${rows.length} figures ${missed.length} miss their goal.`,
    '',
    ...all.map(section),
  ].join('\n');
};
