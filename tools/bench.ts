// `npm run bench [-- --gate] [--only name]`: runs bench/*.bench.ts one after another, each in a process of its own, prints
// one table and, after a complete run, keeps it in docs/benchmarks.md. With --gate a missed goal is an exit code of 1.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { BenchReport } from './bench/child.ts';
import { benchTable } from './bench/table.ts';
import { root } from './checks/source-files.ts';
import { findProgram } from './test/equipment.ts';
import { killMarked, markName } from './test/marked-processes.ts';

const limitMs = 10 * 60_000;

/** `load`: of the minute before the file began; what is measured before it in the same run is a part of that. */
type Measured = BenchReport & { load: number };

/** Runs one file; undefined when it failed, with the reason printed. */
const runBench = async (file: string): Promise<Measured | undefined> => {
  const mark = randomUUID();
  const [load = 0] = loadavg();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--expose-gc', join(root, 'tools/bench/child.ts'), join(root, file)],
    { stdio: ['ignore', 'inherit', 'inherit', 'pipe'], env: { ...process.env, [markName]: mark } },
  );
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const told = child.stdio[3];
  const output = told instanceof Readable ? await text(told) : '';
  const code = await ended;
  clearTimeout(timer);
  killMarked(mark);
  if (code === 0 && output !== '') {
    const report: BenchReport = JSON.parse(output);
    return { ...report, load };
  }
  console.error(
    `${file}: did not give its figures (${code === null ? 'killed, limit 10 minutes' : `exit code ${code}`})`,
  );
  return undefined;
};

const machine = (): string => {
  const { length, 0: first } = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${length} cores (${first?.model ?? 'unknown'}), ${gigabytes} GB, Node ${process.versions.node}`;
};

const page = (reports: readonly Measured[]): string =>
  [
    '# Benchmarks',
    '',
    'The latest complete run of `npm run bench`, which writes this page. A figure is held against a yardstick measured in',
    'the same run on the same machine, so ratios travel between machines and the figures themselves do not.',
    '',
    `Machine: ${machine()}. The load of the minute before each benchmark stands with its yardstick: above 2 others were at work, and`,
    'figures of time suffer.',
    '',
    benchTable(reports.flatMap((report) => report.rows)),
    '',
    'Yardsticks:',
    '',
    ...reports.map((report) => `- **${report.name}** (load ${report.load.toFixed(1)}): ${report.yardstick}`),
    '',
  ].join('\n');

const { values } = parseArgs({ options: { gate: { type: 'boolean' }, only: { type: 'string' } } });
const files = globSync('bench/*.bench.ts', { cwd: root }).toSorted();
const chosen = files.filter((file) => file.includes(values.only ?? ''));
const chromium = findProgram('chromium');
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium;

const reports: Measured[] = [];
for (const file of chosen) {
  console.error(`measuring ${file}`);
  const report = await runBench(file);
  if (report !== undefined) reports.push(report);
}
const rows = reports.flatMap((report) => report.rows);
// A scaled-down run only shows that the benchmarks work; its figures are not kept.
const complete = reports.length === files.length && files.length > 0 && process.env.OUTRIDER_BENCH_SCALE === undefined;
console.log(benchTable(rows));
if (complete) writeFileSync(join(root, 'docs', 'benchmarks.md'), page(reports));
else if (chosen.length === 0) console.error(`no benchmark is called ${values.only ?? 'anything: bench/ is empty'}`);
const missed = rows.filter((row) => !row.met).length;
console.log(`${rows.length} figures, ${missed} goals missed, ${chosen.length - reports.length} benchmarks failed`);
// A benchmark that did not run is a failure with or without the gate: a figure nobody measured is not met.
if (chosen.length === 0 || reports.length < chosen.length || (values.gate === true && missed > 0)) process.exitCode = 1;
