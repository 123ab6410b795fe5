// Reading the stream log page by page: every row of the span once, newest first, also where many have the same time.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createStreamLogStore, type NewStreamEntry } from './store.ts';

const entry = (updatedMs: number): NewStreamEntry => ({
  userName: 'admin',
  deviceKey: 1,
  deviceId: 'D1',
  channel: 1,
  entrance: 'Web',
  type: 'Liveview end',
  askedMs: 0,
  duringMs: 0,
  updatedMs,
});

eachStore(
  'pages follow each other without a gap or a row twice, and end at the edges of the span',
  async (_t, { db }) => {
    const store = createStreamLogStore(db);
    // Times come in any order: a clock may have been put back.
    const times = Array.from({ length: 60 }, (_, i) => 1000 + ((i * 7) % 12));
    await store.add([entry(999), ...times.map(entry), entry(1012)]);
    const filters = { type: '', entrance: '', userName: '', deviceId: '' } as const;
    const seen: { id: number; updatedMs: number }[] = [];
    for (let after = { updatedMs: 1012, id: 0 }; ;) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      const page = await store.read({ fromMs: 1000, after, ...filters }, 7);
      seen.push(...page.map(({ id, updatedMs }) => ({ id, updatedMs: updatedMs })));
      const last = seen.at(-1);
      if (last === undefined || page.length < 7) break;
      after = last;
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, 60);
    assert.deepEqual(
      seen.map(({ updatedMs }) => updatedMs),
      times.toSorted((a, b) => b - a),
    );
  },
);

eachStore('the stream log is narrowed by what is asked, and forgotten by age', async (_t, { db }) => {
  const store = createStreamLogStore(db);
  const rtsp = { ...entry(5), entrance: 'Rtsp', userName: 'ann' } as const;
  await store.add([entry(4), rtsp, { ...entry(6), deviceId: 'D2', type: 'Local playback' }]);
  const all = {
    fromMs: 0,
    after: { updatedMs: 99, id: 0 },
    type: '',
    entrance: '',
    userName: '',
    deviceId: '',
  } as const;
  const times = async (query: object) => (await store.read({ ...all, ...query }, 9)).map((row) => row.updatedMs);
  assert.deepEqual(await times({}), [6, 5, 4]);
  assert.deepEqual(await times({ entrance: 'Rtsp' }), [5]);
  assert.deepEqual(await times({ userName: 'admin', deviceId: 'D1' }), [4]);
  assert.deepEqual(await times({ type: 'Local playback' }), [6]);
  assert.deepEqual(await store.read({ ...all, userName: 'ann' }, 9), [{ id: 2, ...rtsp }]);
  assert.equal(await store.forget(6, 1), 1);
  assert.deepEqual(await times({}), [6, 5], 'the oldest first');
  assert.equal(await store.forget(6, 9), 1);
  assert.equal(await store.forget(6, 9), 0);
  assert.deepEqual(await times({}), [6]);
});
