// The browser tests as one job: Playwright's runner over all wanted spec files, in the order given. What it says comes back through
// browser-reporter.ts; how the tests run is e2e/playwright.config.ts.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../checks/source-files.ts';
import type { Job } from './job.ts';

const home = join(root, 'node_modules', '.cache', 'browser-tests');
/** A bit more than Playwright gives them all. */
const limitMs = 5_040_000;

/** A folder with one entry for each file, in the order of their names: Playwright takes files by name. */
const writeEntries = (files: readonly string[]): string => {
  const folder = join(home, `entries-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const [n, file] of files.entries()) {
    const name = `${String(n).padStart(3, '0')}-${file.replaceAll('/', '-').replace(/\.ts$/, '.mjs')}`;
    writeFileSync(join(folder, name), `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`);
  }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The job that runs these spec files, begun in this order. */
export const browserJob = (files: readonly string[]): Job => ({
  title: 'browser tests',
  files,
  args: [
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    `--config=${join(root, 'e2e', 'playwright.config.ts')}`,
  ],
  // Node runs our sources as they are: Playwright's own compiler stays out of the way.
  env: { BROWSER_TEST_ENTRIES: writeEntries(files), PW_DISABLE_TS_ESM: '1' },
  limitMs,
  // Its workers close browsers and servers, and a busy machine takes its time for that.
  lingerMs: 120_000,
  browser: true,
});
