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

const stage = useStage();
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
