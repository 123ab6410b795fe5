// Runs one benchmark file in this process and writes its rows as JSON to file descriptor 3. Started by tools/bench.ts.
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Bench } from '../bench-row.ts';

/** What the child tells: the rows, with the name and yardstick of the benchmark that gave them. */
export type BenchReport = Omit<Bench, 'run'> & { rows: Awaited<ReturnType<Bench['run']>> };

const [path = ''] = process.argv.slice(2);
const { bench }: { bench: Bench } = await import(pathToFileURL(path).href);
const report: BenchReport = { name: bench.name, yardstick: bench.yardstick, rows: await bench.run() };
writeSync(3, JSON.stringify(report));
// A benchmark may leave idle sockets behind; its figures are told, so nothing waits for them.
process.exit(0);
