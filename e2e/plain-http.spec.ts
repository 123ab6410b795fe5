// The console over plain http under a name that is no secure origin: what works all the same, and what it says about the rest.
import assert from 'node:assert/strict';
import { addressOf, fillSignIn, useStage } from './fixture.ts';
import { test } from './test.ts';

const stage = useStage();
const NOTICE = /Over plain http browsers allow no microphone and no installing as an app/;

test('signing in works without the cryptography that browsers keep for secure pages', async ({ t }) => {
  const page = await stage.page(t, { expected: /WebGL/ });
  await page.goto(addressOf(stage.server, '/login', true));
  assert.equal(await page.evaluate(() => isSecureContext || crypto.subtle !== undefined), false);
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
});

test('the dashboard lives: a vehicle that drives is shown and moves', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000601', clips: null });
  const page = await stage.signedIn(t, { path: '/blockview', plain: true });
  const row = page.getByRole('row').filter({ hasText: deviceId });
  await row.getByRole('img', { name: /Driving|Idle/ }).waitFor();
  await row.locator('[class*="flash"]').first().waitFor(); // a live value came
});

test('a calm notice says what is missing and how to get it, until it is dismissed for good', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', plain: true });
  const notice = page.getByRole('status').filter({ hasText: NOTICE });
  await notice.getByText('--tls self-signed').waitFor();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('contentinfo').waitFor();
  assert.equal(await page.getByText(NOTICE).count(), 0);
});

test('on a secure page the notice does not appear', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  assert.equal(await page.evaluate(() => isSecureContext), true);
  assert.equal(await page.getByText(NOTICE).count(), 0);
});
