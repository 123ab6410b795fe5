// Exports of a track: states, progress of the addresses, giving up, names and contents of the files.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { asJson, asList } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { dayText, heldBack, inUtc, queryButton, steady, tracked, trackDayMs, trackPath } from './support/track.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const button = (page: Page, kind: 'JSON' | 'CSV') => page.getByRole('button', { name: `Export ${kind}` });
const withAddresses = (page: Page) => page.getByRole('checkbox', { name: 'With addresses' });
const state = (page: Page, name: string) => page.locator(`[data-export="${name}"]`);

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const stamp = (second: number): string =>
  new Date(trackDayMs() + second * 1000).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');

/** Every text of the progress, as it changes. */
const collectProgress = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seenProgress', seen);
    new MutationObserver(() => {
      const text = document.querySelector('[data-progress]')?.textContent ?? '';
      if (text !== '' && seen.at(-1) !== text) seen.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
const progress = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'seenProgress'));

test('[A-GPSPB-008 A-GPSPB-013 A-GPSPB-014 A-GPSPB-015 A-GPSPB-024 A-PROD-007] a track becomes a JSON file, its addresses counted one by one', async ({
  t,
}) => {
  const details = { vehicleid: 'TRK/104', drivername: '王小明' };
  const device = await tracked(stage, t, '013800000921', steady(8 * 3600, 50, 42), details);
  const page = await stage.signedIn(t, { path: trackPath(device.id, '&from=480&until=540'), context: inUtc });
  await state(page, 'none').waitFor();
  await collectProgress(page);
  const coming = page.waitForEvent('download');
  const release = await heldBack(page, '/nominatim/reverse');
  await withAddresses(page).check();
  await button(page, 'JSON').click();
  await state(page, 'json').waitFor();
  await expect(button(page, 'JSON')).toHaveAttribute('aria-busy', 'true');
  await expect(button(page, 'CSV')).toBeDisabled();
  await expect(queryButton(page), 'nothing is asked while an export runs').toBeDisabled();
  release();
  const download = await coming;
  await state(page, 'none').waitFor();
  await expect(queryButton(page)).toBeEnabled();
  await expect(button(page, 'JSON')).toBeEnabled();
  await expect(button(page, 'CSV')).toBeEnabled();
  const counts = (await progress(page)).map((text) => Number(/^\d+/.exec(text)?.[0]));
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
    'it rises',
  );
  assert.ok(counts.length > 10 && (counts.at(-1) ?? 0) >= 49, counts.join());

  const name = `${device.id}_TRK_104_王小明_TrackReport_${stamp(8 * 3600)}_${stamp(9 * 3600 + 59)}.json`;
  assert.equal(download.suggestedFilename(), name);
  const report = asJson(JSON.parse(await textOf(download)));
  assert.deepEqual([report['deviceid'], report['maxSpeed']], [device.id, 42]);
  assert.deepEqual(
    [report['begintime'], report['endtime']],
    [trackDayMs() / 1000 + 28_800, trackDayMs() / 1000 + 32_459],
  );
  const list = asList(report['list']);
  assert.equal(list.length, 50);
  const { address, ...first } = list[0] ?? {};
  const at = { lat: 24.1, lng: 120.6, speedInKmh: 42, trackingAngle: 0 };
  assert.deepEqual(first, { time: trackDayMs() + 28_800_000, ...at });
  assert.match(String(address), /Taiwan$/);

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('button', { name: 'Fill in addresses' }).click();
  const row = page.getByRole('table', { name: 'Positions' }).locator('tbody tr').first();
  await row.getByText(String(address)).waitFor();
  const texts = await row.locator('td').allInnerTexts();
  const day = dayText(trackDayMs());
  assert.deepEqual(texts, ['1', `${day} 08:00:00`, '24.10000', '120.60000', '42 km/h', 'North 0°', String(address)]);
});

test('[A-GPSPB-014 A-GPSPB-024 A-GPSPB-025] a track becomes a CSV file that no spreadsheet runs', async ({ t }) => {
  const device = await tracked(stage, t, '013800000922', steady(9 * 3600, 3, 100));
  const page = await stage.signedIn(t, { path: trackPath(device.id), context: inUtc });
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/nominatim/reverse', async (route) => {
    const { lat }: { lat: number } = route.request().postDataJSON();
    await gate;
    await route.fulfill({ json: { display_name: lat < 24.1002 ? '=HYPERLINK("http://x")' : 'Here, "there"' } });
  });
  const coming = page.waitForEvent('download');
  await withAddresses(page).check();
  await button(page, 'CSV').click();
  await state(page, 'csv').waitFor();
  release();
  const download = await coming;
  await state(page, 'none').waitFor();
  assert.equal(download.suggestedFilename(), `${device.id}_TrackReport_${stamp(0)}_${stamp(86_400 + 59)}.csv`);
  const lines = (await textOf(download)).split('\r\n');
  const day = dayText(trackDayMs());
  assert.deepEqual(lines, [
    '\u{FEFF}#,Time,Lat,Lng,Speed,Direction,Address',
    `1,${day} 09:00:00,24.1,120.6,100,0,"'=HYPERLINK(""http://x"")"`,
    `2,${day} 09:00:10,24.1003,120.6,100,0,"Here, ""there"""`,
    `3,${day} 09:00:20,24.1006,120.6,100,0,"Here, ""there"""`,
    '',
  ]);
});

test('an export is given up at any time; a place that cannot be named says why; without addresses, as it is at first, it is there at once', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000923', steady(9 * 3600, 30));
  const page = await stage.signedIn(t, {
    path: trackPath(device.id),
    context: inUtc,
    expected: /502|nominatim/,
    prepare: (made) => made.addInitScript(() => localStorage.setItem('lengthUnit', 'mile')),
  });
  let asked = 0;
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
  await page.route('**/nominatim/reverse', async (route) => {
    asked += 1;
    if (asked === 3) await givenUp; // or all would be named before it is given up
    await route.fulfill({ status: 502, json: { hasError: 1, message: 'no such street' } });
  });
  const quick = page.waitForEvent('download');
  await expect(withAddresses(page)).not.toBeChecked();
  const before = asked;
  await button(page, 'CSV').click();
  const lines = (await textOf(await quick)).split('\r\n');
  assert.equal(lines.length, 32);
  assert.match(lines[1] ?? '', /,24\.9,0,$/, 'speeds in miles for who counts in miles');
  assert.equal(asked, before);
  await state(page, 'none').waitFor();
  await withAddresses(page).check();
  await button(page, 'CSV').click();
  await until('the first places are asked for', () => asked > 2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await state(page, 'none').waitFor();
  giveUp();
  const whole = page.waitForEvent('download');
  await button(page, 'CSV').click();
  assert.match(await textOf(await whole), /,no such street\r\n/);
  await state(page, 'none').waitFor();
});
