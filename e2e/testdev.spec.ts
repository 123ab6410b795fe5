// The pages for engineers that speak by hand: /testdev to one recorder, /testvcp to the server. Their messages are integration/trace.test.ts.
import assert from 'node:assert/strict';
import { type Frame, t0002Heartbeat, toHex } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import type { Device } from '../integration/support/device.ts';
import { Viewer } from '../integration/support/viewer.ts';
import { type Ending, addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const pane = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
const state = (page: Page): Locator => page.getByRole('status').first();

/** What the page said over its socket. */
const noteSent = (page: Page): Record<string, unknown>[] => {
  const sent: Record<string, unknown>[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) =>
      sent.push(
        ...String(payload)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    ),
  );
  return sent;
};

const fillAccount = async (page: Page): Promise<void> => {
  await page.getByLabel('User name').fill(stage.server.admin.user);
  await page.getByLabel('Password').fill(stage.server.admin.password);
};

const openTrace = async (t: Ending, phone: string) => {
  const device = await stage.device(t, { phone });
  await stage.register(device.id, 4);
  const page = await stage.page(t);
  const sent = noteSent(page);
  await page.goto(addressOf(stage.server, '/testdev'));
  await fillAccount(page);
  const connect = async (id: string): Promise<void> => {
    await page.getByLabel('Device ID').fill(id);
    await button(page, 'Connect').click();
  };
  return { device, page, sent, connect };
};

/** Answers all messages of this kind, and keeps them. */
const answering = (device: Device, id: number): Frame[] => {
  const came: Frame[] = [];
  device.on(id, (frame) => {
    came.push({ ...frame, raw: frame.raw.slice() });
    device.reply(frame.header, 0);
  });
  return came;
};

test('[E-MON-003 E-WS-007 E-WS-008 E-WS-009 E-WS-010] ui: /testdev, signed out, shows the bytes of a restart that another asked for and its answer, heartbeats and signalling apart, and closes for an unknown id', async ({
  t,
}) => {
  const { device, page, sent, connect } = await openTrace(t, '13800000971');
  assert.equal(new URL(page.url()).pathname, '/testdev');
  await connect('NONE');
  await expect(page.getByRole('alert')).toHaveText('Unknown device');
  await expect(state(page)).toHaveText('disconnected');
  await connect(device.id);
  await expect(state(page)).toHaveText('connected');
  assert.deepEqual(
    sent.map(({ M, I }) => [M, I]),
    [
      ['DB1', 'NONE'],
      ['DB1', device.id],
    ],
  );
  const restarts = answering(device, 0x8105);
  await stage.command('D22', { I: device.id });
  const [restart] = restarts;
  assert.ok(restart);
  const down = pane(page, 'Server to device')
    .getByRole('row')
    .filter({ hasText: toHex(restart.raw) });
  await expect(down.getByRole('cell').first()).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await expect(down).toContainText('"command":4');
  await expect(pane(page, 'Device to server')).toContainText(`"replySerial":${restart.header.serial},"replyId":33029`);
  await device.ask(t0002Heartbeat, {});
  await expect(pane(page, 'Heartbeats')).toContainText(/7e0002[0-9a-f]+7e/);
  await expect(pane(page, 'Device to server')).not.toContainText('7e0002');
  const asked = answering(device, 0x9101);
  const viewer = await Viewer.open(stage.server.ports.stream, stage.server.admin, device.id, { channel: 1 });
  t.after(() => viewer.close());
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(pane(page, 'Peer to peer, sent')).toContainText(toHex(asked[0]?.raw ?? new Uint8Array(1)));
  await expect(pane(page, 'Peer to peer, received')).toContainText('"replyId":37121');
  await expect(pane(page, 'Server to device')).not.toContainText('7e9101');
});

