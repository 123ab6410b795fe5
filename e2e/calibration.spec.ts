// Driver assistance, driver monitoring and blind spots as people set them: on moving pictures, with points and lines that are dragged, kept by
// the device over its restart. What a device then raises is integration/adas-settings.test.ts.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page, Request } from '@playwright/test';
import { p9101LiveRequest } from '@outrider/jt1078';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { asJson, type Json } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { offences } from './axe.ts';
import { type Ending, useStage } from './fixture.ts';
import { expect, test } from './test.ts';
import { changesFrom, pictureText, seen } from './tiles.ts';

const stage = useStage();
const LIVE = 0x9101;
const PICTURE_PX = 1280;

type Made = { vehicle: Vehicle; restart: () => Promise<Vehicle> };

/** A simulated vehicle of four cameras that knows the vendor block, and keeps what it is told in a file. */
const made = async (t: Ending, phone: string, options: Partial<VehicleOptions> = {}): Promise<Made> => {
  const folder = mkdtempSync(`${tmpdir()}/calibration-`);
  t.after(() => rmSync(folder, { recursive: true }));
  const all = {
    phone,
    channels: 4,
    parked: true,
    vendorBlock: true,
    reconnectMs: 100,
    stateFile: `${folder}/vehicle.json`,
    ...options,
  };
  let vehicle = await stage.vehicle(t, all);
  const { host, port } = vehicle.options;
  const place = { host, port };
  return {
    vehicle,
    restart: async () => {
      await vehicle.stop();
      vehicle = createVehicle({ ...place, intervalMs: 1000, ...all });
      t.after(() => vehicle.stop());
      vehicle.start();
      await vehicle.whenOnline();
      return vehicle;
    },
  };
};

/** The cameras of which the platform asked live pictures. */
const asked = ({ received }: Vehicle): number[] =>
  received.filter(({ id }) => id === LIVE).map(({ body }) => p9101LiveRequest.decode(body, '2013').channel);

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: /^Remote Device Setting/ });
const calibration = (page: Page): Locator => page.getByRole('dialog', { name: /^Calibration/ });
const field = (page: Page, name: string): Locator => sheet(page).getByLabel(name, { exact: true });
const saveIn = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Save', exact: true });
const toast = (page: Page, text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });
const marks = (page: Page, channel: number): Locator =>
  calibration(page).locator(`[data-channel="${channel}"] canvas[data-marks="after"]`);
const point = (page: Page, name: string): Locator =>
  calibration(page).getByRole('button', { name: new RegExp(`^${name}`) });

const openPanel = async (page: Page, id: string, name: string): Promise<void> => {
  await page.goto(new URL(`/devicesetup?device=${id}`, page.url()).href);
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
  await sheet(page).getByRole('tab', { name, exact: true }).click();
};
const openCalibration = async (page: Page, id: string, name: string): Promise<void> => {
  await openPanel(page, id, name);
  await sheet(page).getByRole('button', { name: 'Calibrate on the live picture' }).click();
};
const isMoving = async (page: Page, channel: number): Promise<void> => {
  await seen(page, channel);
  await changesFrom(page, channel, await pictureText(page, channel));
};

type Place = readonly [x: number, y: number];
/** Where a place of the picture is on the page. */
const onPage = async (canvas: Locator, [x, y]: Place): Promise<Place> => {
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  assert.ok(box !== null);
  const scale = box.width / PICTURE_PX;
  return [box.x + x * scale, box.y + y * scale];
};
const drag = async (page: Page, canvas: Locator, from: Place, to: Place): Promise<void> => {
  await page.mouse.move(...(await onPage(canvas, from)));
  await page.mouse.down();
  await page.mouse.move(...(await onPage(canvas, to)), { steps: 5 });
  await page.mouse.up();
};
const pointsOn = async (canvas: Locator): Promise<Place[]> =>
  ((await canvas.getAttribute('data-points')) ?? '').split(' ').map((text) => {
    const [x = Number.NaN, y = Number.NaN] = text.split(',').map(Number);
    return [x, y];
  });
