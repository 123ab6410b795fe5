// For how long recordings are kept, set while the server runs: the recording is there or gone, with time driven, before and after a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { Channel } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { untilBelieved } from './support/steady.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const KEY = 1;
const PATH = '/gkserver/recordoption';
const DAY_MS = 86_400_000;
const RECORDING = { OUTRIDER_RECORD_BY_DEFAULT: 'full', OUTRIDER_RECORD_RESERVE: '0' };

test('[A-RECOPT-002] http: recordings go after the days that were saved, never with 0, also after a restart; the environment fixes it', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 4, 5, 2));
  const waiting = { between: () => clock.advance(10) };
  const { start } = await restarted(t);
  const begin = async (environment: Record<string, string> = {}) => {
    const server = await start({ ...RECORDING, ...environment }, { clock });
    return {
      ...server,
      /** The days with recordings, after the look of each minute. */
      days: async () => {
        await untilBelieved(clock);
        await server.app.recordings.retain();
        const operator = await Channel.signedIn(server, server.admin, waiting);
        const { Z } = await operator.get('Q08', { I: ID, O: 0 });
        operator.close();
        return Z;
      },
    };
  };
  let server = await begin();
  assert.deepEqual(await server.load(PATH), { recorddays: 30, fixed: {} });
  const operator = await Channel.signedIn(server, server.admin, waiting);
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  const recorder = await Recorder.online(server.ports, { waiting });
  await until('the recorder dials in', () => recorder.cameras.length === 1, waiting);
  recorder.camera.send(1, { key: true });
  const recording = () => server.app.recordings.metrics()['recording_channels'];
  const isRecorded = async (): Promise<boolean> => {
    const cursor = await server.app.recordings.reader.open(KEY, 1, 0);
    const frame = await cursor.next();
    await cursor.close();
    return frame !== undefined;
  };
  await until('it is recorded', isRecorded, waiting);
  recorder.close();
  for (let passed = 0; passed < 20_000; passed += 250) await clock.advanceAsync(250);
  await until('the recording is closed', () => recording() === 0, waiting);
  await until('it is in the index', async () => String(await server.days()) === '2026-05-05', waiting);
  assert.deepEqual(await server.save(PATH, { recorddays: 0 }), SAVED);
  for (const recorddays of [-1, 30_000, 1.5]) assert.equal((await server.save(PATH, { recorddays }))[0], 400);
  clock.jumpTo(clock.now() + 40 * DAY_MS);
  assert.deepEqual(await server.days(), ['2026-05-05'], 'unlimited');
  await server.close();

  server = await begin();
  assert.deepEqual(await server.load(PATH), { recorddays: 0, fixed: {} });
  assert.deepEqual(await server.days(), ['2026-05-05'], 'unlimited, after the restart');
  await server.close();

  server = await begin({ OUTRIDER_RECORD_DAYS: '60' });
  assert.deepEqual(await server.load(PATH), { recorddays: 60, fixed: { recorddays: 'OUTRIDER_RECORD_DAYS' } });
  assert.equal((await server.save(PATH, { recorddays: 20 }))[0], 400);
  assert.deepEqual(await server.days(), ['2026-05-05']);
  await server.close();

  server = await begin();
  assert.deepEqual(await server.save(PATH, { recorddays: 41 }), SAVED);
  assert.deepEqual(await server.days(), ['2026-05-05']);
  assert.deepEqual(await server.save(PATH, { recorddays: 20 }), SAVED);
  assert.deepEqual(await server.days(), []);
});
