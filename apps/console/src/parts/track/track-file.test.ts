// Files of a track: their names, CSV that is no program, the tick between addresses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ADDRESS_TICK_MS, AddressFiller } from './address-filler.ts';
import { CSV_HEAD, csvRows, JSON_END, jsonHead, jsonRows, reportName } from './track-file.ts';

const point = (lat: number) => ({
  time: new Date(2026, 5, 10, 8).getTime(),
  lat,
  lng: 120,
  speedInKmh: 50,
  trackingAngle: 9,
});
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

/** A filler whose clock and answers the test gives. */
const start = (answer: (lat: number) => Promise<string>) => {
  const delays: number[] = [];
  const asked: number[] = [];
  const due: (() => void)[] = [];
  const filler = new AddressFiller({
    clock: {
      after: (delayMs, run) => {
        delays.push(delayMs);
        due.push(run);
        return () => {};
      },
    },
    ask: (lat) => {
      asked.push(lat);
      return answer(lat);
    },
  });
  const tick = async (): Promise<void> => {
    due.shift()?.();
    await settle();
  };
  return { delays, asked, filler, tick };
};

it('[A-GPSPB-016] addresses are filled in with 10 ms between positions, the same place asked for once', async () => {
  assert.equal(ADDRESS_TICK_MS, 10);
  const { delays, asked, filler, tick } = start(async (lat) => `at ${lat}`);
  const points = [point(24), point(24), point(25)];
  const told: number[] = [];
  const all = filler.nameAll(
    { count: 3, at: (i) => points[i] },
    (done) => told.push(done),
    new AbortController().signal,
  );
  await settle();
  assert.deepEqual(told, [1], 'the next one waits for the tick');
  await tick();
  await tick();
  assert.deepEqual(told, [1, 2, 3]);
  await tick();
  await all;
  assert.deepEqual(
    [delays, asked],
    [
      [10, 10, 10],
      [24, 25],
    ],
  );
  assert.equal(filler.known(point(25)), 'at 25');
});

it('a long track keeps the name of every place until its file is written', async () => {
  const filler = new AddressFiller({
    clock: {
      after: (_, run) => {
        queueMicrotask(run);
        return () => {};
      },
    },
    ask: async (lat) => `at ${lat}`,
  });
  const count = 50_100;
  const nth = (i: number) => point(i / 1000);
  await filler.nameAll({ count, at: nth }, () => {}, new AbortController().signal);
  for (const i of [0, 49_999, count - 1]) assert.equal(filler.known(nth(i)), `at ${i / 1000}`);
});

it('why a place has no name stands in its stead; giving up ends it', async () => {
  const { filler, asked } = start(() => Promise.reject(new Error('nominatim not enabled')));
  const own = new AbortController();
  const all = filler.nameAll({ count: 9, at: () => point(24) }, () => own.abort(), own.signal);
  await settle();
  assert.equal(filler.known(point(24)), 'nominatim not enabled');
  assert.equal(asked.length, 1);
  const { filler: other } = start(async () => 'x');
  await assert.rejects(other.nameAll({ count: 1, at: () => point(1) }, () => {}, own.signal));
  void all.catch(() => undefined);
});

it('what could not be named is asked for again in the next round, what was named is not', async () => {
  let isUp = false;
  const { filler, asked, tick } = start(async (lat) => {
    if (lat === 25 && !isUp) throw new Error('busy');
    return `at ${lat}`;
  });
  const round = async (): Promise<void> => {
    const all = filler.nameAll({ count: 2, at: (i) => point(24 + i) }, () => {}, new AbortController().signal);
    for (let i = 0; i < 3; i += 1) await tick();
    await all;
  };
  await round();
  assert.equal(filler.known(point(25)), 'busy');
  isUp = true;
  await round();
  assert.deepEqual([filler.known(point(24)), filler.known(point(25))], ['at 24', 'at 25']);
  assert.equal(asked.length, 3);
});

it('a name holds id, memo, driver, TrackReport, begin and end; empty parts drop out, what no file may have is replaced', () => {
  const [startMs, endMs] = [new Date(2026, 0, 2, 3, 4, 5).getTime(), new Date(2026, 0, 2, 23, 59, 59).getTime()];
  const span = { startMs, endMs };
  assert.equal(
    reportName({ deviceId: 'BUS-1', memo: 'a/b\\c:"d"<e>|f?*', driver: ' 王小明 ', ...span }, 'json'),
    'BUS-1_a_b_c__d__e__f___王小明_TrackReport_20260102030405_20260102235959.json',
  );
  assert.equal(
    reportName({ deviceId: 'BUS-1', memo: '..', driver: '', ...span }, 'csv'),
    'BUS-1_TrackReport_20260102030405_20260102235959.csv',
  );
});

it('CSV has a mark for Chinese, seven headings and numbered rows; JSON made in pieces is one text', () => {
  assert.equal(CSV_HEAD, '\u{FEFF}#,Time,Lat,Lng,Speed,Direction,Address\r\n');
  const row = { ...point(24), address: '彰化, 台灣' };
  assert.equal(
    csvRows([row, row], 10, (kmh) => kmh / 2),
    `11,2026-06-10 08:00:00,24,120,25,9,"彰化, 台灣"\r\n`.repeat(2).replace(/\r\n11/, '\r\n12'),
  );
  const text = `${jsonHead({ deviceid: 'A', begintime: 1, endtime: 2, maxSpeed: 3 })}${jsonRows([row], 0)}${jsonRows([row], 1)}${JSON_END}`;
  assert.deepEqual(JSON.parse(text), { deviceid: 'A', begintime: 1, endtime: 2, maxSpeed: 3, list: [row, row] });
  assert.deepEqual(
    JSON.parse(`${jsonHead({ deviceid: 'A', begintime: 1, endtime: 2, maxSpeed: 3 })}${JSON_END}`).list,
    [],
  );
});