/** Until a point that was dragged is drawn where it was let go: a page draws after the pointer has moved on. */
const arrives = (canvas: Locator, index: number, [x, y]: Place): Promise<unknown> =>
  until(`point ${index} at ${x},${y}`, async () => {
    const [left, top] = (await pointsOn(canvas))[index] ?? [Number.NaN, Number.NaN];
    return Math.abs(left - x) <= 2 && Math.abs(top - y) <= 2;
  });
/** Presses Save and waits until the device was asked again. */
const save = async (page: Page, dialog: Locator): Promise<void> => {
  const read = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/gkserver/gkdevicesetup/'),
  );
  await saveIn(dialog).click();
  await read;
  await expect(toast(page, 'Save Success').first()).toBeVisible();
};
/** What the page sent to be set, oldest first. */
const listen = (page: Page): Json[] => {
  const sent: Json[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'PUT' && request.url().includes('/gkserver/gkdevicesetup/'))
      sent.push(asJson(asJson(request.postDataJSON())['deviceParams']));
  });
  return sent;
};

test('[A-ADAS-007] [A-ADAS-009] [A-PARAM-007] driver assistance is calibrated on the moving picture of channel 1; the device has it after its restart', async ({
  t,
}) => {
  const { vehicle, restart } = await made(t, '013800000981');
  const id = vehicle.deviceId;
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const puts = listen(page);
  await openCalibration(page, id, 'Driver assistance');
  const canvas = marks(page, 1);
  assert.deepEqual(await canvas.evaluate((each: HTMLCanvasElement) => [each.width, each.height]), [1280, 720]);
  await isMoving(page, 1);
  assert.deepEqual([...new Set(asked(vehicle))], [1]);
  await expect(canvas).toHaveAttribute('data-points', '640,360 640,650');

  await drag(page, canvas, [640, 360], [700, 300]);
  await arrives(canvas, 0, [700, 300]);
  const [[x, y] = [0, 0], [, bonnet] = [0, 0]] = await pointsOn(canvas);
  assert.ok(Math.abs(x - 700) <= 2 && Math.abs(y - 300) <= 2, `${x},${y}`);
  assert.equal(bonnet, 650);
  // What was taken has the focus: arrows move it on.
  await expect(point(page, 'Vanishing point')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(canvas).toHaveAttribute('data-points', `${x - 1},${y + 10} 640,650`);
  await drag(page, canvas, [200, 650], [300, 600]);
  await arrives(canvas, 1, [640, 600]);
  const line = (await pointsOn(canvas))[1] ?? [0, 0];
  assert.ok(line[0] === 640 && Math.abs(line[1] - 600) <= 2, String(line));

  await save(page, calibration(page));
  await expect(calibration(page)).toHaveCount(0);
  const set = { adas_vpx: x - 1, adas_vpy: y + 10, adas_bonnet: line[1] };
  assert.deepEqual(puts, [set]);
  const again = await restart();
  const { adas_vpx, adas_vpy, adas_bonnet } = again.kept.settings.values;
  assert.deepEqual({ adas_vpx, adas_vpy, adas_bonnet }, set);
  await openPanel(page, id, 'Driver assistance');
  await expect(field(page, 'Camera picture: Vanishing point X')).toHaveValue(String(set.adas_vpx));
  await expect(field(page, 'Camera picture: Vanishing point Y')).toHaveValue(String(set.adas_vpy));
  await expect(field(page, 'Camera picture: Bonnet line')).toHaveValue(String(set.adas_bonnet));
});

test('[A-ADAS-008] [A-ADAS-009] [A-PARAM-007] the driver is framed on the channel that looks at him; presets, the way back, before and after', async ({
  t,
}) => {
  const { vehicle, restart } = await made(t, '013800000982');
  const id = vehicle.deviceId;
  // Where nobody said which camera looks at the driver it is the second one, as the vehicle's record has it.
  vehicle.kept.settings.write({ cam_campos: [0, 1, 2, 4] });
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  await openCalibration(page, id, 'Driver monitoring');
  const canvas = marks(page, 4);
  const first = '434,170 434,560 805,560 805,170';
  await expect(canvas).toHaveAttribute('data-points', first);
  await isMoving(page, 4);
  assert.deepEqual([...new Set(asked(vehicle))], [4]);
  await expect(saveIn(calibration(page))).toBeDisabled();

  await calibration(page).getByRole('button', { name: 'Seat on the right' }).click();
  const mirrored = '846,170 846,560 475,560 475,170';
  await expect(canvas).toHaveAttribute('data-points', mirrored);
  await calibration(page).getByRole('button', { name: 'Reset' }).click();
  await expect(canvas).toHaveAttribute('data-points', first);
  await calibration(page).getByRole('button', { name: 'Seat on the right' }).click();
  await point(page, 'Corner 2').focus();
  await page.keyboard.press('ArrowRight');
  const moved = '846,170 847,560 475,560 475,170';
  await calibration(page).getByRole('button', { name: 'Before and after' }).click();
  await expect(calibration(page).locator('canvas[data-marks="before"]')).toHaveAttribute('data-points', first);
  await expect(canvas).toHaveAttribute('data-points', moved);
  const tags = ['wcag2a', 'wcag2aa'];
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page }).withTags(tags)), []);
  await save(page, calibration(page));
  assert.equal((await restart()).kept.settings.values.dsm_points, moved);
  await openCalibration(page, id, 'Driver monitoring');
  await expect(canvas).toHaveAttribute('data-points', moved);
});

