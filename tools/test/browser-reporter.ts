// The reporter that tools/test.ts gives to Playwright: what Node's runner is made to say by reporter.ts, one JSON line per event on file
// descriptor 3. A test counts once, by its last try; one that failed first and passed then is flaky.
import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { root } from '../checks/source-files.ts';
import type { TestLine } from './reporter.ts';

const resultsFd = 3;
const write = (line: TestLine): void => void writeSync(resultsFd, `${JSON.stringify(line)}\n`);

const told = ({ stack, message, value, snippet, cause }: TestError): string =>
  stripVTControlCharacters(
    [stack ?? message ?? value ?? 'no reason given', snippet ?? '', cause === undefined ? '' : `cause: ${told(cause)}`]
      .filter((part) => part !== '')
      .join('\n'),
  );

/** Why one try failed, and what it left to look at. */
const reasonOf = ({ errors, attachments }: TestResult): string =>
  [
    ...errors.map((error) => told(error)),
    ...attachments.flatMap(({ name, path }) => (path === undefined ? [] : [`${name}: ${relative(root, path)}`])),
  ].join('\n');

const fileOf = ({ file }: { file: string }): string => relative(root, file);
const sumMs = (results: readonly TestResult[]): number => results.reduce((sum, { duration }) => sum + duration, 0);

/** Consumes Playwright's events; everything it has to say goes to file descriptor 3. */
class BrowserReporter implements Reporter {
  private readonly open = new Set<TestCase>();
  private readonly all: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.all.push(...suite.allTests());
    for (const test of this.all) {
      this.open.add(test);
      write({ kind: 'known' });
    }
  }

  onTestBegin({ title }: TestCase): void {
    write({ kind: 'start', name: title });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const failed = result.status !== test.expectedStatus && result.status !== 'skipped';
    if (failed && result.retry < test.retries && result.status !== 'interrupted') return;
    // Left out because the beginning of its file failed: it runs when that is tried again.
    if (result.status === 'skipped' && !test.annotations.some(({ type }) => type === 'skip' || type === 'fixme'))
      return;
    this.close(test);
  }

  onError(error: TestError): void {
    write({
      kind: 'fail',
      name: 'browser tests',
      file: error.location?.file ?? '',
      durationMs: 0,
      reason: told(error),
    });
  }

  onEnd({ status }: FullResult): void {
    if (status === 'timedout')
      write({ kind: 'fail', name: 'browser tests', file: '', durationMs: 0, reason: 'took longer than they may' });
    for (const test of this.open) this.close(test);
    write({ kind: 'end' });
  }

  printsToStdio(): boolean {
    return true; // in the place of Playwright's own lines
  }

  private close(test: TestCase): void {
    if (!this.open.delete(test)) return;
    const { title, results } = test;
    const base = { name: title, file: fileOf(test.location), durationMs: sumMs(results) };
    const bad = results.find(({ status }) => status !== test.expectedStatus && status !== 'skipped');
    const reason = bad === undefined ? '' : reasonOf(bad);
    const outcome = results.length === 0 ? 'unheard' : test.outcome();
    if (outcome === 'expected') write({ kind: 'pass', ...base, reason });
    else if (outcome === 'flaky') write({ kind: 'pass', ...base, reason: '', flaky: reason });
    else if (outcome === 'unexpected') write({ kind: 'fail', ...base, reason });
    else if (outcome === 'unheard') write({ kind: 'fail', ...base, reason: 'it did not run' });
    else {
      const why = test.annotations.findLast(({ type }) => type === 'skip' || type === 'fixme')?.description ?? '';
      write({ kind: 'skip', ...base, reason: why });
    }
    write({ kind: 'done' });
    this.tellFile(base.file);
  }

  /** Says how a file went when its last test is over. */
  private tellFile(file: string): void {
    const own = this.all.filter(({ location }) => fileOf(location) === file);
    if (own.some((test) => this.open.has(test))) return;
    const durationMs = sumMs(own.flatMap(({ results }) => results));
    const bad = own.filter((test) => !test.ok()).length;
    console.log(`${bad === 0 ? 'ok    ' : 'FAILED'} ${file} (${own.length}, ${(durationMs / 1000).toFixed(1)} s)`);
  }
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes a reporter from the default export only
export default BrowserReporter;
