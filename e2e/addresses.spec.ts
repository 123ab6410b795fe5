// Where the console goes: the command port it is told or falls back to, and the files every page may ask for.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { themeNames } from '../apps/console/src/lib/theme-names.ts';
import { hooksIn } from '../apps/console/vite/test-hooks.ts';
import { asJson, asList, httpCall } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { addressOf, builtConsole, fillSignIn, startStageServer, useStage } from './fixture.ts';
import { deviceRow, leaf, leaves } from './tree.ts';
import { logSockets, readSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const stage = useStage();

/** Names and texts of the scripts of a built console. */
const scriptsOf = (folder: string): [string, string][] =>
  readdirSync(join(folder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(folder, 'assets', name), 'latin1')]);
const get = (path: string): Promise<Response> => fetch(addressOf(stage.server, path));

test('[F-CMD-001] without a word of the server the main channel goes to port 24680', async ({ t }) => {
  const page = await stage.page(t, { expected: /ERR_FAILED|ERR_CONNECTION_REFUSED|WebSocket connection/ });
  const asked: string[] = [];
  // Nobody answers there, no matter who has that port on this machine: the page's own port is the second choice and signs in.
  await page.routeWebSocket(/:24680\//, async (socket) => {
    asked.push(new URL(socket.url()).host);
    await socket.close();
  });
  await page.route('**/gkserver/protocol*', (route) => route.abort());
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  assert.equal(asked[0], `${HOST}:24680`);
});

test('[F-CMD-002] the command port that the server tells is the one the main channel goes to', async ({ t }) => {
  const page = await stage.page(t);
  await logSockets(page);
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  const told = asJson((await httpCall(stage.server.ports.http, 'GET', '/gkserver/protocol')).body);
  assert.notEqual(told['appcommand'], 24680);
  const { opened } = await readSockets(page);
  assert.equal(new URL(opened[0] ?? '').host, `${HOST}:${String(told['appcommand'])}`);
});

/** Everything the page says to the server: addresses, headers and bodies of its requests, addresses and texts of its sockets. */
const listenTo = (page: Page): { requests: Promise<string>[]; sockets: URL[]; said: string[] } => {
  const heard = { requests: new Array<Promise<string>>(), sockets: new Array<URL>(), said: new Array<string>() };
  page.on('request', (request) => {
    const text = async (): Promise<string> =>
      `${request.method()} ${request.url()} ${JSON.stringify(await request.allHeaders())} ${request.postData() ?? ''}`;
    const said = text();
    said.catch(() => undefined); // of what is asked while the page is closed nobody waits for it
    heard.requests.push(said);
  });
  page.on('websocket', (socket) => {
    heard.sockets.push(new URL(socket.url()));
    socket.on('framesent', ({ payload }) => heard.said.push(String(payload)));
  });
  return heard;
};

test('[F-AUTH-001 F-EVENTSOCK-001] a signed-in console shows its session everywhere, and its hash to Q02 only', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000951', channels: 1 });
  const { hash } = stage.server.admin;
  const heard: { now?: ReturnType<typeof listenTo> } = {};
  const page = await stage.signedIn(t, {
    path: `/liveview/${deviceId}`,
    prepare: (made) => {
      heard.now = listenTo(made);
    },
  });
  await page.locator('[data-phase="playing"]').first().waitFor();
  await page.getByRole('button', { name: 'Other' }).click();
  await page.getByRole('button', { name: 'Custom download' }).click();
  await page.getByText('No footage has been asked for yet.').waitFor();
  const { requests = [], sockets = [], said = [] } = heard.now ?? {};
  await until('the event socket', () => sockets.some(({ pathname }) => pathname === '/event.cgi'));

  const texts = await Promise.all(requests);
  const asked = texts.filter((text) => /\/gkevent\/customevent|\/gkcommon\/userinfo/.test(text));
  assert.ok(asked.length >= 2);
  for (const text of asked) assert.match(text, /"authorization":"Bearer [^"]{30}|"cookie":"[^"]*outrider_session=/);
  assert.deepEqual(
    texts.filter((text) => text.includes(hash)),
    [],
  );
  const withHash = said.filter((text) => text.includes(hash));
  assert.deepEqual([withHash.length, withHash.every((text) => text.startsWith('{"M":"Q02"'))], [1, true]);
  assert.ok(sockets.every(({ search }) => !search.includes(hash)));
  const events = sockets.filter(({ pathname }) => pathname === '/event.cgi');
  const told = events.map(({ port, searchParams }) => `${port}, password ${searchParams.get('password')}`);
  assert.deepEqual(new Set(told), new Set([`${stage.server.ports.stream}, password null`]));
});

