// 'Connect a recorder': what an installer enters, the ports, and every connection that was turned away with its reason.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { encodeLocation } from '@outrider/jt808';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { Device, locationAt } from '../integration/support/device.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, addressOf, startStageServer, useStage } from './fixture.ts';
import { openMenu } from './menus.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const PATH = '/connectrecorder';

const panel = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) });
const refusal = (page: Page, text: string): Locator =>
  panel(page, 'Refused, unknown or odd connections').getByRole('listitem').filter({ hasText: text });

test('the administrator reaches the page from the system menu, and reads address and port to enter', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.getByRole('button', { name: 'System' }).click();
  await page.getByRole('link', { name: 'Connect a recorder' }).click();
  await page.waitForURL(`**${PATH}`);
  const enter = panel(page, 'Enter this in the recorder');
  await enter.getByText(String(stage.server.ports.jt808), { exact: true }).waitFor();
  await enter.getByText('JT/T 808, TCP + UDP').waitFor();
});

test('the page names a configured address instead of the found ones', async ({ t }) => {
  const page = await stage.page(t);
  const server = await startStageServer({ serverAddress: 'fleet.example.org' });
  t.after(() => server.close());
  await page.addInitScript((hash) => {
    const stored = { UserName: 'admin', Sha256Pass: hash, ServerIp: '127.0.0.1', ServerPort: '24680' };
    for (const [key, value] of Object.entries({ ...stored, AutoLogin: 'true' })) localStorage.setItem(key, value);
  }, server.admin.hash);
  await page.goto(addressOf(server, PATH));
  const enter = panel(page, 'Enter this in the recorder');
  await enter.getByText('fleet.example.org', { exact: true }).waitFor();
  await expect(enter.getByText('Server address', { exact: true })).toHaveCount(1);
});

test('every port of the server is listed with what it is for, and stands', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH });
  const rows = panel(page, 'Ports of this server').getByRole('row');
  await rows.nth(1).waitFor();
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())),
  );
  const { http, command, stream, jt808, mediaLive, mediaPlayback, files } = stage.server.ports;
  const listed = cells.map(([, port]) => Number(port));
  for (const port of [http, command, stream, jt808, mediaLive, mediaPlayback, files])
    assert.ok(listed.includes(port), `${port} is missing among ${listed.join(', ')}`);
  assert.deepEqual(
    cells.find(([, port]) => Number(port) === jt808),
    ['JT/T 808 link', String(jt808), 'TCP + UDP', 'Recorders', 'listening'],
  );
  assert.deepEqual([...new Set(cells.map((row) => row[4]))], ['listening']);
});

/** A recorder that calls and is refused. */
const callWithWrongCode = async (t: Ending, phone: string): Promise<void> => {
  const known = await Device.online(stage.server.ports.jt808, { phone });
  known.close();
  const liar = await Device.dial(stage.server.ports.jt808, { phone });
  t.after(() => liar.close());
  await liar.authenticate('not-the-code');
};

test('a recorder that is refused appears by itself within seconds, with its number and the reason', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH, prepare: (made) => made.clock.install() });
  await page.getByText('None so far.').waitFor();
  await callWithWrongCode(t, '13800000401');
  await page.clock.runFor(5000);
  const row = refusal(page, '13800000401');
  await row.waitFor();
  assert.match(await row.innerText(), /authentication/i);
  assert.match(await row.innerText(), new RegExp(`TCP ${stage.server.ports.jt808}`));
  assert.match(await row.innerText(), /127\.0\.0\.1/);
});

test('who sends something else than JT/T 808 is shown with the first bytes', async ({ t }) => {
  const socket = createConnection({ port: stage.server.ports.jt808, host: HOST });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.on('error', () => undefined).end(`GET / HTTP/1.1\r\n\r\n${'x'.repeat(4096)}`);
  await once(socket, 'close');
  const page = await stage.signedIn(t, { path: PATH });
  const row = refusal(page, 'GET / HTTP');
  await row.click();
  await row.getByText(/47 45 54 20 2f .* GET \/ HTTP/).waitFor();
});

/** Copies the port. The button says so for a moment, in which the page's clock, installed before, stands still. */
const copyPort = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Copy Port' }).waitFor();
  await standStill(page);
  await page.getByRole('button', { name: 'Copy Port' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
};
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('copying takes the port into the clipboard', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: PATH,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
    prepare: (made) => made.clock.install(),
  });
  await copyPort(page);
  assert.equal(await clipboard(page), String(stage.server.ports.jt808));
});

