// Reads the JSON report that Vitest leaves in a file.
import { existsSync, readFileSync } from 'node:fs';
import type { Result } from './job.ts';

/** The part of Vitest's JSON report that we read. Durations are milliseconds. */
type Report = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
};

const outcomes: Record<string, Result['outcome']> = { passed: 'pass', failed: 'fail' };

/** The results in a report; empty when there is no report, because the run died before it wrote one. */
export const readVitestReport = (path: string): Result[] => {
  if (!existsSync(path)) return [];
  // The pinned Vitest writes this shape.
  const report: Report = JSON.parse(readFileSync(path, 'utf8'));
  return report.testResults.flatMap((file): Result[] => {
    const tests = file.assertionResults.map((test): Result => ({
      // Anything but passed and failed (skipped, pending, todo) did not run.
      outcome: outcomes[test.status] ?? 'skip',
      name: test.fullName,
      file: file.name,
      durationMs: test.duration ?? 0,
      reason: (test.failureMessages ?? []).join('\n'),
    }));
    // A file that failed without a failed test could not be loaded.
    if (file.status === 'failed' && !tests.some((test) => test.outcome === 'fail'))
      tests.push({ outcome: 'fail', name: file.name, file: file.name, durationMs: 0, reason: file.message ?? '' });
    return tests;
  });
};