test('[A-ADAS-009] [A-PARAM-007] both blind spots are framed on channels 3 and 4, as far as their limits; with a finger on a phone', async ({
  t,
}) => {
  const { vehicle } = await made(t, '013800000983');
  const page = await stage.signedIn(t, { path: '/devicesetup', phone: true });
  await openCalibration(page, vehicle.deviceId, 'Blind spots');
  await isMoving(page, 3);
  await isMoving(page, 4);
  assert.deepEqual(new Set(asked(vehicle)), new Set([3, 4]));
  const left = marks(page, 3);
  await expect(left).toHaveAttribute('data-points', '560,260 200,660 820,660 700,260');

  const touch = await page.context().newCDPSession(page);
  const touched = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
  const from = await onPage(left, [200, 660]);
  await touched('touchStart', [from]);
  await touched('touchMove', [[from[0] - 30, from[1] + 40]]);
  await touched('touchMove', [[from[0] - 60, from[1] + 80]]);
  await touched('touchEnd', []);
  await expect(left).toHaveAttribute('data-points', '560,260 10,710 820,660 700,260');
  const right = marks(page, 4);
  await point(page, 'Corner 3').last().focus();
  const presses = 16;
  for (let press = 0; press < presses; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(right).toHaveAttribute('data-points', '720,260 1080,660 320,660 580,260');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0);
  await save(page, calibration(page));
  const { bsd_left, bsd_right } = vehicle.kept.settings.values;
  assert.deepEqual([bsd_left, bsd_right], ['560,260 10,710 820,660 700,260', '720,260 1080,660 320,660 580,260']);
});

