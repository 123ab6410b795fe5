// A place typed into the quick bar leads to its point of the map; who opened no place sees the fleet.
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { placed, report, shown } from './support/map.ts';
import { expect, test } from './test.ts';

const stage = useStage();

test('a place that no vehicle is at is found by its name, and the map goes there; its address does the same', async ({
  t,
}) => {
  // The fleet: one vehicle, north of the place and in sight of it.
  const { device } = await placed(stage, t, '13800000985', { latitude: 64.16, longitude: -21.92 });
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a device or a screen' }).fill('reykjavi');
  const found = page
    .getByRole('listbox', { name: 'Found' })
    .getByRole('option', { name: /Reykjav.k.*Iceland/ })
    .first();
  await expect(found).toContainText('Place on the map');
  await found.click();
  await page.waitForURL(
    (url) => url.pathname === '/' && /^64\.1\d+,-2[12]\./.test(url.searchParams.get('place') ?? ''),
  );
  await expect.poll(async () => Math.abs((await report(page)).center.lat - 64.14) < 0.2).toBe(true);
  await expect.poll(async () => Math.round((await report(page)).zoom)).toBe(12);
  await expect(page.locator('.maplibregl-marker')).toHaveCount(1);
  const there = await until('the map is at rest', async () => {
    const { center, zoom } = await report(page);
    return Math.abs(zoom - 12) < 1e-6 && center;
  });
  await page.reload();
  await shown(page, device.id);
  await expect.poll(async () => Math.abs((await report(page)).center.lat - there.lat) < 1e-3).toBe(true);
  await expect.poll(async () => Math.round((await report(page)).zoom)).toBe(12);
  await page.goto(new URL('/?place=no,place', page.url()).href);
  await page.getByTestId('fleet-map').waitFor();
  await expect.poll(async () => Math.abs((await report(page)).center.lat - 64.16) < 1e-3, 'the fleet').toBe(true);
  await expect(page.locator('.maplibregl-marker')).toHaveCount(0);
});
