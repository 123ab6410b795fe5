// What the server says of a save, and the tabs about what it sends: mail, text messages and pushes. They are saved and found again.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { MailSink } from '../integration/support/mail-sink.ts';
import { asJson, httpCall } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const PATH = '/setting';
const stage = useStage();

const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const save = (page: Page): Locator => panel(page).getByRole('button', { name: 'Save' });
const optionsOf = (page: Page, name: string): Promise<string[]> =>
  panel(page).getByLabel(name, { exact: true }).locator('option').allInnerTexts();

test('[A-ERR-002] ui: a save of the protocol and of a setting, and a reboot, are success toasts with the words of the server', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  const toast = (text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });
  // Answered here: the ports of this stage stay, and so does its server.
  const answer = (call: string): Promise<unknown> =>
    page.route(`**${call}`, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ json: { hasError: 0, message: `done, says ${call}`, updatetime: 1_790_000_000 } }),
    );
  await answer('/gkserver/protocol');
  await answer('/gkserver/network');
  await answer('/gkserver/reboot');
  await panel(page).getByRole('checkbox', { name: 'Disable live streams' }).click();
  await save(page).click();
  await expect(toast('done, says /gkserver/protocol')).toHaveAttribute('data-type', 'success');
  await panel(page).getByRole('button', { name: 'Reboot' }).click();
  await page.getByRole('dialog', { name: 'Reboot the server?' }).getByRole('button', { name: 'Reboot' }).click();
  await expect(toast('done, says /gkserver/reboot')).toHaveAttribute('data-type', 'success');
  await page.getByRole('tab', { name: 'Network', exact: true }).click();
  await panel(page).getByRole('switch').click();
  await panel(page).getByLabel('Address of the server').fill('fleet.example.org');
  await save(page).click();
  await expect(toast('done, says /gkserver/network')).toHaveAttribute('data-type', 'success');
});

