// An address that somebody sent, of a vehicle that the one who opens it does not see, or that is gone: every screen that takes a device in
// its address says so in the same words, and leads on.
import type { Page } from '@playwright/test';
import { keyOfDevice } from '../apps/server/src/features/device/index.ts';
import { ROOT_GROUP_ID } from '../apps/server/src/features/group/index.ts';
import { type Account, useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const THEIRS = 'COLLEAGUE-1';
const OWN = 'COLLEAGUE-2';
const DAY = new Date().toLocaleDateString('sv');

let limited: Account;
const stage = useStage({}, async (made) => {
  const { groups } = made.server.app;
  await made.register(THEIRS, 2);
  await made.register(OWN, 2);
  const group = await groups.add(ROOT_GROUP_ID, 'ours');
  await groups.link((await keyOfDevice(made.server.app.db.db, OWN)) ?? 0, group);
  limited = await made.account('colleague', 2, undefined, [group]);
});

/** Each screen that takes a device, and where the way on leads. */
const addresses = (id: string): readonly (readonly [address: string, on: string])[] => [
  [`/liveview/${id}`, '/liveview'],
  [`/liveview/${id}?channels=1.2`, '/liveview'],
  [`/splayback/${id}?at=1790000000&ch=1`, '/splayback'],
  [`/remoteplayback/${id}?play=1&at=1790000000`, '/remoteplayback'],
  [`/?device=${id}`, '/'],
  [`/blockview?device=${id}`, '/blockview'],
  [`/gpsplayback?device=${id}&day=${DAY}`, `/gpsplayback?day=${DAY}`],
  [`/devicesetup?device=${id}`, '/devicesetup'],
];
const administrators = (id: string): readonly (readonly [string, string])[] => [
  [`/facerecognitionsetting?device=${id}`, '/facerecognitionsetting'],
  [`/groupsummary?device=${id}`, '/groupsummary'],
];

/** Opens each within the page, as a link does, and follows the way on. */
const walk = async (page: Page, id: string, all: readonly (readonly [string, string])[]): Promise<void> => {
  for (const [address, on] of all) {
    await page.goto(new URL(address, page.url()).href);
    const line = page.getByRole('status').filter({ hasText: `You see no vehicle with the number ${id}` });
    await expect(line, address).toBeVisible();
    await expect(line).toContainText('none of your groups holds it');
    await line.getByRole('button', { name: 'Choose another vehicle' }).click();
    await expect(line).toHaveCount(0);
    await expect(page, address).toHaveURL(new URL(on, page.url()).href);
  }
};

test('a vehicle of another group: the same words on each screen, nothing of it, and a way on', async ({ t }) => {
  const page = await stage.signedIn(t, { account: limited, path: '/idle' });
  await walk(page, THEIRS, addresses(THEIRS));
  await page.goto(new URL(`/liveview/${OWN}`, page.url()).href);
  await page.getByText('Unknow device or device offline').waitFor(); // it is off line, and his
  await expect(page.getByText('You see no vehicle')).toHaveCount(0);
});

test('a vehicle that is gone: an administrator reads the same; one that comes takes the words away', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle', expected: /findsetting/ }); // which looks for it on the server
  await walk(page, 'GONE-1', [...addresses('GONE-1'), ...administrators('GONE-1')]);
  await page.goto(new URL('/splayback/GONE-2', page.url()).href);
  const line = page.getByText('You see no vehicle with the number GONE-2');
  await line.waitFor();
  await stage.register('GONE-2', 2);
  await expect(line).toHaveCount(0);
});

test('on a phone, in Chinese', async ({ t }) => {
  const page = await stage.signedIn(t, {
    account: limited,
    phone: true,
    prepare: (made) => made.addInitScript(() => localStorage.setItem('locale', 'cn')),
    path: `/liveview/${THEIRS}`,
  });
  await page.getByText(`您看不到编号为 ${THEIRS} 的车辆`).waitFor();
  await page.getByRole('button', { name: '选择其他车辆' }).click();
  await page.waitForURL((url) => url.pathname === '/liveview');
});
