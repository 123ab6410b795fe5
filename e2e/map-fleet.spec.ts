// The fleet as the map draws it: real pixels where a vehicle is, the group filter, names of every kind, a graphics card that is lost.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { addGroup, putInGroup } from './support/administer.ts';
import { becomes } from './support/becomes.ts';
import { drawn, infoWindow, panel, placed, report, row, shown } from './support/map.ts';
import { test } from './test.ts';

const stage = useStage();

/** --o-driving of the light themes. */
const DRIVING = [0x12, 0x72, 0x4a] as const;
const SIDE = 40;

/** How many pixels around a place of the map have about this colour, as the screen shows it. */
const pixelsOf = async (page: Page, at: { x: number; y: number }, colour: readonly number[]): Promise<number> => {
  const box = await page.getByTestId('fleet-map').boundingBox();
  const clip = { x: (box?.x ?? 0) + at.x - SIDE / 2, y: (box?.y ?? 0) + at.y - SIDE / 2, width: SIDE, height: SIDE };
  const png = await page.screenshot({ clip });
  const reader = await page.context().newPage(); // whose policy lets it read a picture
  const count = await reader.evaluate(
    async ([bytes, wanted]) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      let found = 0;
      for (let i = 0; i < data.length; i += 4)
        if (wanted.every((value, part) => Math.abs(value - (data[i + part] ?? 0)) < 12)) found += 1;
      return found;
    },
    [[...png], [...colour]] as const,
  );
  await reader.close();
  return count;
};

test('a driving vehicle is an arrow in the colour of its state exactly where it is, and nowhere else', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000601', { latitude: 24.71, longitude: 120.9, speedKmh: 60 });
  const page = await stage.signedIn(t);
  await page.getByPlaceholder('Filter devices').fill(device.id);
  const filled = await until('the arrow is painted', async () => {
    const pixels = await pixelsOf(page, await shown(page, device.id), DRIVING);
    return pixels > 40 && pixels;
  });
  assert.ok(filled < 400, `${filled} pixels: an arrow, no blot`);
  const beside = async (): Promise<number> => {
    const at = await shown(page, device.id);
    return pixelsOf(page, { x: at.x + 2 * SIDE, y: at.y }, DRIVING);
  };
  await becomes(beside, 0, 'pixels beside it');
});

test('a graphics card that is lost and comes back shows the fleet again', async ({ t }) => {
  const { device } = await placed(stage, t, '013800000602', { latitude: 24.72, longitude: 120.9, speedKmh: 60 });
  const page = await stage.signedIn(t, { expected: /WebGL context was lost/ });
  await page.getByPlaceholder('Filter devices').fill(device.id);
  const painted = async (): Promise<boolean> => (await pixelsOf(page, await shown(page, device.id), DRIVING)) > 40;
  await until('the arrow is painted', painted);
  await page.locator('canvas.maplibregl-canvas').evaluate(async (canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return;
    const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const lost = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, { once: true }));
    extension?.loseContext();
    await lost;
    const back = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve, { once: true }));
    await new Promise(requestAnimationFrame);
    extension?.restoreContext();
    await back;
  });
  await until('the arrow is painted again', painted);
});

test('the group filter narrows the markers and the list to the group and those below it', async ({ t }) => {
  await addGroup(stage.server, 'North');
  await addGroup(stage.server, 'Coast', { parent: '2' });
  const inside = await placed(stage, t, '013800000603', { latitude: 24.8, longitude: 120.95 });
  const below = await placed(stage, t, '013800000604', { latitude: 24.82, longitude: 120.97 });
  const outside = await placed(stage, t, '013800000605', { latitude: 24.84, longitude: 120.99 });
  await putInGroup(stage.server, inside.device.id, '2');
  await putInGroup(stage.server, below.device.id, '3');
  const page = await stage.signedIn(t);
  await shown(page, outside.device.id);
  await page.getByRole('combobox', { name: 'Group filter' }).selectOption({ label: 'North' });
  await until('the vehicle of no group is gone', async () => (await drawn(page, outside.device.id)) === undefined);
  await shown(page, inside.device.id);
  await shown(page, below.device.id);
  await row(page, outside.device.id).waitFor({ state: 'detached' });
  await becomes(async () => (await report(page)).vehicles.length, 2, 'vehicles of the group');
});

test('names in any script, with markup in them and of full length stay text and break nothing', async ({ t }) => {
  const names = {
    vehicleid: '<b>校車</b> 第三號 & مركبة',
    drivername: 'אברהם <img src=x onerror=alert(1)>'.slice(0, 31),
  };
  const id = 'A.very_long-id.of.31.characters';
  await stage.register(id, 4, { ...names, maplocation: { lat: 24.9, lng: 121 } });
  const page = await stage.signedIn(t);
  await page.getByPlaceholder('Filter devices').fill('第三號');
  await row(page, id).getByText(names.vehicleid, { exact: true }).waitFor();
  await row(page, id).getByRole('button').click();
  await panel(page).getByRole('heading', { name: names.vehicleid }).waitFor();
  await panel(page).getByText(names.drivername, { exact: true }).waitFor();
  await infoWindow(page).getByText(names.vehicleid).waitFor();
  await becomes(async () => (await shown(page, id)).label, names.vehicleid, 'its name on the map');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > globalThis.innerWidth);
  assert.equal(wide, false);
  assert.equal(await page.locator('img[src="x"]').count(), 0);
});
