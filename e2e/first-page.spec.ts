// How much has to come before something can be done: of the sign-in page, and of the dashboard.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addressOf, savePassword, useStage } from './fixture.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const open = async (page: Page, path: string): Promise<void> => {
  await logSockets(page);
  await page.goto(addressOf(stage.server, path));
};

/** Of a browser that has nothing of it yet, headers included. Each request waits for its turn on a phone. */
type Traffic = { readonly requests: number; readonly bytes: number };

/** What has to come until `shown` settles and nothing more is asked for; fails above `most`. */
const assertTraffic = async (page: Page, most: Traffic, shown: () => Promise<void>): Promise<void> => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Map<string, { path: string; bytes: number }>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) =>
    asked.set(requestId, { path: new URL(request.url).pathname, bytes: 0 }),
  );
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (request !== undefined) request.bytes = encodedDataLength;
  });
  await shown();
  await page.waitForLoadState('networkidle');
  let all = [...asked.values()];
  // On a busy machine the network has been idle once while something was still to come.
  await expect
    .poll(() => {
      all = [...asked.values()].toSorted((a, b) => b.bytes - a.bytes);
      return all.filter((each) => each.bytes === 0).map(({ path }) => path);
    }, 'on its way')
    .toEqual([]);
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  const list = all.map((each) => `${each.bytes} ${each.path}`).join('\n');
  assert.ok(all.length > 5, `everything was counted:\n${list}`);
  assert.ok(all.length <= most.requests, `${all.length} requests:\n${list}`);
  assert.ok(bytes <= most.bytes, `${bytes} bytes:\n${list}`);
};

test('the sign-in page comes in few requests and few bytes', async ({ t }) => {
  const page = await stage.page(t);
  await assertTraffic(page, { requests: 15, bytes: 250_000 }, async () => {
    await open(page, '/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

test('the dashboard comes in few requests and few bytes, its scripts before anything is known of the fleet', async ({
  t,
}) => {
  const page = await stage.page(t);
  await savePassword(page, stage.server.admin, '127.0.0.1');
  await assertTraffic(page, { requests: 40, bytes: 450_000 }, async () => {
    await open(page, '/blockview');
    await page.getByRole('button', { name: 'Connect a recorder' }).waitFor();
  });
  const [login] = await framesOf(page, 'sent', 'Q02');
  const late = await page.evaluate(
    (signedInMs) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && performance.timeOrigin + startTime > signedInMs)
        .map(({ name }) => name),
    login?.atMs ?? 0,
  );
  assert.deepEqual(
    late.filter((name) => /dashboard|signed-in|shell/.test(name)),
    [],
  );
});
