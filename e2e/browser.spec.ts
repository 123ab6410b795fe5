// What every other spec relies on: the browser runs here, tells secure from plain pages, and no page error goes unseen.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { insecureHost, type TestBrowser } from './browser.ts';
import { endAll } from './ending.ts';
import { expect, test } from './test.ts';

let scriptsSent = 0;
const server = createServer((request, response) => {
  if (request.url === '/script.js') {
    scriptsSent += 1;
    response.setHeader('cache-control', 'max-age=31536000, immutable');
    response.setHeader('content-type', 'text/javascript');
    response.end('');
    return;
  }
  const script = request.url === '/broken' ? 'console.error("spoiled")' : '';
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><link rel="icon" href="data:,"><title>Here</title><script>${script}</script>`);
});
let browser: TestBrowser;
let port = 0;

test.beforeAll(async ({ browsers }) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server that listens has an address with a port
  ({ port } = server.address() as AddressInfo);
  browser = await browsers.take();
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a page of this machine is secure and has WebCodecs', async ({ t }) => {
  const page = await browser.pageFor(t);
  await page.goto(`http://127.0.0.1:${port}/`);
  assert.equal(await page.title(), 'Here');
  assert.equal(await page.evaluate(() => isSecureContext && 'VideoDecoder' in globalThis), true);
});

test('under another name on plain http the page is not secure and has no WebCodecs, but MSE', async ({ t }) => {
  const page = await browser.pageFor(t);
  await page.goto(`http://${insecureHost}:${port}/`);
  assert.equal(await page.evaluate(() => isSecureContext || 'VideoDecoder' in globalThis), false);
  assert.equal(await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"')), true);
});

test('WebGL works without a graphics card', async ({ t }) => {
  const page = await browser.pageFor(t);
  await page.goto(`http://127.0.0.1:${port}/`);
  assert.equal(await page.evaluate(() => new OffscreenCanvas(8, 8).getContext('webgl2') !== null), true);
});

test('an error in the console of a page fails the test that opened it', async ({ t }) => {
  const ends: unknown[] = [];
  const page = await browser.pageFor({ after: (end) => void ends.push(end) });
  await page.goto(`http://127.0.0.1:${port}/broken`);
  const [end] = ends;
  assert.ok(typeof end === 'function');
  await assert.rejects(async () => end(), /spoiled/);
  const tolerant = await browser.pageFor(t, /spoiled/);
  await tolerant.goto(`http://127.0.0.1:${port}/broken`);
});

/** A page of a test, and the end of that test. */
const pageAndEnd = async (options = {}): Promise<{ page: Page; end: () => Promise<void> }> => {
  const ends: (() => unknown)[] = [];
  const page = await browser.pageFor({ after: (end) => void ends.push(end) }, undefined, options);
  await page.goto(`http://127.0.0.1:${port}/`);
  return { page, end: () => endAll(ends) };
};

/** Everything that a page can keep, by where it is kept. */
const keptIn = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(async () => ({
    local: localStorage.getItem('kept'),
    tab: sessionStorage.getItem('kept'),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));

test('a test finds nothing that the one before it stored, but what it fetched', async () => {
  const first = await pageAndEnd();
  await first.page.addScriptTag({ url: '/script.js' });
  await first.page.evaluate(async () => {
    localStorage.setItem('kept', 'yes');
    sessionStorage.setItem('kept', 'yes');
    document.cookie = 'kept=yes';
    await caches.open('kept');
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('kept');
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
  });
  const stored = { local: 'yes', tab: 'yes', cookie: 'kept=yes', databases: ['kept'], caches: ['kept'] };
  expect(await keptIn(first.page)).toEqual(stored);
  const context = first.page.context();
  await first.end();
  const second = await pageAndEnd();
  assert.equal(second.page.context(), context);
  expect(await keptIn(second.page)).toEqual({ local: null, tab: null, cookie: '', databases: [], caches: [] });
  await second.page.addScriptTag({ url: '/script.js' });
  assert.equal(scriptsSent, 1);
  await second.end();
});

test('pages that are open at one time share nothing, and one that changed its context leaves it to nobody', async () => {
  const [first, second] = [await pageAndEnd(), await pageAndEnd()];
  await first.page.evaluate(() => localStorage.setItem('kept', 'yes'));
  assert.equal((await keptIn(second.page))['local'], null);
  await first.end();
  await second.end();
  for (const change of [
    (page: Page) => page.clock.install({ time: 0 }),
    (page: Page) => page.context().setOffline(true),
    (page: Page) => page.context().addInitScript(() => Reflect.set(globalThis, 'changed', true)),
  ]) {
    const { page, end } = await pageAndEnd();
    await change(page);
    const context = page.context();
    await end();
    const next = await pageAndEnd();
    assert.notEqual(next.page.context(), context);
    await next.end();
  }
});

test('pages of one kind take over from each other, and not from pages of another kind', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true };
  const first = await pageAndEnd(phone);
  const context = first.page.context();
  await first.end();
  const plain = await pageAndEnd();
  assert.notEqual(plain.page.context(), context);
  const second = await pageAndEnd(phone);
  assert.equal(second.page.context(), context);
  await plain.end();
  await second.end();
});

test('what a context may do without being asked it may in the next test too, and nothing else', async () => {
  const state = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const names = ['geolocation', 'notifications'] as const;
      const found = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
      return found.map(({ state: one }) => one);
    });
  const options = { permissions: ['geolocation'] };
  const first = await pageAndEnd(options);
  await first.page.context().grantPermissions(['geolocation', 'notifications']);
  assert.deepEqual(await state(first.page), ['granted', 'granted']);
  await first.end();
  const second = await pageAndEnd(options);
  const [geolocation, notifications] = await state(second.page);
  assert.equal(geolocation, 'granted');
  assert.notEqual(notifications, 'granted');
  assert.equal(second.page.context(), first.page.context(), 'the context was kept');
  await second.end();
});
