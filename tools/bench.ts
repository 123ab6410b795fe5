// `npm run bench [-- --gate] [--only name]`: runs bench/*.bench.ts one after another, each in a process of its own, prints one table and
// keeps what each said in bench/figures.json, from which docs/benchmarks.md is written. With --gate a missed goal is an exit code of 1.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { BenchReport } from './bench/child.ts';
import { benchPage, benchTable, type Circumstances, type KeptFigures } from './bench/table.ts';
import { root } from './checks/source-files.ts';
import { findProgram } from './test/equipment.ts';
import { killMarked, markName } from './test/marked-processes.ts';

const limitMs = 10 * 60_000;

/** Runs one file; undefined when it failed, with the reason printed. */
const runBench = async (file: string): Promise<(BenchReport & Circumstances) | undefined> => {
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
    return { ...report, day: new Date().toISOString().slice(0, 10), load, machine: machine() };
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

/** What others than these wrote stays; a benchmark that is gone goes. */
const keep = (measured: ReadonlyMap<string, BenchReport & Circumstances>, all: readonly string[]): void => {
  const file = join(root, 'bench', 'figures.json');
  const before: Record<string, KeptFigures> = JSON.parse(readFileSync(file, 'utf8'));
  const after: Record<string, KeptFigures> = {};
  for (const name of all) {
    const figures = measured.get(name) ?? before[name];
    if (figures !== undefined) after[name] = figures;
  }
  writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
  writeFileSync(join(root, 'docs', 'benchmarks.md'), benchPage(Object.values(after)));
};

const { values } = parseArgs({ options: { gate: { type: 'boolean' }, only: { type: 'string' } } });
const files = globSync('bench/*.bench.ts', { cwd: root }).toSorted();
const chosen = files.filter((file) => file.includes(values.only ?? ''));
const chromium = findProgram('chromium');
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium;

const measured = new Map<string, BenchReport & Circumstances>();
for (const file of chosen) {
  console.error(`measuring ${file}`);
  const report = await runBench(file);
  if (report !== undefined) measured.set(basename(file, '.bench.ts'), report);
}
const rows = [...measured.values()].flatMap((report) => report.rows);
console.log(benchTable(rows));
// A scaled-down run only shows that the benchmarks work; its figures are not kept.
if (process.env.OUTRIDER_BENCH_SCALE === undefined)
  keep(
    measured,
    files.map((file) => basename(file, '.bench.ts')),
  );
if (chosen.length === 0) console.error(`no benchmark is called ${values.only ?? 'anything: bench/ is empty'}`);
const missed = rows.filter((row) => !row.met).length;
console.log(`${rows.length} figures, ${missed} goals missed, ${chosen.length - measured.size} benchmarks failed`);
// A benchmark that did not run is a failure with or without the gate: a figure nobody measured is not met.
if (chosen.length === 0 || measured.size < chosen.length || (values.gate === true && missed > 0)) process.exitCode = 1;
