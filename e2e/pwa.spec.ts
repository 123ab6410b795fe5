// The installed console: what is said when it is kept for offline use, when a newer build waits and when it cannot be kept; and that it
// starts without its server, with what was on screen last.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Channel } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { addressOf, builtConsole, type Ending, type StageServer, startStageServer, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { test } from './test.ts';

const stage = useStage({}, undefined, { full: true });
const allowed = { context: { serviceWorkers: 'allow' as const } };

/** What the page wrote to its console. */
const listen = (page: Page): string[] => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  return lines;
};

const controlled = (page: Page): Promise<unknown> => page.evaluate(() => navigator.serviceWorker.ready);

/** A server of this test's own, whose console can be replaced by a newer build. */
const serverWithBuild = async (t: Ending): Promise<{ server: StageServer; folder: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-build-'));
  await cp(builtConsole(), folder, { recursive: true });
  const server = await startStageServer({}, folder);
  t.after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { server, folder };
};

/** Changes the page the way a new build does: another index.html, and a worker that lists it under another revision. */
const release = async (folder: string): Promise<void> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), page.replace('<head>', '<head><meta name="build" content="second">'));
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8');
  const next = worker.replace(
    /(\{url:"index\.html",revision:")[^"]*"|(revision:")[^"]*(",url:"index\.html")/,
    (entry) => entry.replace(/revision:"[^"]*"/, 'revision:"second"'),
  );
  assert.notEqual(next, worker);
  await writeFile(join(folder, 'service-worker.js'), next);
};

test('[F-ERR-039 E-ERR-012] the first visit says that the console is kept for offline use, once', async ({ t }) => {
  const page = await stage.page(t, allowed);
  const lines = listen(page);
  const said = page.waitForEvent('console', (message) => message.text() === 'Content is cached for offline use.');
  await page.goto(addressOf(stage.server, '/login'));
  await said;
  await page.reload();
  await controlled(page);
  assert.equal(lines.filter((line) => line === 'info: Content is cached for offline use.').length, 1);
});

test('[F-ERR-038 E-ERR-012] a newer build says so, waits to be let in, and then is what is shown', async ({ t }) => {
  const { server, folder } = await serverWithBuild(t);
  const page = await stage.page(t, allowed);
  await page.goto(addressOf(server, '/login'));
  await controlled(page);
  await release(folder);
  await page.reload();
  await page.getByText('New content is available; please refresh.').waitFor();
  assert.equal(await page.locator('meta[name=build]').count(), 0, 'the new build took over by itself');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.locator('meta[name=build][content=second]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.close(); // the server ends before the page
});

test('[F-ERR-040 E-ERR-012] a worker that cannot be registered is said in the console, and the page runs on', async ({
  t,
}) => {
  const { server, folder } = await serverWithBuild(t);
  await rm(join(folder, 'service-worker.js'));
  const page = await stage.page(t, { ...allowed, expected: /service worker registration|bad HTTP response/ });
  const said = page.waitForEvent('console', (message) => message.text().startsWith('Error during service worker'));
  await page.goto(addressOf(server, '/login'));
  assert.match((await said).text(), /^Error during service worker registration: /);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle'); // the server ends before the page
});

test('[E-HTTP-081] a worker whose script is gone from this machine goes, and the page starts again once without it', async ({
  t,
}) => {
  const { server, folder } = await serverWithBuild(t);
  const page = await stage.page(t, {
    ...allowed,
    expected: /service worker registration|bad HTTP response|status of 404/,
  });
  await page.goto(addressOf(server, '/login'));
  await controlled(page);
  const scripts = (): Promise<string[]> =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => new URL(active?.scriptURL ?? '').pathname),
    );
  assert.deepEqual(await scripts(), ['/service-worker.js']);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual([await scripts(), loads], [['/service-worker.js'], 1], 'while it is there, nothing of the kind');
  await rm(join(folder, 'service-worker.js'));
  const said = page.waitForEvent('console', (message) => message.text().startsWith('Error during service worker'));
  await page.reload();
  await said; // the page that started again has looked for a worker, and found none
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await becomes(async () => [await scripts(), loads], [[], 3]);
  await page.waitForLoadState('networkidle');
});

/** Whether this browser has written the fleet down. */
const fleetIsKept = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open('outrider', 1);
        opened.addEventListener('upgradeneeded', () => opened.result.createObjectStore('texts'));
        opened.addEventListener('success', () => {
          const count = opened.result.transaction('texts').objectStore('texts').count('last-known');
          count.addEventListener('success', () => {
            opened.result.close();
            resolve(count.result === 1);
          });
        });
      }),
  );

test('a reload without the server shows the fleet as it was last known, and goes on when the server is back', async ({
  t,
}) => {
  const { server } = await serverWithBuild(t);
  const { user, hash } = server.admin;
  const operator = await Channel.signedIn(server, { user, hash });
  await operator.get('D01', { I: 'BUS-7', C: 4, Z: { drivername: '王小明' } });
  operator.close();
  const page = await stage.signedIn(t, {
    ...allowed,
    server,
    path: '/blockview',
    expected: /ERR_|WebSocket|Failed to load/,
  });
  await controlled(page);
  await page.getByText('王小明').waitFor();
  await until('the fleet is kept', () => fleetIsKept(page));
  // A page that cannot ask for the port goes on with the one it knows: nobody else may be listening there.
  await page.evaluate((port) => localStorage.setItem('ServerPort', String(port)), server.ports.command);
  await server.stop();
  await page.reload();
  await page.getByText('What you see is from before').waitFor();
  await page.getByText('王小明').waitFor();
  // The theme is kept as well.
  await page.waitForFunction(() => getComputedStyle(document.body).getPropertyValue('--bs-body-font-family') !== '');
  // The id of a device may look like the name of a file.
  await page.goto(addressOf(server, '/liveview/BUS.v7'));
  await page.getByText('What you see is from before').waitFor();
  await page.goto(addressOf(server, '/blockview'));
  await page.getByText('What you see is from before').waitFor();
  await server.reopen();
  const again = page.getByText('What you see is from before').waitFor({ state: 'detached' });
  // It may try by itself just before the click; then the button is gone.
  await Promise.race([again, page.getByRole('button', { name: 'Try now' }).click()]);
  await again;
  await page.getByText('王小明').waitFor();
  // Who signs out leaves nothing behind.
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await server.stop();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByText('王小明').count(), 0);
});

test('on plain http there is no worker and no word about it', async ({ t }) => {
  const page = await stage.page(t, allowed);
  const lines = listen(page);
  await page.goto(addressOf(stage.server, '/login', true));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.deepEqual(lines, []);
});

test('the console can be installed: a manifest with icons that are there', async ({ t }) => {
  const page = await stage.page(t, allowed);
  await page.goto(addressOf(stage.server, '/login'));
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  assert.ok(address !== null);
  const answer = await page.request.get(new URL(address, page.url()).href);
  assert.match(answer.headers()['content-type'] ?? '', /manifest\+json/);
  const manifest: unknown = await answer.json();
  assert.ok(typeof manifest === 'object' && manifest !== null && 'icons' in manifest && Array.isArray(manifest.icons));
  for (const icon of manifest.icons) {
    const file = await page.request.get(new URL(String(icon.src), page.url()).href);
    assert.equal(file.headers()['content-type'], 'image/png', String(icon.src));
  }
  assert.ok(manifest.icons.some((icon) => icon.sizes === '512x512' && icon.purpose === 'maskable'));
});
