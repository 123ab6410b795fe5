// Files of what a recorder recorded, as an operator gets them in remote playback: asked for, made, fetched; refused; given up.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { type Ending, type SignedInOptions, useStage } from './fixture.ts';
import * as remote from './support/remote.ts';
import { test } from './test.ts';

const stage = useStage();

/** What the page asked of web.cgi, and the word that it was answered with; '' before that is read. */
type Question = { query: URLSearchParams; result: string };

const resultOf = (body: unknown): string =>
  String(typeof body === 'object' && body !== null ? Reflect.get(body, 'result') : undefined);

/** The words of all answers, as soon as the last one is this. */
const resultsUpTo = (asked: readonly Question[], last: string): Promise<readonly string[]> =>
  until(`the last answer is ${last}`, () => {
    const results = asked.map(({ result }) => result);
    return results.at(-1) === last && !results.includes('') && results;
  });

const opened = async (
  t: Ending,
  deviceId: string,
  options: SignedInOptions = {},
): Promise<{ page: Page; asked: Question[] }> => {
  const asked: Question[] = [];
  const page = await stage.signedIn(t, {
    ...options,
    path: `/remoteplayback/${deviceId}`,
    context: { timezoneId: remote.noonZone(), acceptDownloads: true },
    prepare: async (made) => {
      made.on('response', (response) => {
        const { pathname, searchParams } = new URL(response.url());
        if (pathname !== '/web.cgi' || searchParams.get('type') === 'repbmp4get') return;
        const question = { query: searchParams, result: '' };
        asked.push(question); // in the order of the answers, whichever is read first
        response.json().then(
          (body: unknown) => (question.result = resultOf(body)),
          () => {}, // the page went before it was read
        );
      });
      await options.prepare?.(made);
    },
  });
  await remote.segments(page).nth(5).click();
  await remote.button(page, 'From its beginning').click();
  return { page, asked };
};

const line = (page: Page) => page.getByRole('list', { name: 'Downloads' }).getByRole('listitem');

test('[E-REMOTE-007 E-HTTP-045] a minute is asked for until it is made, shown with its progress, and saved as mp4', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000421', channels: 1 });
  const { page, asked } = await opened(t, deviceId);
  await page.getByLabel('Sound of the file').selectOption('Without sound, faster');
  const saved = page.waitForEvent('download', { timeout: 90_000 });
  await remote.button(page, 'Download').click();
  await line(page).getByRole('progressbar').waitFor(); // it takes a quarter of a minute to be sent
  const file = await saved;
  const name = file.suggestedFilename();
  assert.match(name, new RegExp(`^${deviceId}_\\d{8}_\\d{6}_ch1_60s\\.mp4$`));
  const bytes = readFileSync(await file.path());
  assert.equal(bytes.subarray(4, 8).toString('latin1'), 'ftyp');
  assert.ok(bytes.length > 100_000, `${bytes.length} bytes`);
  await line(page).getByText('Saved by the browser').waitFor();
  const results = await resultsUpTo(asked, 'DOWNLOAD OK');
  assert.equal(results[0], 'CREATE OK');
  assert.equal(results.at(-1), 'DOWNLOAD OK');
  assert.deepEqual([...new Set(results)], ['CREATE OK', 'HANDLING', 'DOWNLOAD OK']);
  const fields = ['audio', 'ch', 'deviceid', 'duration', 'filename', 'main', 'spbtime', 'type'];
  for (const { query } of asked) assert.deepEqual([...query.keys()].toSorted(), fields);
  const [first] = asked;
  assert.deepEqual(
    ['type', 'ch', 'duration', 'main'].map((key) => first?.query.get(key)),
    ['repbmp4ask', '1', '60', '1'],
  );
  assert.equal(first?.query.get('filename'), name);
});

test('[E-REMOTE-008] any other answer is a failure: it says so, and nobody asks any more', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000422', channels: 1 });
  const answers = ['CREATE OK', 'BACKUP FAIL'];
  const { promise: takenOn, resolve: sayTakenOn } = Promise.withResolvers<void>();
  const { page, asked } = await opened(t, deviceId, {
    prepare: async (made) => {
      await made.clock.install();
      await made.route('**/web.cgi?*', async (route) => {
        const result = answers.shift() ?? 'HANDLING';
        if (result === 'BACKUP FAIL') await takenOn;
        const message = result === 'BACKUP FAIL' ? 'The device is offline' : '';
        return route.fulfill({ json: { result, progress: 0, message, filename: '', size: 0 } });
      });
    },
  });
  await remote.button(page, 'Download').click();
  await line(page).getByText('Taken on').waitFor();
  sayTakenOn();
  await line(page).getByText('Download fail').waitFor();
  await line(page).getByText('The device is offline').waitFor();
  assert.deepEqual(await resultsUpTo(asked, 'BACKUP FAIL'), ['CREATE OK', 'BACKUP FAIL']);
  await page.clock.runFor(30_000);
  assert.equal(asked.length, 2, 'half a minute later nothing more was asked');
  await line(page).getByRole('button', { name: 'Try again' }).click();
  const results = await resultsUpTo(asked, 'HANDLING');
  assert.deepEqual(results.slice(0, 3), ['CREATE OK', 'BACKUP FAIL', 'HANDLING'], 'asked for again, and only then');
});

test('a download that is given up stops the device and leaves the list', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000423', channels: 1 });
  const { page, asked } = await opened(t, vehicle.deviceId);
  await remote.button(page, 'Download').click();
  await until('the device sends', () => (vehicle.cameras?.connectionCount ?? 0) > 0);
  await line(page)
    .getByText(/In the making/)
    .waitFor();
  await line(page).getByRole('button', { name: 'Cancel' }).click();
  await line(page).getByText('Cancelled').waitFor();
  await until('the device sends nothing any more', () => vehicle.cameras?.connectionCount === 0);
  await until('the server was told', () => asked.some(({ query }) => query.get('type') === 'repbmp4cancel'));
  await line(page)
    .getByRole('button', { name: /^Remove .* from the list$/ })
    .click();
  await line(page).waitFor({ state: 'detached' });
});