test('[E-WS-011 E-WS-012] ui: /testdev sends bytes after a question, and a fake event that is a toast in another browser', async ({
  t,
}) => {
  const { device, page, sent, connect } = await openTrace(t, '13800000972');
  const other = await stage.signedIn(t, { path: '/blockview' });
  await connect(device.id);
  await expect(button(page, 'Send bytes')).toBeDisabled();
  await page.getByLabel('Bytes').fill('820');
  await expect(button(page, 'Send bytes')).toBeDisabled();
  await page.getByLabel('Bytes').fill('8204');
  const checks = answering(device, 0x8204);
  await button(page, 'Send bytes').click();
  assert.equal(checks.length, 0);
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => checks.length).toBe(1);
  await expect(page.getByText(`Sent: ${toHex(checks[0]?.raw ?? new Uint8Array(1))}`)).toBeVisible();
  const { M, I, Z } = sent.at(-1) ?? {};
  assert.deepEqual([M, I, Z], ['DB2', device.id, '8204']);

  await page.getByLabel('Event code').fill('13');
  await page.getByLabel('Message', { exact: true }).fill('Made by hand');
  await page.getByLabel('GPIO 1').check();
  await page.getByLabel('GPIO 3').check();
  await button(page, 'Make event').click();
  await expect(page.getByText(/^Stored as event \d+, \d+, \d+$/)).toBeVisible();
  const { U: _name, P: _hash, ...event } = sent.at(-1) ?? {};
  assert.deepEqual(event, { M: 'DB7', I: device.id, R: '0101', E: 13, Z: 'Made by hand' });
  await expect(other.locator('[data-sonner-toast]').filter({ hasText: 'Over speed' })).toContainText('Made by hand');
});

const answerTo = (page: Page, code: string): Locator =>
  page.locator('[data-way="received"]').filter({ hasText: `"M":"${code}"` });

test('[E-MON-001 E-MON-002 E-WS-020] ui: /testvcp, signed out, has a field for each letter but L, a preset for each command of the tester and the answer to each, and says any line', async ({
  t,
}) => {
  const device = await stage.device(t, { phone: '13800000973' });
  await stage.register(device.id, 4);
  const turns = answering(device, 0x9301);
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/testvcp'));
  await fillAccount(page);
  assert.equal(new URL(page.url()).pathname, '/testvcp');
  await inOrder('ABCDEFGHIJKNOPQRSTUVWXYZ', (letter) =>
    expect(page.getByLabel(letter, { exact: true })).toHaveCount(1),
  );
  await expect(page.getByLabel('L', { exact: true })).toHaveCount(0);
  await expect(button(page, 'Send')).toBeDisabled();
  await button(page, 'Connect').click();
  await expect(answerTo(page, 'Q02')).toContainText('"R":"1"');
  await button(page, 'Clear').click();
  const presets = [
    ['echo', 'echo', '"Z":"hello"'],
    ['ping', 'ping', '"T":'],
    ['Q01 Server info', 'Q01', '"username":"admin"'],
    ['Q02 Sign in', 'Q02', '"L":0'],
    ['Q03 All registered devices', 'Q03', `"deviceid":"${device.id}"`],
    ['Q04 Changed devices', 'Q04', '"Z":"fin"'],
    ['Q05 One device', 'Q05', `"deviceid":"${device.id}"`],
    ['D12 PTZ control', 'D12', `"I":"${device.id}"`],
  ] as const;
  await inOrder(presets, async ([name, code, said]) => {
    await page.getByRole('group', { name: 'Presets' }).getByRole('button', { name, exact: false }).click();
    if (code === 'Q05' || code === 'D12') await page.getByLabel('I', { exact: true }).fill(device.id);
    await button(page, 'Send').click();
    await expect(answerTo(page, code).filter({ hasText: said })).toContainText('"R":"1"');
  });
  await expect.poll(() => turns.length).toBeGreaterThan(0);
  await page.getByLabel('Raw message').fill('{"M":"echo","Z":"by hand"}');
  await button(page, 'Send').click();
  await expect(answerTo(page, 'echo').filter({ hasText: 'by hand' })).toBeVisible();
  await page.getByLabel('Raw message').fill('no line of ours');
  await button(page, 'Send').click();
  await expect(page.locator('[data-way="received"]').first()).toContainText('Not a JSON object');
  const { hash } = stage.server.admin;
  assert.doesNotMatch(await page.locator('body').innerText(), new RegExp(hash, 'i'), 'the hash is not shown');
});
