// For how long events, the stream log and tracks are kept, set while the server runs: what is older is counted before, gone after, through
// a restart, and only that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { t0200LocationReport } from '@outrider/jt808';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, asJson, asList } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { untilBelieved } from './support/steady.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';
const PATH = '/gkserver/dbmaintain';
const START_MS = Date.UTC(2026, 4, 5, 2);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SOS = 1;

test('[A-DB-002] http: events, stream log and tracks go when they are older than was saved, counted before, also after a restart; the environment fixes it', async (t) => {
  const clock = createManualClock(START_MS);
  const waiting = { between: () => clock.advance(10) };
  const { start } = await restarted(t);
  const begin = async (environment: Record<string, string> = {}) => {
    const server = await start(environment, { clock });
    const span = { afterUpdatetime: START_MS / 1000 - 60, beforeUpdatetime: clock.now() / 1000 + 3600 };
    const around = { deviceid: ID, start: START_MS / 1000 - 60, end: START_MS / 1000 + 3600 };
    const count = async (path: string, input: object) => asList((await server.ask('POST', path, input)).body).length;
    const kept = async () => ({
      events: await count('/gkevent/trackevents', around),
      uslogs: await count('/gklog/uslog', span),
      gps: await count('/api/gps', around),
    });
    return {
      ...server,
      kept,
      becomes: async (wanted: Awaited<ReturnType<typeof kept>>) =>
        assert.deepEqual(
          await until(
            'what is older is gone',
            async () => {
              const now = await kept();
              return JSON.stringify(now) === JSON.stringify(wanted) && now;
            },
            waiting,
          ),
          wanted,
        ),
      counted: async (input: object) => asJson((await server.ask('POST', PATH, input)).body),
    };
  };
  let server = await begin();
  assert.deepEqual(await server.load(PATH), { events: 720, uslogs: 90, gps: 720, fixed: {} });
  const operator = await Channel.signedIn(server, server.admin, waiting);
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  const device = await Device.online(server.ports.jt808, { waiting });
  afterwards(t, () => device.close());
  assert.equal(await device.ask(t0200LocationReport, locationAt(START_MS)), 0);
  assert.equal(await device.ask(t0200LocationReport, locationAt(START_MS + 1000, { alarm: SOS })), 0);
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { waiting });
  viewer.close();
  const all = { events: 1, uslogs: 2, gps: 2 };
  await until('all is stored', async () => JSON.stringify(await server.kept()) === JSON.stringify(all), waiting);
  device.close();
  await clock.advanceAsync(600_000); // packed
  await server.close();

  clock.jumpTo(START_MS + 40 * DAY_MS);
  server = await begin();
  assert.deepEqual(await server.kept(), all);
  const tracks = async () => (await server.counted({ events: 0, uslogs: 0, gps: 39 }))['gps'];
  await until('the track is packed', async () => (await tracks()) === 1, {
    between: () => clock.advance(60_000),
  });
  // Beside the SOS of the vehicle events say that it came and went.
  assert.deepEqual(await server.counted({ events: 30, uslogs: 0, gps: 39 }), { events: 3, uslogs: 0, gps: 1 });
  assert.deepEqual(await server.counted({ events: 60, uslogs: 30, gps: 60 }), { events: 0, uslogs: 2, gps: 0 });
  assert.equal((await server.save(PATH, { events: -1, uslogs: 30, gps: 720 }))[0], 400);
  assert.deepEqual(await server.kept(), all, 'what is asked and what is refused remove nothing');
  assert.deepEqual(await server.save(PATH, { events: 30, uslogs: 90, gps: 0 }), SAVED);
  await server.becomes({ events: 0, uslogs: 2, gps: 2 });
  await server.close();

  clock.jumpTo(START_MS + 4000 * DAY_MS);
  server = await begin({ OUTRIDER_STREAM_LOG_DAYS: '0' });
  assert.deepEqual(await server.load(PATH), {
    events: 30,
    uslogs: 0,
    gps: 0,
    fixed: { uslogs: 'OUTRIDER_STREAM_LOG_DAYS' },
  });
  await clock.advanceAsync(HOUR_MS);
  assert.deepEqual(await server.kept(), { events: 0, uslogs: 2, gps: 2 }, 'full keeps what is eleven years old');
  assert.equal((await server.save(PATH, { events: 30, uslogs: 30, gps: 0 }))[0], 400);
  await server.close();

  server = await begin();
  assert.deepEqual(await server.kept(), { events: 0, uslogs: 2, gps: 2 });
  await untilBelieved(clock);
  await server.becomes({ events: 0, uslogs: 0, gps: 2 });
  assert.deepEqual(await server.save(PATH, { events: 30, uslogs: 90, gps: 3600 }), SAVED);
  await server.becomes({ events: 0, uslogs: 0, gps: 0 });
});