test('[A-SMTP-001 A-SMTP-002 A-SMTP-003] ui: the mail server is set by eight controls and is there again, the password as asterisks', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=mail` });
  const field = (name: string): Locator => panel(page).getByLabel(name, { exact: true });
  await field('Mail server').fill('mail.example.org');
  assert.deepEqual(await optionsOf(page, 'Security'), ['STARTTLS 25/587', 'TLS 465', 'NONE']);
  assert.deepEqual(await optionsOf(page, 'Authentication'), ['MD5', 'NONE', 'PLAIN', 'LOGIN']);
  await field('Security').selectOption('TLS 465');
  await expect(field('Port')).toHaveValue('465');
  await field('Port').fill('2465');
  await field('Authentication').selectOption('LOGIN');
  await field('User').fill('fleet');
  await field('Password').fill('hunter2');
  await field('Address of the sender').fill('nobody');
  await expect(panel(page).getByText('This is no mail address.')).toBeVisible();
  await field('Address of the sender').fill('fleet@example.org');
  await field('Name of the sender').fill('Fleet office');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page).click();
  assert.deepEqual(asJson((await sent).postDataJSON())['mail'], {
    server: 'mail.example.org',
    port: 2465,
    security: '1',
    auth: '3',
    user: 'fleet',
    pass: 'hunter2',
    from: 'fleet@example.org',
    name: 'Fleet office',
  });
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  const shown = ['Mail server', 'Port', 'User', 'Password', 'Address of the sender', 'Name of the sender'];
  await expect(field('Mail server')).toHaveValue('mail.example.org');
  assert.deepEqual(await Promise.all(shown.map((name) => field(name).inputValue())), [
    'mail.example.org',
    '2465',
    'fleet',
    '********',
    'fleet@example.org',
    'Fleet office',
  ]);
  await expect(field('Security')).toHaveValue('1');
  await expect(field('Authentication')).toHaveValue('3');
});

test('another mail server asks for the password again, at its field; where nobody signs in it is forgotten', async ({
  t,
}) => {
  const mail = { server: 'mail.example.org', port: 587, security: '0', auth: '2', user: 'fleet', pass: 'hunter2' };
  const whole = { ...mail, from: 'fleet@example.org', name: '' };
  const { admin, ports } = stage.server;
  const input = { mail: whole };
  assert.equal((await httpCall(ports.http, 'PUT', '/gkserver/smtp', { account: admin, input })).status, 200);
  const page = await stage.signedIn(t, { path: `${PATH}?tab=mail`, expected: /400/ });
  const field = (name: string): Locator => panel(page).getByLabel(name, { exact: true });
  const saved = async () =>
    asJson(asJson((await httpCall(ports.http, 'POST', '/gkserver/smtp', { account: admin, input: {} })).body)['mail']);
  /** Presses Save and waits for the answer: the page is not left, and nothing typed, before it. */
  const keep = async (): Promise<void> => {
    const answer = page.waitForResponse((each) => each.request().method() === 'PUT');
    await save(page).click();
    await answer;
  };
  await field('Mail server').fill('smtp.example.org');
  await save(page).click();
  await expect(field('Password')).toHaveAccessibleDescription(/^Type the password again, since the server/);
  assert.equal((await saved())['server'], 'mail.example.org');
  await field('Password').fill('typed');
  await keep();
  await expect.poll(async () => (await saved())['server']).toBe('smtp.example.org');
  await page.reload();
  await expect(field('Password')).toHaveValue('********');
  await field('Mail server').fill('open.example.org');
  await field('Authentication').selectOption('NONE');
  await keep();
  await expect.poll(async () => (await saved())['server']).toBe('open.example.org');
  assert.equal((await saved())['pass'], '');
  await field('Authentication').selectOption('PLAIN');
  await expect(field('Password')).toHaveValue('');
  await field('Password').fill('typed');
  await keep();
  await expect.poll(async () => (await saved())['pass']).toBe('********');
  await page.reload();
  await field('Mail server').fill('');
  await keep();
  await expect.poll(async () => (await saved())['server']).toBe('');
  assert.equal((await saved())['pass'], '', 'switched off without typing it');
});

test('[A-SMTP-004] ui: a test receiver gets a mail by what is saved, and a refusal says why', async ({ t }) => {
  const sink = await MailSink.start(t, { method: 'PLAIN', pass: 'hunter2' });
  const mail = { server: '127.0.0.1', port: sink.port, security: '2', auth: '2', user: 'fleet', pass: 'hunter2' };
  const put = (pass: string) =>
    httpCall(stage.server.ports.http, 'PUT', '/gkserver/smtp', {
      account: stage.server.admin,
      input: { mail: { ...mail, pass, from: 'fleet@example.org', name: '' } },
    });
  await put('hunter2');
  const page = await stage.signedIn(t, { path: `${PATH}?tab=mail` });
  const button = panel(page).getByRole('button', { name: 'Send test mail' });
  await expect(button).toBeDisabled();
  await panel(page).getByLabel('Test receiver').fill('ann@example.org');
  await button.click();
  await expect(panel(page).getByRole('status')).toHaveText('The mail server took the mail.');
  assert.deepEqual(
    sink.mails.map(({ to }) => to),
    [['ann@example.org']],
  );
  await put('wrong');
  await button.click();
  await expect(panel(page).getByRole('alert')).toContainText('does not accept the user and password');
});

test('[A-PUSHEV-001 A-PUSHEV-002] ui: pushes are switched on and stay so; the port is 80 until somebody says otherwise', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=push` });
  const toggle = panel(page).getByRole('switch', { name: 'Push events' });
  await expect(toggle).not.toBeChecked();
  await expect(panel(page).getByLabel('Port', { exact: true })).toHaveValue('80');
  await toggle.click();
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(toggle).toBeChecked();
});

test('[A-SMS-001 A-SMS-002] ui: the one provider and its config are saved and there again, the API key as asterisks', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=sms`, expected: /400/ });
  const field = (name: string): Locator => panel(page).getByLabel(name, { exact: true });
  await field('Base URL').fill('http://sms.example.org');
  assert.deepEqual(await optionsOf(page, 'Provider'), ['infobip']);
  await field('API key').fill('k-1');
  await save(page).click();
  await expect(
    panel(page)
      .getByRole('alert')
      .or(panel(page).getByText(/Only https keeps/))
      .first(),
  ).toBeVisible();
  await field('Base URL').fill('https://xyz.api.infobip.com');
  await panel(page).getByRole('switch', { name: 'Send text messages' }).click();
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(field('Base URL')).toHaveValue('https://xyz.api.infobip.com');
  await expect(field('API key')).toHaveValue('********');
  await expect(panel(page).getByRole('switch')).toBeChecked();
});
