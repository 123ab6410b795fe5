// What every other spec relies on: the browser runs here, tells secure from plain pages, and no page error goes unseen.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { insecureHost, openBrowser, type TestBrowser } from './browser.ts';

const server = createServer((request, response) => {
  const script = request.url === '/broken' ? 'console.error("spoiled")' : '';
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><link rel="icon" href="data:,"><title>Here</title><script>${script}</script>`);
});
let browser: TestBrowser;
let port = 0;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server that listens has an address with a port
  ({ port } = server.address() as AddressInfo);
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

test('a page of this machine is secure and has WebCodecs', async (t) => {
  const page = await browser.pageFor(t);
  await page.goto(`http://127.0.0.1:${port}/`);
  assert.equal(await page.title(), 'Here');
  assert.equal(await page.evaluate(() => isSecureContext && 'VideoDecoder' in globalThis), true);
});

test('under another name on plain http the page is not secure and has no WebCodecs, but MSE', async (t) => {
  const page = await browser.pageFor(t);
  await page.goto(`http://${insecureHost}:${port}/`);
  assert.equal(await page.evaluate(() => isSecureContext || 'VideoDecoder' in globalThis), false);
  assert.equal(await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"')), true);
});

test('WebGL works without a graphics card', async (t) => {
  const page = await browser.pageFor(t);
  await page.goto(`http://127.0.0.1:${port}/`);
  assert.equal(await page.evaluate(() => new OffscreenCanvas(8, 8).getContext('webgl2') !== null), true);
});

test('an error in the console of a page fails the test that opened it', async (t) => {
  const ends: unknown[] = [];
  const page = await browser.pageFor({ after: (end) => void ends.push(end) });
  await page.goto(`http://127.0.0.1:${port}/broken`);
  const [end] = ends;
  assert.ok(typeof end === 'function');
  await assert.rejects(async () => end(), /spoiled/);
  const tolerant = await browser.pageFor(t, /spoiled/);
  await tolerant.goto(`http://127.0.0.1:${port}/broken`);
});