test('copying works on plain http, where pages have no clipboard', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH, plain: true, prepare: (made) => made.clock.install() });
  assert.equal(await page.evaluate(() => 'clipboard' in navigator), false);
  await copyPort(page);
  await page.getByRole('searchbox', { name: 'Filter devices' }).focus();
  await page.keyboard.press('Control+V');
  const pasted = (): Promise<string> => page.getByRole('searchbox', { name: 'Filter devices' }).inputValue();
  await until('something is pasted', async () => (await pasted()) !== '');
  assert.equal(await pasted(), String(stage.server.ports.jt808));
});

test('the page is for administrators: others are led to their start and find no entry', async ({ t }) => {
  const account = await stage.account('operator', 1, ['P_dash', 'P_live']);
  const page = await stage.signedIn(t, { account, path: '/blockview' });
  assert.ok(!(await openMenu(page, 'System')).includes('Connect a recorder'));
  await page.goto(addressOf(stage.server, PATH));
  await page.getByRole('contentinfo').waitFor();
  await page.waitForURL((url) => url.pathname !== PATH);
});

const waitingRow = (page: Page, number: string): Locator =>
  panel(page, 'Waiting to be allowed again').getByRole('listitem').filter({ hasText: number });

/** A recorder has registered a number, and other hardware tries to. */
const callWithOtherHardware = async (t: Ending, phone: string): Promise<Device> => {
  const known = await Device.online(stage.server.ports.jt808, { phone });
  known.close();
  const other = await Device.dial(stage.server.ports.jt808, { phone, hardware: 'T000002' });
  t.after(() => other.close());
  assert.equal((await other.register('NEW-2')).result, 3);
  return other;
};

test('other hardware under a taken number waits; the dashboard leads there; allowed again it is let in once', async ({
  t,
}) => {
  const phone = '13800000402';
  const other = await callWithOtherHardware(t, phone);
  const page = await stage.signedIn(t, { path: '/blockview', prepare: (made) => made.clock.install() });
  const notice = page.getByRole('status').filter({ hasText: 'Recorders that wait to be allowed again: 1.' });
  await notice.getByRole('link', { name: 'Connect a recorder' }).click();
  await page.waitForURL(`**${PATH}`);
  const row = waitingRow(page, phone);
  await row.getByText('OUTR · TEST · T000002').waitFor();
  await row.getByText('OUTR · TEST · T000001').waitFor();
  await row.getByText('NEW-2').waitFor();
  await row.getByRole('button', { name: `Allow again: ${phone} from 127.0.0.1` }).click();
  await row.getByText(/Allowed until \d/).waitFor();
  assert.equal((await other.register()).result, 0);
  await page.clock.runFor(5000);
  await row.waitFor({ state: 'detached' });
  await page.goto(addressOf(stage.server, '/blockview'));
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor({ state: 'attached' });
  await until('the notice is gone', async () => (await notice.count()) === 0);
});

test('a refusal says what to do about it, in the language of the page', async ({ t }) => {
  await callWithOtherHardware(t, '13800000403');
  const page = await stage.signedIn(t, { path: PATH });
  const row = refusal(page, '13800000403').filter({ hasText: 'number taken by other hardware' });
  await row.click();
  await row.getByText('Another recorder has this number.').waitFor();
  const prepare = (made: Page) => made.addInitScript(() => localStorage.setItem('locale', 'tw'));
  const chinese = await stage.signedIn(t, { path: PATH, prepare });
  await chinese.getByText('號碼屬於其他硬體').first().waitFor();
});

test('a recorder whose clock runs in another zone is named, and one press reads it rightly', async ({ t }) => {
  const clock = createManualClock(Date.now());
  const server = await startStageServer({}, undefined, { clock });
  t.after(() => server.close());
  const recorder = await Device.online(server.ports.jt808, { phone: '13800000777' });
  t.after(() => recorder.close());
  for (let i = 0; i < 6; i += 1) {
    const serial = recorder.sendBody(0x0200, encodeLocation(locationAt(clock.now() - 8 * 3_600_000)));
    await until('the report is answered', () => recorder.hasAnswerTo(serial), { between: () => clock.advance(50) });
    clock.advance(15_000);
  }
  const page = await stage.signedIn(t, { path: PATH, server });
  const offer = page.getByText('The clock of 13800000777 is 8 hours behind: set its zone to UTC.');
  await offer.waitFor();
  await page.getByRole('button', { name: 'Set to UTC' }).click();
  await page.getByText('The times of 13800000777 are read in UTC now').waitFor();
  await offer.waitFor({ state: 'detached' });
});
