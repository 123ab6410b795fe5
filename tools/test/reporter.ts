// The reporter that tools/test.ts gives to Node's test runner: one JSON line per event on file descriptor 3, so that
// nothing a test prints can be mistaken for a result.
import { writeSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/**
 * What one line says. Every test and suite is announced by `known` and later closed by `done`, whatever its outcome.
 * Durations are milliseconds; `reason` is set for skipped and failed tests.
 */
export type TestLine =
  | { kind: 'known' }
  | { kind: 'start'; name: string }
  | { kind: 'done' }
  | {
      kind: 'pass' | 'fail' | 'skip';
      name: string;
      file: string;
      durationMs: number;
      reason: string;
      /** It failed first and passed when tried again: why it failed. */
      flaky?: string;
    }
  | { kind: 'end' };

const resultsFd = 3;
const write = (line: TestLine): void => void writeSync(resultsFd, `${JSON.stringify(line)}\n`);

/** A test that failed only because a test inside it did is told by that inner one. */
const isEcho = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed';

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

const writeResult = (event: Ended): void => {
  const { name, file = '', skip, todo, details } = event.data;
  const base = { name, file, durationMs: details.duration_ms };
  if (event.type === 'test:fail') {
    const { error } = event.data.details;
    if (!isEcho(error)) write({ kind: 'fail', ...base, reason: inspect(error.cause ?? error) });
    return;
  }
  if (details.type === 'suite') return;
  // A test marked as to be done proves nothing yet: it counts as skipped.
  const skipped = skip ?? todo;
  if (skipped === undefined || skipped === false) write({ kind: 'pass', ...base, reason: '' });
  else write({ kind: 'skip', ...base, reason: typeof skipped === 'string' ? skipped : '' });
};

/** Consumes the runner's events; everything it has to say goes to file descriptor 3. */
const report = async function* (source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type === 'test:enqueue') write({ kind: 'known' });
    else if (event.type === 'test:dequeue') write({ kind: 'start', name: event.data.name });
    else if (event.type === 'test:pass' || event.type === 'test:fail') {
      writeResult(event);
      write({ kind: 'done' });
    } else if (event.type === 'test:summary' && event.data.file === undefined) write({ kind: 'end' });
  }
  yield '';
};

// oxlint-disable-next-line import/no-default-export -- Node's runner takes a reporter from the default export only
export default report;