test('[F-ASSET-001] each of the 18 themes has a style sheet of its own', async () => {
  const sheets = new Set<string>();
  for (const name of themeNames) {
    const answer = await get(`/themes/${name}.css`);
    assert.equal(answer.status, 200, name);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/css/, name);
    sheets.add(await answer.text());
  }
  assert.equal(sheets.size, 18);
});

test('[F-ASSET-003] the manual of the user menu is a PDF, on a phone as well', async ({ t }) => {
  for (const phone of [false, true]) {
    const page = await stage.signedIn(t, { path: '/blockview', phone });
    await page.getByRole('button', { name: phone ? 'Menu' : 'User menu', exact: true }).click();
    const link = page.getByRole('link', { name: 'Manual' });
    const answer = await get((await link.getAttribute('href')) ?? '');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.equal((await answer.text()).slice(0, 5), '%PDF-');
  }
});

test('the notice of all packages is reached from the user menu and without a sign-in, and says how to replace the AAC encoder', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.getByRole('button', { name: 'User menu', exact: true }).click();
  const link = page.getByRole('link', { name: 'Open source licences' });
  const answer = await get((await link.getAttribute('href')) ?? '');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  const notice = await answer.text();
  for (const part of [
    '\nreact 1',
    '\nfastify ',
    '\nmaplibre-gl ',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'Written offer',
  ])
    assert.ok(notice.includes(part), part);
  const withCodec = scriptsOf(builtConsole('production'))
    .filter(([name, code]) => /aac-encoder/.test(name) || code.includes('libavcodec'))
    .map(([name]) => name);
  assert.match(withCodec.join(' '), /^mediabunny-aac-encoder-[\w-]+\.js$/, 'a file of its own');
});

test('[E-TRIAL-002 E-HTTP-080] the console that ships works, keeps itself, names its files, and has none of what only browser tests need', async ({
  t,
}) => {
  const hooks = (mode: 'tests' | 'production'): string[] =>
    scriptsOf(builtConsole(mode)).flatMap(([, code]) => hooksIn(code));
  assert.deepEqual([...new Set(hooks('tests'))].toSorted(), ['data-testid', 'map-report'], 'the tests have theirs');
  assert.deepEqual(hooks('production'), []);
  const server = await startStageServer({}, builtConsole('production'));
  t.after(() => server.close());
  const page = await stage.signedIn(t, { server, path: '/', context: { serviceWorkers: 'allow' } });
  await page.getByRole('main').locator('canvas').first().waitFor();
  await until('a worker is registered', () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined),
  );
  const answer = await page.request.get(addressOf(server, '/asset-manifest.json'));
  assert.match(answer.headers()['content-type'] ?? '', /application\/json/);
  const { files }: { files: Record<string, string> } = await answer.json();
  const main = await page.request.get(addressOf(server, files['main.js'] ?? ''));
  assert.match(main.headers()['content-type'] ?? '', /javascript/);
  assert.equal(await page.locator(`script[src="${files['main.js']}"]`).count(), 1, 'the one that the page begins with');
  assert.equal(await page.getByTestId('fleet-map').count(), 0);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('main').getByRole('heading').first().waitFor();
});

test('[F-PRODUCT-001] the address in a browser leads, signed in, to devices that show several numbered channels', async ({
  t,
}) => {
  await stage.register('BUS-1', 3);
  await stage.register('BUS-2', 2);
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/'));
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  await page.getByRole('button', { name: 'Live view', exact: true }).click();
  await page.getByRole('link', { name: 'Tree view' }).click();
  for (const [id, channels] of [
    ['BUS-1', ['ch1', 'ch2', 'ch3', 'Map']],
    ['BUS-2', ['ch1', 'ch2', 'Map']],
  ] as const) {
    await deviceRow(page, id).click();
    await leaf(page, 'Map').waitFor();
    await expect(leaves(page)).toHaveText([...channels], { useInnerText: true });
    await deviceRow(page, id).click();
    await leaves(page).first().waitFor({ state: 'detached' });
  }
});

test('[F-ASSET-002] the flag of every language that is offered is there', async () => {
  const { body } = await httpCall(stage.server.ports.http, 'GET', '/i18n/config');
  const configs = asList(asJson(body)['configs']);
  assert.ok(configs.length >= 3);
  for (const { icon } of configs) {
    const answer = await get(String(icon));
    assert.equal(answer.status, 200, String(icon));
    assert.match(answer.headers.get('content-type') ?? '', /^image\//, String(icon));
  }
});
