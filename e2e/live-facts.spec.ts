// What stands beside live pictures of the vehicle itself: how fast, who drives, where, and how old that is, at a desk and in a hand.
import { addressOf, useStage } from './fixture.ts';
import { expect, test } from './test.ts';
import { playing } from './tiles.ts';

const stage = useStage();

for (const [held, viewport, number] of [
  ['at a desk', { width: 1440, height: 900 }, '013800000221'],
  ['on a phone', { width: 390, height: 844 }, '013800000222'],
  ['on a phone that lies', { width: 844, height: 390 }, '013800000223'],
] as const)
  test(`beside the pictures stand speed, driver, place and how old that is, ${held}`, async ({ t }) => {
    const details = { vehicleid: 'BUS-22', drivername: 'R. Iyer' };
    const { deviceId } = await stage.vehicle(t, { phone: number, channels: 2, alarms: false }, details);
    const page = await stage.signedIn(t, { path: `/liveview/${deviceId}`, phone: viewport.width !== 1440 });
    await playing(page, 1);
    await page.setViewportSize(viewport);
    for (const fact of [/^\d+ km\/h$/, /^R\. Iyer$/, /Taiwan/, /^\d+ s ago$/])
      await expect(page.getByRole('main').getByText(fact).first()).toBeInViewport({ ratio: 0.9 });
  });

test('on a phone the card of a vehicle says who drives it and where it is', async ({ t }) => {
  const details = { vehicleid: 'BUS-23', drivername: 'R. Iyer' };
  const { deviceId } = await stage.vehicle(t, { phone: '013800000224', channels: 1, alarms: false }, details);
  const page = await stage.signedIn(t, { path: '/blockview', phone: true });
  const card = page.locator(`[data-device="${deviceId}"]`);
  await expect(card.getByText(/R\. Iyer/)).toBeInViewport({ ratio: 1 });
  await expect(card.getByText(/Taiwan/)).toBeInViewport({ ratio: 0.9 });
});

test('the list of devices stands at the same side of live view and of both playbacks', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000225', channels: 1, alarms: false });
  const page = await stage.signedIn(t, { path: '/idle' });
  for (const path of ['liveview', 'splayback', 'remoteplayback']) {
    await page.goto(addressOf(stage.server, `/${path}/${deviceId}`));
    const list = page.getByRole('navigation', { name: 'Devices' });
    await expect(list.getByText(new RegExp(deviceId)).first()).toBeVisible();
    const right = (): Promise<number> =>
      list.evaluate((each) => Math.round(innerWidth - each.getBoundingClientRect().right));
    await expect.poll(right, path).toBe(0);
  }
});