test('[A-ADAS-001] [A-ADAS-002] [A-ADAS-003] enables, behaviours, speeds, geometry, sensitivities and ignore times are saved and there again', async ({
  t,
}) => {
  const { vehicle, restart } = await made(t, '013800000984');
  const id = vehicle.deviceId;
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const puts = listen(page);
  await openPanel(page, id, 'Driver assistance');
  const switches = ['Warnings are spoken', 'Forward collision', 'Headway', 'Lane departure'];
  for (const name of switches) {
    await expect(sheet(page).getByRole('switch', { name, exact: true })).toBeChecked();
    await sheet(page).getByRole('switch', { name, exact: true }).click();
  }
  const numbers = [
    ['Forward collision: Only from this speed', '40'],
    ['Vehicle: Camera above the road', '1450'],
    ['Vehicle: Camera to the front', '800'],
    ['Vehicle: Camera right of the middle', '-120'],
    ['Vehicle: Width', '2500'],
    ['Camera picture: Vanishing point X', '620'],
    ['Camera picture: Vanishing point Y', '340'],
    ['Lane departure: One alarm in', '15'],
  ] as const;
  for (const [name, value] of numbers) await field(page, name).fill(value);
  for (const [name] of numbers.filter((row) => row[0].startsWith('Vehicle:')))
    await expect(field(page, name).locator('xpath=..')).toContainText('mm');
  await field(page, 'Headway: Sensitivity').selectOption('High');
  await save(page, sheet(page));
  const { event_adasen, ...rest } = asJson(puts[0]);
  assert.deepEqual(rest, {
    adas_speakout: 0,
    adas_fcwfrom: 40,
    adas_camheight: 1450,
    adas_camfront: 800,
    adas_camside: -120,
    adas_carwidth: 2500,
    adas_vpx: 620,
    adas_vpy: 340,
    adas_ldwignore: 15,
    adas_hmwsens: 2,
  });
  // Lane departure, forward collision and headway have two levels each, bits 4 to 7, 10 and 11.
  assert.equal(Number(event_adasen) & 0b1100_1111_0000, 0);

  await sheet(page).getByRole('tab', { name: 'Driver monitoring', exact: true }).click();
  const behaviours = [
    'Camera covered',
    'Yawning',
    'Looking around',
    'Driver absent',
    'Smoking',
    'Phone call',
    'Eye mask',
    'Mouth mask',
  ];
  const watched = sheet(page).getByRole('group', { name: /^Behaviours that are watched/ });
  for (const name of behaviours) await watched.getByRole('checkbox', { name: new RegExp(`${name}$`) }).click();
  await field(page, 'Fatigue: One alarm in').fill('30');
  await save(page, sheet(page));
  assert.deepEqual(puts[1], { dsm_behaviours: 0, dsm_fatigueignore: 30 });

  const again = await restart();
  assert.equal(again.kept.settings.values.adas_camside, -120);
  assert.equal(again.kept.settings.values.dsm_behaviours, 0);
  await openPanel(page, id, 'Driver assistance');
  for (const name of switches) await expect(sheet(page).getByRole('switch', { name, exact: true })).not.toBeChecked();
  for (const [name, value] of numbers) await expect(field(page, name)).toHaveValue(value);
  await expect(field(page, 'Headway: Sensitivity').locator('option:checked')).toHaveText('High');
  await sheet(page).getByRole('tab', { name: 'Driver monitoring', exact: true }).click();
  for (const name of behaviours)
    await expect(watched.getByRole('checkbox', { name: new RegExp(`${name}$`) })).not.toBeChecked();
});

test('[A-ADAS-004] [A-PARAM-009] limits of the speeds; the values of another maker are a list, and are sent as one', async ({
  t,
}) => {
  const { vehicle } = await made(t, '013800000985');
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const puts = listen(page);
  await openPanel(page, vehicle.deviceId, 'Driver assistance');
  for (const [name, bad, good] of [
    ['Pedestrian: Only below this speed', ['6', '101'], ['7', '100']],
    ['Forward collision: Level speed', ['-1', '101'], ['0', '100']],
    ['Headway: One alarm in', ['-1', '101'], ['0', '100']],
  ] as const) {
    for (const value of bad) {
      await field(page, name).fill(value);
      await expect(sheet(page).getByText(/^This must be a number from/)).toBeVisible();
      await expect(saveIn(sheet(page))).toBeDisabled();
    }
    for (const value of good) {
      await field(page, name).fill(value);
      await expect(sheet(page).getByText(/^This must be a number from/)).toHaveCount(0);
    }
  }
  const list = sheet(page).getByRole('group', { name: 'Motovis ADAS' });
  await expect(list.getByRole('spinbutton')).toHaveCount(2);
  await list.getByLabel('Value 2').fill('35');
  await list.getByRole('button', { name: 'Add' }).click();
  await list.getByLabel('Value 3').fill('7');
  await save(page, sheet(page));
  assert.deepEqual(asJson(puts[0])['MotovisAdas'], [1, 35, 7]);
  assert.deepEqual(vehicle.kept.settings.values.MotovisAdas, [1, 35, 7]);
});
