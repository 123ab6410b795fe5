// A power cut takes marks of days back that were written last, and a full disk refuses them; the positions are in the journal all the time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { eachStore } from '../../adapters/test-stores.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { JournalFixes } from '../position/index.ts';
import { journalMarks, type JournalMarksKit } from './journal-marks.ts';
import { createMarks } from './marks.ts';
import { createTrackDayStore } from './store.ts';
import { DAY_S } from './sums.ts';
import { DAY, HOUR_S, KEY, T0 } from './test-days.ts';

const UNREGISTERED = KEY + 1;
const EARLY = DAY - 1;

/** A journal in memory: each row holds positions of some devices at a time. */
const journalOf = (rows: readonly { id: number; fixes: readonly (readonly [deviceKey: number, time: number])[] }[]) => {
  let ask: () => Promise<number | null> = () => Promise.resolve(null);
  const columnsOf = (fixes: readonly (readonly [number, number])[]): JournalFixes => ({
    deviceKey: Uint32Array.from(fixes, ([deviceKey]) => deviceKey),
    time: Uint32Array.from(fixes, ([, time]) => time),
    received: new Uint32Array(fixes.length),
    lat: new Int32Array(fixes.length),
    lng: new Int32Array(fixes.length),
    speed: new Uint16Array(fixes.length),
    replayed: new Uint8Array(fixes.length),
  });
  const journal: JournalMarksKit['journal'] = {
    read: () => Promise.resolve({ sums: null, packedId: (rows[0]?.id ?? 1) - 1, lastId: rows.at(-1)?.id ?? 0 }),
    fixesAfter(after) {
      const row = rows.find(({ id }) => id > after);
      return Promise.resolve({ fixes: columnsOf(row?.fixes ?? []), lastId: row?.id ?? null });
    },
    onPacking: (asked) => void (ask = asked),
  };
  return { journal, mayPack: () => ask() };
};

eachStore('what is in the journal at a start is marked, whatever became of its marks', async (_t, { db }) => {
  const days = createTrackDayStore(db);
  const kept = [EARLY, DAY].flatMap((day) =>
    [KEY, UNREGISTERED].map((deviceKey) => ({ deviceKey, day, quarters: Uint8Array.of(1), stale: false })),
  );
  await days.keep(kept);
  const marks = createMarks({ clock: createManualClock(), log: silentLog, store: days });
  const noon = T0 + 12 * HOUR_S;
  const { journal, mayPack } = journalOf([
    { id: 5, fixes: [[KEY, noon]] },
    {
      id: 6,
      fixes: [
        [KEY, noon - DAY_S],
        [UNREGISTERED, noon - DAY_S],
      ],
    },
  ]);
  const inJournal = journalMarks({
    bus: createLocalBus(silentLog),
    journal,
    marks,
    synced: () => Promise.resolve(),
    isRegistered: (key) => key === KEY,
    before: T0,
  });
  await inJournal.restored();
  assert.deepEqual(
    [EARLY, DAY].map((day) => marks.has(KEY, day)),
    [true, false],
    'later days are stale anyway',
  );
  assert.equal(await mayPack(), 6);
  const stale = (await days.read([KEY, UNREGISTERED], [EARLY, DAY])).filter((row) => row.stale);
  assert.deepEqual(
    stale.map(({ deviceKey, day }) => [deviceKey, day]),
    [[KEY, EARLY]],
  );
  await inJournal.close();
  await marks.close();
});

test('rows of the journal are packed when the marks of their positions outlast a power cut', async () => {
  const bus = createLocalBus(silentLog);
  const state = { writes: 0, refuses: false, syncs: 0, syncFails: false };
  const markStale = (): Promise<void> => {
    if (state.refuses) return Promise.reject(new Error('disk full'));
    state.writes += 1;
    return Promise.resolve();
  };
  const marks = createMarks({ clock: createManualClock(), log: silentLog, store: { markStale } });
  const { journal, mayPack } = journalOf([]);
  const synced = (): Promise<void> => {
    if (state.syncFails) return Promise.reject(new Error('disk full'));
    assert.equal(state.refuses, false);
    state.syncs = state.writes;
    return Promise.resolve();
  };
  const inJournal = journalMarks({ bus, journal, marks, synced, isRegistered: () => true, before: T0 });
  assert.equal(await mayPack(), 0);
  marks.add(KEY, T0);
  bus.publish('positions.journaled', { journalId: 1 });
  assert.equal(await mayPack(), 1);
  assert.deepEqual([state.writes, state.syncs], [1, 1]);
  marks.add(KEY, T0 + DAY_S * 5);
  bus.publish('positions.journaled', { journalId: 2 });
  state.refuses = true;
  assert.equal(await mayPack(), 1, 'the marks were refused');
  state.refuses = false;
  state.syncFails = true;
  assert.equal(await mayPack(), 1, 'a power cut may take them back');
  state.syncFails = false;
  assert.equal(await mayPack(), 2);
  await inJournal.close();
  await marks.close();
});

test('a journal that cannot be read is not packed, and read when somebody asks again', async () => {
  const marks = createMarks({
    clock: createManualClock(),
    log: silentLog,
    store: { markStale: () => Promise.resolve() },
  });
  const { journal, mayPack } = journalOf([{ id: 1, fixes: [[KEY, T0]] }]);
  let fails = true;
  const inJournal = journalMarks({
    bus: createLocalBus(silentLog),
    journal: { ...journal, read: () => (fails ? Promise.reject(new Error('disk broken')) : journal.read()) },
    marks,
    synced: () => Promise.resolve(),
    isRegistered: () => true,
    before: T0 + DAY_S,
  });
  await assert.rejects(inJournal.restored(), /disk broken/);
  assert.equal(await mayPack(), 0);
  fails = false;
  assert.deepEqual([await mayPack(), marks.has(KEY, DAY)], [1, true]);
  await inJournal.close();
  await marks.close();
});
