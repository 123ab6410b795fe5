// Every documented path: who may open it, where the others are led, that it matches exactly; external pages; modals on every path.
import assert from 'node:assert/strict';
import { type Right, rights } from '@outrider/contract';
import type { Page } from '@playwright/test';
import { httpCall } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { type Rule, rules } from './documented-paths.ts';
import { addressOf, savePassword, useStage } from './fixture.ts';
import { go } from './go.ts';
import { inOrder } from './in-order.ts';
import { expect, test } from './test.ts';

/** Global: its pages may open sockets of other servers. */
const stage = useStage({ deployment: 'global', iframes: [{ title: 'Our logo <b>x</b>', url: '/logo.svg' }] });

type Walker = { level: number; granted: readonly string[]; ownHost: boolean };
const opens = ({ level, granted, ownHost }: Walker, { right, most = 9, own }: Rule): boolean =>
  (right === undefined || granted.includes(right)) && level <= most && (own === undefined || ownHost);

const path = (page: Page): string => new URL(page.url()).pathname;

/** Whether the path shows its own screen: it stands under its title, and no redirect followed in the next frames. */
const shows = async (page: Page, address: string, title: string): Promise<boolean> => {
  await page.waitForFunction(([to, wanted]) => document.title === wanted && location.pathname === to, [
    address,
    `${title} · Outrider`,
  ] as const);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
  return path(page) === address && (await page.title()) === `${title} · Outrider`;
};

/** Opens every path, from a page for everyone, and says which did not do as its rule says. */
const walk = async (page: Page, walker: Walker, paths = rules): Promise<string[]> => {
  const wrong: string[] = [];
  const map = opens(walker, { right: 'F_gps' });
  let before = '';
  await inOrder(paths, async ([address, title, rule]) => {
    const [end, heading] = opens(walker, rule)
      ? [address, title]
      : map && address !== '/blockview'
        ? ['/', 'Map']
        : ['/idle', 'Idle'];
    // Who stands where it ends already would be found there without having gone.
    if (end === before) {
      await go(page, '/groupsetting');
      await shows(page, '/groupsetting', 'Group setting');
    }
    before = end;
    await go(page, address);
    if (!(await shows(page, end, heading).catch(() => false))) wrong.push(`${address} is at ${path(page)}, not ${end}`);
  });
  return wrong;
};

/** A page that draws no maps, however often it is led to one. */
const withoutMaps = (page: Page): Promise<void> =>
  page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebGL2RenderingContext')).then(() => undefined);

const without = (...gone: readonly Right[]): string[] => rights.filter((right) => !gone.includes(right));

for (const level of [0, 1, 2, 3])
  test(`[E-ROLE-001] level ${level} opens the paths of its level and no others`, async ({ t }) => {
    // The map draws on every refusal otherwise; level 0 holds every right.
    const granted = level === 0 ? rights : without('F_gps');
    const account = await stage.account(`walker-${level}`, level, granted);
    const page = await stage.signedIn(t, { account, path: '/idle', prepare: withoutMaps });
    assert.deepEqual(await walk(page, { level, granted, ownHost: true }), []);
  });

test('[A-GATE-001 E-GATE-001] without a stored sign-in every path leads to the form', async ({ t }) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/blockview'));
  await page.waitForURL('**/login');
  await inOrder(rules, async ([address]) => {
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('AutoLogin')), null);
    const left = page.waitForEvent('framenavigated', (frame) => new URL(frame.url()).pathname === address);
    await go(page, address);
    await left;
    await page.waitForURL('**/login');
  });
});

/** Of whose level no page is: where they are led is the start, and nothing of the page is drawn before. */
const ofLevels: readonly (readonly [path: string, most: number])[] = [
  ['/usersetting', 0],
  ['/setting', 0],
  ['/rendomliveview', 0],
  ['/facerecognitionsetting', 0],
  ['/i18neditor', 0],
  ['/permission', 0],
  ['/regdevices', 1],
];

