// What is set while its vehicle is away, as people meet it: kept, red until the vehicle has it, and then done by the vehicle.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { p8103SetParameters } from '@outrider/jt808';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { HOST } from '../integration/support/server.ts';
import { useStage } from './fixture.ts';
import { dialog, field, openPanel, openSheet, save, toast } from './setup-dialog.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const ID = '13800000981';
const SET_PARAMETERS = 0x8103;

test('[A-PARAM-012] [A-PARAM-015] [A-PARAM-027] what is saved for a vehicle that is away is red until the vehicle is back and has it', async ({
  t,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-away-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const options = { phone: ID, channels: 2, intervalMs: 60_000, stateFile: join(folder, 'state.json') };
  const vehicle = await stage.vehicle(t, options);
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  await openSheet(page, ID);
  await openPanel(page, 'Network');
  const heartbeat = field(page, 'Heartbeat');
  await expect(heartbeat).toHaveValue('30');
  const waits = dialog(page).getByText(/^Waits for the device/);
  await expect(waits).toHaveCount(0);
  await vehicle.stop();
  const away = page.getByRole('complementary', { name: 'Selected vehicle' }).getByText(/^Offline since/);
  await expect(away).toHaveCount(1);

  await heartbeat.fill('12');
  await save(page).click();
  await expect(toast(page, 'Offline setting')).toBeVisible();
  await expect(waits).toHaveText('Waits for the device: 12 s');
  const red = await page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--o-bad)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(waits).toHaveCSS('color', red);
  await expect(heartbeat).toHaveValue('30');
  await expect(dialog(page).getByText(/^The device is offline. Its settings are those/)).toBeVisible();
  await heartbeat.fill('5');
  await save(page).click();
  await expect(waits).toHaveText('Waits for the device: 5 s');
  await page.reload();
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
  await openPanel(page, 'Network');
  await expect(waits).toHaveText('Waits for the device: 5 s');

  const back = createVehicle({ host: HOST, port: stage.server.ports.jt808, ...options });
  t.after(() => back.stop());
  back.start();
  await becomes(() => back.parameters.number(1, 0), 5, 'the vehicle has it');
  const told = back.received
    .filter(({ id }) => id === SET_PARAMETERS)
    .map(({ body }) => p8103SetParameters.decode(body, '2013').params.map(({ id }) => id));
  assert.deepEqual(told, [[1]], 'once');
  await expect(async () => {
    await dialog(page).getByRole('button', { name: 'Read again' }).click();
    await expect(heartbeat).toHaveValue('5', { timeout: 2000 });
  }).toPass();
  await expect(waits).toHaveCount(0);
});

test('[F-ERR-022] a setting that is answered with 2 and one that is answered with 408 are kept for later, and no failure', async ({
  t,
}) => {
  const id = '13800000982';
  await stage.vehicle(t, { phone: id, channels: 2, intervalMs: 60_000 });
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const results = ['2', '408'];
  await page.route('**/gkserver/gkdevicesetup/**', (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const reply = { hasError: 0, message: '', result: results.shift(), checked: false, kept: {}, differs: [] };
    return route.fulfill({ json: reply });
  });
  await openSheet(page, id);
  await openPanel(page, 'Network');
  await expect(field(page, 'Heartbeat')).toHaveValue('30');
  for (const [value, words] of [
    ['12', 'The device is offline. It is set when it is back.'],
    ['13', 'The device does not answer. It is set when it does.'],
  ] as const) {
    await field(page, 'Heartbeat').fill(value);
    await save(page).click();
    await expect(toast(page, 'Offline setting').filter({ hasText: words })).toHaveAttribute('data-type', 'info');
    // Read once: a notice goes by itself.
    assert.equal(await page.locator('[data-sonner-toast][data-type="error"]').count(), 0);
    await expect(field(page, 'Heartbeat')).toHaveValue('30'); // read again
  }
  assert.deepEqual(results, []);
  assert.equal(await dialog(page).getByRole('alert').count(), 0);
});
