// The restart plan: the server starts again at the hour of the plan, once, before and after a restart; the machine by a command that only the
// configuration can name.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { untilBelieved } from './support/steady.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/restartplan';
const STATE = '/gkserver/restartplanstate';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Servers on one folder and by one clock; `restarts` counts how often one wanted to be started again. */
const setUp = async (t: TestContext) => {
  const { start, data } = await restarted(t);
  const clock = createManualClock();
  let restarts = 0;
  const begin = async (environment: Record<string, string> = {}) => {
    const server = await start(environment, { clock, restart: () => void (restarts += 1) });
    const state = async () => asJson((await server.ask('GET', STATE)).body);
    return {
      ...server,
      state,
      next: async () => Number((await state())['next']) * 1000,
      /** To the minute before that moment, and over it. */
      async pass(atMs: number) {
        clock.jumpTo(atMs - MINUTE_MS);
        await clock.advanceAsync(MINUTE_MS - 1000);
        const before = restarts;
        await clock.advanceAsync(MINUTE_MS);
        return [before, restarts];
      },
    };
  };
  return { begin, clock, data, restarts: () => restarts };
};

test('[A-MAINT-001 A-MAINT-002] http: the process starts again at four by the plan that was saved, once, also after a restart; 7 is refused; the environment fixes it', async (t) => {
  const { begin, clock, restarts } = await setUp(t);
  let server = await begin();
  assert.deepEqual(await server.load(PATH), { restartplan: 0, fixed: {} });
  assert.deepEqual(await server.state(), { next: 0, last: 0, machine: false, failure: '' });
  clock.jumpTo(clock.now() + 3 * DAY_MS);
  await clock.advanceAsync(MINUTE_MS);
  assert.equal(restarts(), 0, 'nothing is done by itself');
  for (const restartplan of [7, -1, 1.5]) assert.equal((await server.save(PATH, { restartplan }))[0], 400);
  const [status, words] = await server.save(PATH, { restartplan: 1 });
  assert.equal(status, 400);
  assert.match(String(words), /machineRestartCommand/);
  assert.deepEqual(await server.save(PATH, { restartplan: 4 }), SAVED);

  const first = await server.next();
  assert.deepEqual([new Date(first).getHours(), first - clock.now() <= DAY_MS], [4, true]);
  assert.deepEqual(await server.pass(first), [0, 1]);
  await server.close();
  clock.jumpTo(first - 5000); // clocks are set
  server = await begin();
  assert.deepEqual(await server.load(PATH), { restartplan: 4, fixed: {} });
  await clock.advanceAsync(MINUTE_MS);
  assert.equal(restarts(), 1, 'not again at the same moment');
  const second = await server.next();
  assert.deepEqual([new Date(second).getHours(), second > first + DAY_MS / 2], [4, true]);
  assert.equal(asJson(await server.state())['last'], first / 1000);
  assert.deepEqual(await server.pass(second), [1, 2]);

  // Slept through: not made up for at some other time of the day.
  clock.jumpTo((await server.next()) + 3 * 3_600_000);
  await clock.advanceAsync(MINUTE_MS);
  assert.equal(restarts(), 2);
  assert.ok((await server.next()) > clock.now());
  assert.deepEqual(await server.save(PATH, { restartplan: 0 }), SAVED);
  clock.jumpTo(clock.now() + DAY_MS);
  await clock.advanceAsync(DAY_MS / 24);
  assert.deepEqual([restarts(), await server.next()], [2, 0], 'switched off');
  await server.close();

  server = await begin({ OUTRIDER_RESTART_PLAN: '6', OUTRIDER_RESTART_HOUR: '3' });
  assert.deepEqual(await server.load(PATH), { restartplan: 6, fixed: { restartplan: 'OUTRIDER_RESTART_PLAN' } });
  const monthly = new Date(await server.next());
  assert.deepEqual([monthly.getDate(), monthly.getHours()], [1, 3]);
  assert.equal((await server.save(PATH, { restartplan: 0 }))[0], 400);
  assert.deepEqual(await server.pass(monthly.getTime()), [2, 3]);
});

test('a clock that was ahead and is set back, before or behind a restart, holds the plan up no longer than to its next hour', async (t) => {
  const { begin, clock, restarts } = await setUp(t);
  let server = await begin();
  assert.deepEqual(await server.save(PATH, { restartplan: 4 }), SAVED);
  const nowMs = clock.now();
  const isSoon = async (): Promise<boolean> => {
    const next = await server.next();
    return next > clock.now() && next <= clock.now() + DAY_MS + 2 * 3_600_000;
  };
  clock.jumpTo(nowMs + 5 * DAY_MS);
  await clock.advanceAsync(MINUTE_MS);
  clock.jumpTo(nowMs);
  await clock.advanceAsync(MINUTE_MS);
  assert.ok(await isSoon(), 'nothing was carried out meanwhile');
  // Carried out by a clock that is years ahead.
  clock.jumpTo(nowMs + 4000 * DAY_MS);
  await clock.advanceAsync(MINUTE_MS);
  await server.pass(await server.next());
  assert.equal(restarts(), 1);
  clock.jumpTo(nowMs);
  await untilBelieved(clock);
  assert.ok(await isSoon());
  assert.deepEqual([asJson(await server.state())['last'], restarts()], [0, 1]);
  await server.close();
  clock.jumpTo(nowMs + 5000 * DAY_MS);
  server = await begin();
  await server.pass(await server.next());
  await server.close();
  clock.jumpTo(nowMs);
  server = await begin();
  await untilBelieved(clock);
  assert.ok(await isSoon(), 'behind a restart too');
  const moment = await server.next();
  assert.deepEqual(await server.pass(moment), [2, 3]);
  await server.close();
  // A machine without a clock of its own, or with one of another zone, until it has asked for the time.
  for (const wrongMs of [0, moment - 4 * 3_600_000]) {
    clock.jumpTo(wrongMs);
    server = await begin();
    await clock.advanceAsync(MINUTE_MS);
    clock.jumpTo(moment - MINUTE_MS);
    await clock.advanceAsync(2 * MINUTE_MS);
    assert.equal(restarts(), 3, 'not again at the same moment');
    await server.close();
  }
});

test('the machine is restarted by the command of the configuration alone, and what fails says why', async (t) => {
  const { begin, data, restarts } = await setUp(t);
  const [script, mark] = [join(data, 'restart-machine.mjs'), join(data, 'restarted')];
  const writes = `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.argv[3]);`;
  await writeFile(script, writes);
  const command = `${process.execPath} ${script} ${mark} now;exit`;
  let server = await begin({ OUTRIDER_MACHINE_RESTART_COMMAND: command });
  assert.deepEqual(await server.save(PATH, { restartplan: 1 }), SAVED);
  assert.equal(asJson(await server.state())['machine'], true);
  await server.pass(await server.next());
  const said = await until('it ran', async () => (await readFile(mark, 'utf8').catch(() => '')) || undefined);
  assert.equal(said, 'now;exit', 'a word for the program, and no shell');
  assert.equal(restarts(), 0, 'the machine ends the process');
  await server.close();
  server = await begin({ OUTRIDER_MACHINE_RESTART_COMMAND: '/no/such/program' });
  await server.pass(await server.next());
  const why = await until('it failed', async () => {
    const failure = asJson(await server.state())['failure'];
    return typeof failure === 'string' && failure !== '' ? failure : undefined;
  });
  assert.match(why, /ENOENT/);
});
