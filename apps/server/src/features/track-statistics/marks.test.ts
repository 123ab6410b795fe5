// What comes while days are made and kept, and marks that could not be written: no row that lacks something counts as fresh.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachStore } from '../../adapters/test-stores.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createMarks } from './marks.ts';
import { createTrackDayStore, type DayMark } from './store.ts';
import { DAY_S } from './sums.ts';
import { at, DAY, drive, HOUR_S, KEY, kitOf, mileageOf, T0 } from './test-days.ts';

const OTHER = KEY + 1;
const NOON_S = DAY_S / 2;
const [FROM, TO] = [T0, T0 + DAY_S];

eachStore('a mark that the database refused is written the next time', async (_t, { db }) => {
  const days = createTrackDayStore(db);
  let refused = 0;
  const markStale = async (marks: readonly DayMark[]): Promise<void> => {
    refused += 1;
    if (refused === 1) throw new Error('disk full');
    await days.markStale(marks);
  };
  const marks = createMarks({ clock: createManualClock(), log: silentLog, store: { markStale } });
  const row = { deviceKey: KEY, day: DAY, quarters: Uint8Array.of(1), stale: false };
  await days.keep([row]);
  marks.add(KEY, T0 + NOON_S);
  await marks.flush();
  await marks.flush();
  assert.deepEqual(await days.read([KEY], [DAY, DAY]), [{ ...row, stale: true }]);
  await marks.close();
});

test('of many marks those are written again that were not, in the next second, with what came meanwhile', async () => {
  const clock = createManualClock();
  const written: number[] = [];
  let refuses = true;
  const markStale = (some: readonly DayMark[]): Promise<void> => {
    if (refuses && written.length > 0) {
      refuses = false;
      marks.add(KEY, 1200 * DAY_S + NOON_S);
      return Promise.reject(new Error('disk full'));
    }
    written.push(...some.map(({ day }) => day));
    return Promise.resolve();
  };
  const marks = createMarks({ clock, log: silentLog, store: { markStale } });
  for (let day = 0; day < 1200; day += 1) marks.add(KEY, day * DAY_S + NOON_S);
  await marks.flush();
  assert.deepEqual([written.length, refuses], [500, false]);
  await clock.advanceAsync(1000);
  await marks.flush();
  assert.deepEqual(
    written,
    Array.from({ length: 1201 }, (_, day) => day),
  );
  await marks.close();
});

eachStore(
  'a day as a later question made it is not overwritten by an earlier one that is slower',
  async (_t, { db }) => {
    const samples = drive(9, 0);
    let later = 0;
    const { kit, marks } = kitOf(samples, {
      store: createTrackDayStore(db),
      async making(_days, deviceKey) {
        if (deviceKey !== OTHER) return;
        await new Promise(setImmediate); // the first device's day is made
        samples.push(at(10.5, 36_000));
        marks.add(KEY, T0 + 10.5 * HOUR_S);
        await marks.flush();
        later = (await mileageOf(kit, FROM, TO)).reports;
      },
    });
    await mileageOf(kit, FROM, TO, [KEY, OTHER]);
    assert.equal(later, 62);
    assert.equal((await mileageOf(kit, FROM, TO)).reports, 62);
    await marks.close();
  },
);

test('a day for which something came while it was made is stale, even if there are too many marks to remember that', async () => {
  const samples = drive(9, 0);
  const { kit, marks } = kitOf(samples, {
    async making(_days, deviceKey) {
      if (deviceKey !== OTHER) return;
      await new Promise(setImmediate);
      samples.push(at(10.5, 36_000));
      marks.add(KEY, T0 + 10.5 * HOUR_S);
      // Each evening marks the next day, too.
      for (let day = 0; day <= 500_000; day += 2) marks.add(OTHER + 1, day * DAY_S + 20 * HOUR_S);
      await marks.flush();
      assert.equal(marks.has(KEY, DAY), false);
    },
  });
  await mileageOf(kit, FROM, TO, [KEY, OTHER]);
  assert.equal((await mileageOf(kit, FROM, TO)).reports, 62);
  await marks.close();
});

eachStore('a day whose mark is not written yet is made again once, and kept', async (_t, { db }) => {
  const samples = drive(9, 0);
  const { kit, marks, made } = kitOf(samples, { store: createTrackDayStore(db) });
  const reports = async (): Promise<number> => (await mileageOf(kit, FROM, TO)).reports;
  assert.equal(await reports(), 61);
  samples.push(at(10.5, 36_000));
  marks.add(KEY, T0 + 10.5 * HOUR_S);
  assert.deepEqual([await reports(), await reports()], [62, 62]);
  await marks.flush();
  assert.deepEqual([await reports(), made], [62, [0, 0]]);
  await marks.close();
});
