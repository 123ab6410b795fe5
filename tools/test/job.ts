// One test process: what it runs, how long it may take, and how its results come back. Deciding which jobs there are is
// plan.ts; adding up their results is summary.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { killMarked, markName } from './marked-processes.ts';
import type { TestLine } from './reporter.ts';

/** One finished test. `reason` is empty for a passed one. */
export type Result = {
  outcome: 'pass' | 'fail' | 'skip';
  name: string;
  file: string;
  durationMs: number;
  reason: string;
  /** Set when the test failed first and passed when it was run once more: why it failed. */
  flaky?: string;
};

/** One process to run, and what bounds it. */
export type Job = {
  title: string;
  /** The test files that it runs, relative to the repository. */
  files: readonly string[];
  args: readonly string[];
  /** How long it may go without a test that begins or ends; where results come with the end, how long it may take in all. */
  limitMs: number;
  /** How long the process may take to end after its last test; longer means that a test left something open. */
  lingerMs?: number;
  /** Turns what the process left behind into results; without it they come as lines on file descriptor 3. */
  collect?: () => Result[];
  /** Added to the environment of the process. */
  env?: Readonly<Record<string, string>>;
  /** Runs in browsers, in two workers of its own, telling how far it is; left out where there is no browser. */
  browser?: true;
};

const usualLingerMs = 60_000;
const keptOutputChars = 20_000;

/** Follows one child: what it tells, how it ends, and when it must be ended. */
class Watch {
  readonly results: Result[] = [];
  output = '';
  private running = '';
  private open = 0;
  private ended = false;
  private failure = '';
  private readonly limit: ReturnType<typeof setTimeout>;
  private lingering: ReturnType<typeof setTimeout> | undefined;
  private readonly child: ChildProcess;
  private readonly lingerMs: number;

  constructor(child: ChildProcess, { limitMs, lingerMs = usualLingerMs }: Job) {
    this.child = child;
    this.lingerMs = lingerMs;
    this.limit = setTimeout(() => this.stop(`took longer than ${limitMs / 1000} s${this.where()}`), limitMs);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.output = (this.output + chunk).slice(-keptOutputChars);
      });
  }

  /** Which test was running, where the process still came to say it. */
  private where(): string {
    return this.running === '' ? '' : `, in '${this.running}'`;
  }

  hear(line: TestLine): void {
    clearTimeout(this.lingering);
    // A folder of a thousand tests may take long on a busy machine; one that hangs says nothing more.
    this.limit.refresh();
    if (line.kind === 'known') this.open += 1;
    else if (line.kind === 'start') this.running = line.name;
    else if (line.kind === 'end') this.ended = true;
    else if (line.kind === 'done') this.open -= 1;
    else {
      const { kind, ...rest } = line;
      this.results.push({ outcome: kind, ...rest });
    }
    if (this.open > 0 || this.results.length === 0) return;
    const why = `did not end within ${this.lingerMs / 1000} s after its last test: something was left open`;
    this.lingering = setTimeout(() => this.stop(why), this.lingerMs);
  }

  private stop(why: string): void {
    this.failure = why;
    this.child.kill('SIGKILL');
  }

  /** Waits for the end; gives why the process itself failed, empty when it did not. */
  async end(tellsEnd: boolean): Promise<string> {
    const how = await new Promise<string>((resolve) => {
      this.child.on('error', (error) => resolve(error.message));
      this.child.on('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${signal ?? `code ${code}`}`));
    });
    clearTimeout(this.limit);
    clearTimeout(this.lingering);
    if (this.failure !== '') return this.failure;
    if (tellsEnd && !this.ended) return `${how === '' ? 'ended' : how} before its tests did${this.where()}`;
    return how;
  }
}

/** The lines are written by our own reporter.ts, in one type shared with it. */
const readLine = (line: string): TestLine => JSON.parse(line);

/** Runs one job to its end, kills whatever it started and left, and gives its results; it never throws for a bad test. */
export const runJob = async (job: Job): Promise<Result[]> => {
  const mark = randomUUID();
  const startMs = performance.now();
  const child = spawn(process.execPath, job.args, {
    stdio: ['ignore', job.browser === true ? 'inherit' : 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...job.env, [markName]: `${process.env[markName] ?? ''}${mark}` },
  });
  const watch = new Watch(child, job);
  const lines = child.stdio[3];
  if (lines instanceof Readable && job.collect === undefined)
    createInterface(lines).on('line', (line) => watch.hear(readLine(line)));
  const failure = await watch.end(job.collect === undefined);
  killMarked(mark);
  const results = job.collect?.() ?? watch.results;
  // A process that says no more than its tests did adds nothing; one that died, hung or printed why is a failure itself.
  if (
    failure !== '' &&
    !(failure.startsWith('ended with code') && results.some((result) => result.outcome === 'fail'))
  ) {
    const durationMs = performance.now() - startMs;
    results.push({
      outcome: 'fail',
      name: job.title,
      file: job.title,
      durationMs,
      reason: `${failure}\n${watch.output}`,
    });
  }
  return results;
};
