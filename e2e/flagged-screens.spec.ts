// Screens that a flag opens, for an account that has nothing else: auto upload, and both pages of scheduled reports.
import { httpCall } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const stage = useStage();

test('[F-ROUTE-033] ui: with F_event alone auto upload shows its search', async ({ t }) => {
  const account = await stage.account('only-events', 3, ['F_event']);
  const page = await stage.signedIn(t, { account, path: '/autoupload' });
  await expect(page.getByRole('heading', { name: 'Auto upload' })).toBeVisible();
  for (const label of ['Device ID', 'File Extension'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
});

test('[F-ROUTE-041] [F-ROUTE-042] ui: with F_event_report alone there are the table and form of reports, and the search of their files', async ({
  t,
}) => {
  const account = await stage.account('only-reports', 3, ['F_event_report']);
  const input = { eventReport: { profile: 'Own', type: 'event detail' } };
  await httpCall(stage.server.ports.http, 'POST', '/gkevent/eventreport', { account, input });
  const page = await stage.signedIn(t, { account, path: '/eventreportsetting' });
  await expect(page.getByRole('table', { name: 'Event report setting' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report', exact: true }).getByLabel('Profile Name')).toBeVisible();
  await page.goto(new URL('/reportfilelist', page.url()).href);
  await expect(page.getByLabel('Query By')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Query Report Files' })).toBeVisible();
});