test('[A-GATE-004 E-GATE-004 E-ROLE-004 E-ROLE-011] whose level is too low for a page is led to /, not to the form', async ({
  t,
}) => {
  await inOrder([1, 2, 3], async (level) => {
    const account = await stage.account(`too-low-${level}`, level);
    const page = await stage.signedIn(t, {
      account,
      path: '/idle',
      prepare: withoutMaps,
    });
    const above = ofLevels.filter(([, most]) => level > most);
    await inOrder(above, async ([address]) => {
      await go(page, '/idle');
      await shows(page, '/idle', 'Idle');
      await go(page, address);
      assert.ok(await shows(page, '/', 'Map'), `${level} at ${address}`);
    });
    await page.context().close();
  });
});

test('without any right of a page only the pages for everyone open', async ({ t }) => {
  const account = await stage.account('walker-bare', 1, []);
  const page = await stage.signedIn(t, { account, path: '/idle', prepare: withoutMaps });
  assert.deepEqual(await walk(page, { level: 1, granted: [], ownHost: true }), []);
});

/** Each flag is in a combination of these accounts that no other flag shares. */
const flags = ['P_dash', 'P_tree', 'P_live', 'P_gppb', 'P_lopb', 'P_repb', 'F_event', 'F_rmdvrs', 'F_event_report'];

test('each flag opens its own pages and no others', async ({ t }) => {
  await inOrder([1, 2, 4, 8], async (bit) => {
    const granted = flags.filter((_, index) => ((index + 1) & bit) !== 0);
    const account = await stage.account(`flags-${bit}`, 3, granted);
    const page = await stage.signedIn(t, { account, path: '/idle', prepare: withoutMaps });
    const flagged = rules.filter(([, , { right }]) => right !== undefined);
    assert.deepEqual(await walk(page, { level: 3, granted, ownHost: true }, flagged), [], granted.join());
    await page.context().close();
  });
});

test('[A-FENCE-005] [A-ROUTE-010] pages that change the server open only where the console came from it', async ({
  t,
}) => {
  const page = await stage.page(t);
  await savePassword(page, stage.server.admin, 'fleet.test');
  const port = String(stage.server.ports.command);
  await page.addInitScript((command) => localStorage.setItem('ServerPort', command), port);
  await page.goto(addressOf(stage.server, '/fence'));
  await page.waitForURL((url) => url.pathname === '/');
  await inOrder(['/setting', '/mileage', '/pusheventplansetting', '/routeplanning'], async (address) => {
    // Who went on before the page has led away would be led away from there.
    await go(page, '/idle');
    await shows(page, '/idle', 'Idle');
    await go(page, address);
    assert.ok(await shows(page, '/', 'Map'), address);
  });
  await go(page, '/accesslog');
  await page.getByRole('heading', { name: 'Access log' }).waitFor();
});

test('[E-ROLE-002 E-ROLE-010] definitions and download plans are for level 0, the other plans for 0 and 1, all of them on the own host only', async ({
  t,
}) => {
  const zero = ['/eventdefinesetting', '/eventdownloadplansetting'];
  const one = ['/pusheventplansetting', '/realtimeeventplansetting'];
  await inOrder([0, 1, 2, 3], async (level) => {
    const account = await stage.account(`plans-${level}`, level);
    await inOrder([true, false], async (isOwn) => {
      const page = await stage.page(t, { expected: /WebGL/ });
      await withoutMaps(page);
      await savePassword(page, account, isOwn ? '127.0.0.1' : 'fleet.test');
      const port = String(stage.server.ports.command);
      await page.addInitScript((command) => localStorage.setItem('ServerPort', command), port);
      await page.goto(addressOf(stage.server, '/idle'));
      await shows(page, '/idle', 'Idle');
      await inOrder([...zero, ...one], async (address) => {
        await go(page, '/idle');
        await shows(page, '/idle', 'Idle');
        await go(page, address);
        const may = isOwn && level <= (zero.includes(address) ? 0 : 1);
        const title = rules.find(([known]) => known === address)?.[1] ?? '';
        const [end, heading] = may ? [address, title] : ['/', 'Map'];
        assert.ok(await shows(page, end, heading), `level ${level}, ${isOwn ? 'own host' : 'elsewhere'}: ${address}`);
      });
      await page.context().close();
    });
  });
});

