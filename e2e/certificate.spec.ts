// The tabs of certificates: what is saved, what is in use, and that a key does not come back. What a connection meets is
// integration/certificate.test.ts.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { selfSignedCertificate } from '../apps/server/src/adapters/certificate/certificate.ts';
import { systemClock } from '../apps/server/src/app.ts';
import { offences } from './axe.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

/** An authority that is not there. */
const stage = useStage({ acmeDirectory: 'https://127.0.0.1:9/dir', acmePort: 0 });
const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');

test('[A-CERT-001] ui: certificate and key are saved in two areas and there again, the key as a mask; a key of another one is refused', async ({
  t,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-'));
  t.after(() => rm(folder, { recursive: true }));
  const { cert, key } = await selfSignedCertificate(folder, ['fleet.test'], systemClock);
  const page = await stage.signedIn(t, { path: '/setting?tab=ssl', expected: /400/ });
  const [certificate, privateKey] = [panel(page).getByLabel('Certificate'), panel(page).getByLabel('Private key')];
  await expect(panel(page).getByRole('region', { name: 'In use' })).toContainText('There is no https');
  await certificate.fill(cert);
  await privateKey.fill(key.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'));
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText(/^This is no private key|^The key is not that/)).toBeVisible();
  await privateKey.fill(key);
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  await page.reload();
  await expect(certificate).toHaveValue(cert.trim());
  await expect(privateKey).toHaveValue('********');
});

test('[A-CERT-002 A-CERT-003 A-CERT-008] ui: two inputs and two buttons; nothing to get without both, both wait for the answer, which is said at once and as it is', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=certbot', expected: /503/ });
  const [domains, email] = [panel(page).getByLabel('Domains'), panel(page).getByLabel('Email')];
  const [get, renew] = ['Try get', 'Renew'].map((name) => panel(page).getByRole('button', { name, exact: true }));
  assert.ok(get && renew);
  await expect(panel(page).getByRole('textbox')).toHaveCount(2);
  await expect(get).toBeDisabled();
  await domains.fill('fleet.test');
  await expect(get).toBeDisabled();
  await email.fill('admin@fleet.test');
  await expect(get).toBeEnabled();
  await domains.fill('');
  await expect(get).toBeDisabled();
  await domains.fill('fleet.test');
  const held = Promise.withResolvers<void>();
  const asked: unknown[] = [];
  await page.route('**/gkserver/certbot', async (route) => {
    if (route.request().method() === 'POST') {
      asked.push(route.request().postDataJSON());
      await held.promise;
    }
    await route.continue();
  });
  await get.click();
  const answer = panel(page).getByRole('region', { name: 'Last answer' }).locator('output');
  await expect(answer).toHaveText('Trying get certificate now');
  await expect(get).toBeDisabled();
  await expect(renew).toBeDisabled();
  held.resolve();
  // The server of this test asks an authority that is not there: the words are its own.
  await expect(answer).toHaveText(/^No certificate: .*ECONNREFUSED/);
  await expect(get).toBeEnabled();
  await expect(renew).toBeEnabled();
  const [sent] = asked;
  assert.deepEqual(Object(sent).domains, 'fleet.test');
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  await page.reload();
  await expect(answer).toHaveText(/^No certificate: .*ECONNREFUSED/);
});
