// What the list of the day takes up by itself: later changes, each of them once, and what a download answers.
import assert from 'node:assert/strict';
import { asJson, asList, type Json } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { type Stage, useStage } from './fixture.ts';
import { cellUnder, eventRow, plant } from './support/events.ts';
import { settableClock } from './support/server-clock.ts';
import { expect, test } from './test.ts';

const [A, B] = ['13800000804', '13800000805'];
const clock = settableClock();
const furnish = async (made: Stage): Promise<void> => {
  await made.register(A);
  await made.register(B);
};
// Its time runs far ahead, and would come to the end of the idle countdown.
const stage = useStage({ disableIdle: true }, furnish, {}, { clock });
const PATH = '/todayevents';

test('[E-TODAY-013] the next question begins one second after the newest change, and no event comes twice', async ({
  t,
}) => {
  // Afternoon for server and page, whose time runs ahead and must not come to midnight.
  const nowMs = new Date(2030, 2, 1, 15, 0, 0).getTime();
  clock.set(nowMs);
  const [, second = 0] = await plant(stage, { id: A, deviceMs: nowMs }, { id: B, deviceMs: nowMs });
  const talk: { asked: Json; rows: Promise<unknown> }[] = [];
  const page = await stage.signedIn(t, {
    path: PATH,
    prepare: async (made) => {
      await made.clock.install({ time: nowMs });
      made.on('response', (response) => {
        if (new URL(response.url()).pathname !== '/gkevent/eventquery') return;
        // One that is under way when the page closes has no rows.
        const rows = response.json().catch(() => []);
        talk.push({ asked: asJson(response.request().postDataJSON()), rows });
      });
    },
  });
  const next = { between: () => page.clock.runFor(10_000) };
  await until('both are listed', async () => (await eventRow(page, second).count()) === 1, next);
  const [later = 0] = await plant(stage, { id: B, deviceMs: nowMs });
  await until('the third is listed', async () => (await eventRow(page, later).count()) === 1, next);
  const soFar = talk.length;
  await until('it is asked again', () => talk.length > soFar + 1, next);
  let newest: number | undefined;
  const questions: unknown[] = [];
  const expected: unknown[] = [];
  const seen = new Set<string>();
  for (const { asked: question, rows } of talk) {
    questions.push(question['afterUpdatetime']);
    expected.push(newest === undefined ? 0 : newest + 1);
    for (const { serialno, updatetime } of asList(await rows)) {
      const change = `${String(serialno)} ${String(updatetime)}`;
      assert.ok(!seen.has(change), `${change} came twice`);
      seen.add(change);
      newest = Math.max(newest ?? 0, Number(updatetime));
    }
  }
  assert.deepEqual(questions.slice(1), expected.slice(1));
});

test('[E-TABLE-019] what the answer to a download says is in the row at once: ok, Try and the videos', async ({
  t,
}) => {
  clock.set(Date.now());
  const [serialno = 0] = await plant(stage, { id: A, code: 742, fetched: { tries: 1, snap: 1 } });
  const page = await stage.signedIn(t, { path: PATH });
  await expect(eventRow(page, serialno)).toBeVisible();
  await expect(await cellUnder(page, serialno, 'ok')).toHaveText('…');
  const reply = {
    serialno,
    completed: 1,
    try: 7,
    download: 0b101,
    updatetime: Math.floor(Date.now() / 1000),
    message: 'Asked',
  };
  await page.route('**/gkevent/download', (route) => route.fulfill({ json: reply }));
  await page.getByRole('button', { name: `Fetch the files of event ${serialno} again` }).click();
  await expect(await cellUnder(page, serialno, 'ok')).toHaveText('✓');
  await expect(await cellUnder(page, serialno, 'Try')).toHaveText('7');
  await expect((await cellUnder(page, serialno, 'Video')).getByRole('button')).toHaveText(['1', '3']);
});