test('[F-ROUTE-049 E-ROUTE-004] every path matches exactly: a longer one shows nothing of it', async ({ t }) => {
  const account = await stage.account('exact', 0, rights);
  const page = await stage.signedIn(t, { account, path: '/idle', phone: true }); // whose start page is light
  await inOrder(rules, async ([address]) => {
    await go(page, '/groupsetting');
    await shows(page, '/groupsetting', 'Group setting');
    await go(page, `${address === '/' ? '' : address}/further/than/that`);
    assert.ok(await shows(page, '/blockview', 'Device List'), address);
  });
  await inOrder(['/todayevents/x', '/mileage/1'], async (longer) => {
    await go(page, '/groupsetting');
    await shows(page, '/groupsetting', 'Group setting');
    await go(page, longer);
    assert.ok(await shows(page, '/blockview', 'Device List'), longer);
  });
});

test('[F-ROUTE-002] / is the map over the whole page; a path that is none leads there', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/randomliveview' });
  await page.waitForURL((url) => url.pathname === '/');
  const map = page.getByRole('main').locator('canvas').first();
  await map.waitFor();
  await until('the map fills the page', async () => {
    const [room, canvas] = [await page.getByRole('main').boundingBox(), await map.boundingBox()];
    return room !== null && canvas !== null && canvas.width >= room.width * 0.95 && canvas.height >= room.height * 0.95;
  });
});

test('a refused page leaves no entry to come back to', async ({ t }) => {
  const account = await stage.account('refused', 3, ['P_dash']);
  const page = await stage.signedIn(t, { account, path: '/blockview' });
  await go(page, '/usersetting');
  await page.waitForURL('**/idle');
  await page.goBack();
  await page.waitForURL('**/blockview');
});

test('[F-ROUTE-047 F-ROUTE-048] /iframe/{index} shows the external page of that index; an unknown index leads to /', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/iframe/0' });
  const frame = page.locator('iframe');
  await frame.waitFor();
  await expect(frame).toHaveAttribute('src', '/logo.svg');
  await expect(frame).toHaveAttribute('title', 'Our logo <b>x</b>');
  await expect(page).toHaveTitle('Our logo <b>x</b> · Outrider');
  assert.match((await frame.getAttribute('sandbox')) ?? '', /^allow-scripts (?!.*allow-same-origin)/);
  await page.frameLocator('iframe').locator('svg').waitFor();
  await inOrder(['/iframe/999', '/iframe/x', '/iframe/-1'], async (unknown) => {
    await go(page, unknown);
    assert.ok(await shows(page, '/', 'Map'), unknown);
  });
});

test('[F-ROUTE-052 E-ROUTE-006] a modal opens on every path, the idle page too, and an error is told there', async ({
  t,
}) => {
  await stage.register('AWAY-1', 1);
  const input = {
    deviceid: 'AWAY-1',
    start: 1_790_000_000,
    end: 1_790_000_060,
    downloadplan: 1,
    streamtype: 0,
    audioout: 0,
  };
  await httpCall(stage.server.ports.http, 'POST', '/gkevent/customevent', { account: stage.server.admin, input });
  const page = await stage.signedIn(t, { path: '/blockview' });
  const dialog = page.getByRole('dialog', { name: 'Stream status' });
  const wanted = ['/blockview', '/', '/liveview', '/fence', '/idle', '/connectrecorder', '/iframe/0'];
  const walked = rules.filter(([address]) => wanted.includes(address));
  assert.equal(walked.length, wanted.length);
  await inOrder(walked, async ([address, title]) => {
    await go(page, address);
    await shows(page, address, title);
    await page.getByRole('button', { name: 'Stream status' }).click();
    await dialog.and(page.locator(':focus-within')).waitFor(); // it hears keys from when it takes the focus
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(await shows(page, address, title), 'Escape closed the dialog, and nothing more');
  });

  await page.route('**/gkevent/customevent', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { hasError: 1, message: `No <b>${path(page)}</b>` } })
      : route.continue(),
  );
  const request = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: 'AWAY-1' });
  await inOrder(['/idle', '/blockview', '/groupsetting', '/connectrecorder'], async (address) => {
    await go(page, address);
    await page.getByRole('button', { name: 'Other', exact: true }).click();
    await page.getByRole('button', { name: 'Custom download' }).click();
    await request.getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-sonner-toast][data-type=error]').getByText(`No <b>${address}</b>`).waitFor();
    await page.mouse.move(700, 700); // over a toast it would hold all of them, spread over the menu
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
