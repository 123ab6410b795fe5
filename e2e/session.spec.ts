// A session that goes on: over a reload, in a second tab, on plain http; its end in all tabs; and the address that was asked for before
// the form.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { type Account, addressOf, fillSignIn, useStage } from './fixture.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const path = (page: Page): string => new URL(page.url()).pathname;
const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));

/** Signs in from the form. A page that is loaded before the cookie of the session has come finds no session. */
const comeIn = async (page: Page, account: Account): Promise<void> => {
  const cookie = page.waitForResponse(
    (each) => each.request().method() === 'POST' && new URL(each.url()).pathname === '/gkserver/session',
  );
  await fillSignIn(page, account);
  await cookie;
};

/** The paths a page shows from now on, those in passing too. */
const pathsOf = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) seen.push(new URL(frame.url()).pathname);
  });
  return seen;
};

for (const plain of [false, true])
  test(`${plain ? 'on plain http under a name' : 'at this machine'} a reload and a second tab go on with the session, and signing out ends it in both`, async ({
    t,
  }) => {
    const name = plain ? 'plain-tabs' : 'tabs';
    const account = await stage.account(name, 1, ['P_dash', 'P_live', 'P_tree']);
    const page = await stage.page(t);
    await logSockets(page);
    await page.goto(addressOf(stage.server, '/liveview/13800000999?wanted=1', plain));
    await page.waitForURL('**/login');
    await fillSignIn(page, account);
    await page.waitForURL('**/liveview/13800000999?wanted=1'); // what was asked for before the form
    await page.getByRole('contentinfo').waitFor();
    const { AutoLogin, Sha256Pass } = await stored(page);
    assert.deepEqual({ AutoLogin, Sha256Pass }, { AutoLogin: 'false', Sha256Pass: undefined });
    const own = async () => (await page.context().cookies()).find((cookie) => cookie.name === 'outrider_session');
    await until('the browser has its cookie', async () => (await own()) !== undefined);
    const cookie = await own();
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.secure], [true, 'Strict', false]);

    const seen = pathsOf(page);
    await page.reload();
    await page.getByRole('contentinfo').waitFor();
    assert.deepEqual([...new Set(seen)], ['/liveview/13800000999']);
    const [login] = await framesOf(page, 'sent', 'Q02');
    assert.deepEqual(Object.keys(login?.message ?? {}).toSorted(), ['K', 'M', 'N'], 'by the session, no hash');

    const second = await page.context().newPage();
    await second.goto(addressOf(stage.server, '/blockview', plain));
    await second.getByRole('contentinfo').waitFor();
    assert.equal(path(second), '/blockview');
    await second.getByRole('button', { name: 'User menu' }).click();
    await second.getByRole('button', { name: 'Sign out' }).click();
    await second.waitForURL('**/login');
    await page.waitForURL('**/login');
    await page.getByText('You signed out in another tab.').waitFor();
    for (const tab of [page, second]) {
      await tab.goto(addressOf(stage.server, '/blockview', plain));
      await tab.waitForURL('**/login');
    }
    await second.close();
  });

test('an address that the account may not open, and one left by signing out, lead to the start', async ({ t }) => {
  const account = await stage.account('no-tree', 1, ['P_dash', 'P_live']);
  const page = await stage.page(t);
  for (const wanted of ['/connectrecorder', '/login?wanted=https://evil.example/']) {
    await page.goto(`${addressOf(stage.server, '')}${wanted}`);
    await page.waitForURL('**/login**');
    await comeIn(page, account);
    await page.waitForURL('**/blockview');
    await page.goto(addressOf(stage.server, '/liveview'));
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  }
  await fillSignIn(page, account);
  await page.waitForURL('**/blockview');
});

test('what is stored says who comes in: the living session of another account is not gone on with', async ({ t }) => {
  const [mine, saved] = [await stage.account('mine', 1, ['P_dash']), await stage.account('stored', 1, ['P_dash'])];
  const page = await stage.page(t);
  await logSockets(page);
  await page.goto(addressOf(stage.server, '/blockview'));
  await page.waitForURL('**/login');
  await comeIn(page, mine);
  await page.getByRole('contentinfo').waitFor();
  await page.evaluate(
    ([UserName, Sha256Pass]) => Object.assign(localStorage, { AutoLogin: 'true', UserName, Sha256Pass }),
    [saved.user, toPasswordHash(saved.password)] as const,
  );
  await page.reload();
  await page.getByRole('contentinfo').waitFor();
  const [login] = await framesOf(page, 'sent', 'Q02');
  assert.deepEqual([login?.message['U'], login?.message['K']], ['stored', undefined]);
  await expect(page.getByRole('button', { name: 'User menu' })).toContainText('stored');
  const cookies = await page.context().cookies();
  assert.equal(cookies.filter(({ name }) => name === 'outrider_session').length, 1);
});
