// How the browser tests run: two workers, one retry, a trace of what is tried again. Started by `npm test -- e2e`, which orders the
// files and reads the results (tools/test/browser-*.ts).
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const root = join(import.meta.dirname, '..');

// oxlint-disable-next-line import/no-default-export -- Playwright takes its configuration from the default export only
export default defineConfig({
  testDir: process.env.BROWSER_TEST_ENTRIES ?? import.meta.dirname,
  testMatch: '**/*.spec.{ts,mjs}',
  outputDir: join(root, 'node_modules', '.cache', 'browser-tests', 'failures'),
  forbidOnly: true,
  workers: 2,
  retries: 1,
  // Generous: they catch what hangs, not what is slow.
  timeout: 240_000,
  globalTimeout: 4_980_000,
  expect: { timeout: 60_000 },
  // A trace of every test would cost a third more processor; who fails is tried again with one.
  use: { trace: 'on-first-retry', screenshot: 'off' },
  reporter:
    process.env.BROWSER_TEST_ENTRIES === undefined ? 'list' : join(root, 'tools', 'test', 'browser-reporter.ts'),
});
