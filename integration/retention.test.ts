// What is older than it is kept for goes: tracks, events, sums of days, logs. Seen through the calls, before and after a restart; what is
// younger stays byte for byte, also when the server is killed in the middle.
import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { type LocationReport, t0200LocationReport, t0704LocationBatch } from '@outrider/jt808';
import { type App, createApp } from '../apps/server/src/app.ts';
import { encodeHour } from '../apps/server/src/features/position/hour-codec.ts';
import { TracksFile } from '../apps/server/src/features/position/store/tracks-file.ts';
import { noOptional } from '../apps/server/src/features/position/stored-position.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { Device, locationAt } from './support/device.ts';
import { asJson, asList, Channel, httpCall } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { temporaryFolder, testConfig } from './support/server.ts';
import { untilBelieved } from './support/steady.ts';
import { until } from './support/until.ts';

const PHONE = '13800000101';
const KEY = 1;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 4, 5, 2);
const DAYS = 30;
const LIMITS = { positionDays: DAYS, eventDays: DAYS, talkLogDays: DAYS, accessLogDays: DAYS, recordRowDays: DAYS };
const SOS = 1;

/** An hour at 36 km/h northwards, a report a minute; the last one raises SOS. */
const hourOfDriving = (startMs: number): LocationReport[] =>
  Array.from({ length: 61 }, (_, i) =>
    locationAt(startMs + i * 60_000, {
      latitude: 24 + (i * 600) / 111_194.93,
      speedKmh: 36,
      alarm: i === 60 ? SOS : 0,
    }),
  );

/** A server that may be stopped and started on the same folder, with the same clock. */
const setScene = async (t: TestContext, limits: Partial<typeof LIMITS> = {}) => {
  const clock = createManualClock(START_MS);
  const data = await temporaryFolder(t);
  const waiting = { between: () => clock.advance(10) };
  let running: App | undefined;
  let hash = '';
  t.after(() => running?.close());
  const start = async () => {
    const app = await createApp(testConfig(data, { ...LIMITS, ...limits }), { log: silentLog, clock });
    running = app;
    hash ||= toPasswordHash(app.initialPassword ?? '');
    const account = { user: 'admin', hash };
    const post = async (path: string, input: Record<string, unknown>): Promise<string> =>
      JSON.stringify((await httpCall(app.ports.http, 'POST', path, { account, input })).body);
    const operator = (): Promise<Channel> => Channel.signedIn({ ports: app.ports, admin: account }, account, waiting);
    const spans = { from: START_MS - 60 * DAY_MS, to: START_MS + 100 * DAY_MS };
    /** What a device drove and what happened in the hours around a moment, and the sums of its hour, as the calls tell it. */
    const told = async (ofMs: number) => {
      const [from, to] = [(ofMs - HOUR_MS) / 1000, (ofMs + 2 * HOUR_MS) / 1000];
      // Without the hours around: what they were silent depends on the reports of other days, which come and go.
      const hour = { afterTime: ofMs / 1000, beforeTime: (ofMs + HOUR_MS) / 1000 };
      return {
        track: await post('/api/gps', { deviceid: PHONE, start: from, end: to }),
        events: await post('/gkevent/trackevents', { deviceid: PHONE, start: from, end: to }),
        mileage: await post('/gkmileage/mileagequery', hour),
      };
    };
    const changes = async () => {
      const rows = asList(
        JSON.parse(
          await post('/gklog/accesslog', { afterUpdatetime: spans.from / 1000, beforeUpdatetime: spans.to / 1000 }),
        ),
      );
      return rows.map(({ datetime }) => Number(datetime) * 1000);
    };
    const metric = async (name: string): Promise<number> => {
      const text = (await httpCall(app.ports.http, 'GET', '/metrics', { account })).body;
      return Number(new RegExp(`^outrider_${name} (\\d+)`, 'm').exec(String(text))?.[1]);
    };
    /** Drives an hour that began an hour before now, the SOS at its end as it happens. */
    const drive = async (ms: number): Promise<void> => {
      const device = await Device.online(app.ports.jt808, { phone: PHONE, waiting });
      const reports = hourOfDriving(ms);
      for (let at = 0; at < reports.length - 1; at += 12)
        assert.equal(
          await device.ask(t0704LocationBatch, { type: 1, items: reports.slice(at, Math.min(at + 12, 60)) }),
          0,
        );
      assert.equal(await device.ask(t0200LocationReport, reports.at(-1) ?? locationAt(ms)), 0);
      device.close();
      await until('the event is stored', async () => (await told(ms)).events !== '[]', waiting);
      await clock.advanceAsync(600_000); // packed
    };
    const stop = async (): Promise<void> => {
      await app.close();
      running = undefined;
    };
    return { app, operator, told, changes, metric, drive, stop };
  };
  return { clock, data, start, waiting };
};

/** Hours of a device as they lie on the disk, byte for byte. */
const blobsIn = (data: string, fromHour: number): string[] => {
  const file = new TracksFile(join(data, 'tracks.sqlite'), { readOnly: true });
  const blobs = file.hours(KEY, fromHour, Number.MAX_SAFE_INTEGER).map((blob) => Buffer.from(blob).toString('hex'));
  file.close();
  return blobs;
};

const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);
/** So many hours of a device up to this one, of about so many bytes each. */
const plant = (data: string, toHour: number, hours: number, bytes = 3000): void => {
  const file = new TracksFile(join(data, 'tracks.sqlite'));
  const place = {
    lat: 24_000_000,
    lng: 120_500_000,
    altitude: 20,
    speed: 500,
    heading: 90,
    alarm: 0,
    status: 3,
    flags: 9,
  };
  file.transaction(() => {
    for (let hour = toHour - hours + 1; hour <= toHour; hour += 1) {
      const items = Uint8Array.from({ length: bytes }, (_, i) => (hour * 31 + i * i * 7919) % 251);
      const time = hour * 3600 + 5;
      file.putHour(KEY, hour, encodeHour([{ time, received: time + 1, ...place, ...noOptional, items }]));
    }
  });
  file.close();
};

const sizeOf = async (data: string): Promise<number> => (await stat(join(data, 'tracks.sqlite'))).size;

test('a device with days of its own for events keeps them so long, longer or shorter than the others', async (t) => {
  const { clock, start } = await setScene(t);
  const first = await start();
  const operator = await first.operator();
  await operator.get('D01', { I: PHONE, C: 1 });
  clock.jumpTo(START_MS + HOUR_MS);
  await first.drive(START_MS);
  const { events } = await first.told(START_MS);
  assert.notEqual(events, '[]');
  await operator.get('D04', { I: PHONE, Z: { eventdays: 40 } });
  operator.close();
  await first.stop();
  clock.jumpTo(START_MS + 35 * DAY_MS);
  const second = await start();
  await clock.advanceAsync(HOUR_MS);
  assert.equal((await second.told(START_MS)).events, events, 'five days longer than the server keeps others');
  const again = await second.operator();
  await again.get('D04', { I: PHONE, Z: { eventdays: 34 } });
  again.close();
  await clock.advanceAsync(HOUR_MS);
  const gone = async (): Promise<boolean> => (await second.told(START_MS)).events === '[]';
  await until('they are gone by the shorter days', gone, { between: () => clock.advance(10) });
  await second.stop();
});

test('what is older goes from the calls and from the disk, in its time and after a restart; what is younger stays byte for byte', async (t) => {
  const { clock, data, start } = await setScene(t);
  const first = await start();
  const operator = await first.operator();
  await operator.get('D01', { I: PHONE, C: 1 });
  operator.close();
  clock.jumpTo(START_MS + HOUR_MS);
  await first.drive(START_MS);
  const before = await first.told(START_MS);
  assert.equal(asList(JSON.parse(before.track)).length, 61);
  assert.equal(asList(JSON.parse(before.events)).length > 0, true);
  assert.ok(Number(asList(JSON.parse(before.mileage))[0]?.['distance']) > 30_000_000);
  await first.stop();
  plant(data, hourOf(START_MS) - 24, 1000);
  const plantedBytes = await sizeOf(data);

  // Twenty days later what was planted up to ten days before the start is too old; the drive is not.
  const youngMs = START_MS + 20 * DAY_MS;
  clock.jumpTo(youngMs + HOUR_MS);
  const second = await start();
  await untilBelieved(clock);
  await until('old tracks are gone', async () => (await second.metric('track_hours_forgotten_total')) > 0, {
    between: () => clock.advance(10),
  });
  await second.drive(youngMs);
  assert.deepEqual(await second.told(START_MS), before, 'all of the older drive is there');
  const young = await second.told(youngMs);
  assert.equal(asList(JSON.parse(young.track)).length, 61);
  assert.ok((await second.changes()).some((ms) => ms < START_MS + DAY_MS));
  assert.ok((await second.metric('track_pages_given_back_total')) > 0);
  await second.stop();
  assert.ok((await sizeOf(data)) < plantedBytes * 0.8, `${plantedBytes} bytes became ${await sizeOf(data)}`);
  const midnight = hourOf(START_MS - 10 * DAY_MS) - (hourOf(START_MS) % 24);
  assert.equal(blobsIn(data, 0).length, blobsIn(data, midnight).length, 'nothing older is left');
  const youngBlobs = blobsIn(data, hourOf(youngMs));

  // It runs on, and by the clock alone the older drive is too old.
  clock.jumpTo(START_MS + 29 * DAY_MS);
  const third = await start();
  assert.deepEqual(await third.told(START_MS), before);
  clock.jumpTo(START_MS + 32 * DAY_MS);
  await clock.advanceAsync(HOUR_MS);
  await until('the older drive is gone', async () => (await third.told(START_MS)).track === '[]', {
    between: () => clock.advance(10),
  });
  // Each kind goes by itself, and is counted when its run is over.
  const kinds = ['track_hours', 'events', 'access_log', 'track_days'];
  await until(
    'each kind is counted',
    async () => {
      for (const kind of kinds) if (!((await third.metric(`${kind}_forgotten_total`)) > 0)) return false;
      return true;
    },
    { between: () => clock.advance(10) },
  );
  const gone = await third.told(START_MS);
  assert.equal(gone.events, '[]');
  assert.deepEqual(
    asList(JSON.parse(gone.mileage))
      .map(({ distance }) => Number(distance))
      .filter((metres) => metres > 0),
    [],
  );
  assert.deepEqual(await third.told(youngMs), young, 'what is younger is told as before');
  assert.deepEqual(
    (await third.changes()).filter((ms) => ms < START_MS + DAY_MS),
    [],
  );
  await third.stop();
  assert.deepEqual(blobsIn(data, 0), youngBlobs, 'byte for byte');

  // The same after a restart; and at last only where the vehicle stands is known.
  const fourth = await start();
  assert.deepEqual(await fourth.told(START_MS), gone);
  assert.deepEqual(await fourth.told(youngMs), young);
  clock.jumpTo(youngMs + 40 * DAY_MS);
  await clock.advanceAsync(HOUR_MS);
  await until('everything is gone', async () => (await fourth.told(youngMs)).track === '[]', {
    between: () => clock.advance(10),
  });
  const asking = await fourth.operator();
  const last = asJson((await asking.get('Q07', { I: PHONE }))['Z']);
  assert.equal(Number(last['time']) > 0, true, 'the last position stays');
  asking.close();
  await fourth.stop();
});

const GONE_ROWS = 4000;
/** So many rows of recordings whose files went, the last of them a day after `fromMs`; gives how many there are. */
const plantGoneRecordings = (data: string, fromMs: number): (() => number) => {
  const db = new DatabaseSync(join(data, 'outrider.sqlite'));
  const row =
    db.prepare(`INSERT INTO recording_segments (device_key, channel, start_ms, end_ms, bytes, frames, slot, path, state,
    reason, has_video, has_audio, hash, previous_hash, protected_until_ms)
    VALUES (?, 1, ?, ?, 1, 1, 'slot1', ?, 'retired', 'planted', 1, 0, ?, ?, 0)`);
  db.exec('BEGIN');
  for (let i = 0; i < GONE_ROWS; i += 1) {
    const startMs = fromMs + Math.floor((i * DAY_MS) / GONE_ROWS);
    row.run(
      KEY,
      startMs,
      startMs + 10_000,
      `planted/${'x'.repeat(200)}${i}`,
      Buffer.alloc(32, i),
      Buffer.alloc(32, i - 1),
    );
  }
  db.exec('COMMIT');
  db.close();
  return () => {
    const reader = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
    const count = Number(reader.prepare('SELECT count(*) AS n FROM recording_segments').get()?.['n']);
    reader.close();
    return count;
  };
};

test('each kind goes by days of its own, and the room it took in the main database is given back', async (t) => {
  const { clock, data, start, waiting } = await setScene(t, { positionDays: 90, eventDays: 40, recordRowDays: 20 });
  const first = await start();
  const operator = await first.operator();
  await operator.get('D01', { I: PHONE, C: 1 });
  operator.close();
  clock.jumpTo(START_MS + HOUR_MS);
  await first.drive(START_MS);
  const before = await first.told(START_MS);
  await first.stop();
  const rows = plantGoneRecordings(data, START_MS);

  clock.jumpTo(START_MS + 15 * DAY_MS);
  const second = await start();
  await clock.advanceAsync(HOUR_MS);
  assert.deepEqual([await second.metric('recording_rows_forgotten_total'), rows()], [0, GONE_ROWS], 'not yet');
  clock.jumpTo(START_MS + 30 * DAY_MS);
  await clock.advanceAsync(HOUR_MS);
  await until('rows of recordings are gone, but the newest', () => rows() === 1, waiting);
  const forgotten = () => second.metric('recording_rows_forgotten_total');
  await until('they are counted', async () => (await forgotten()) > 0, waiting); // when the run is over
  assert.equal(await forgotten(), GONE_ROWS - 1);
  await clock.advanceAsync(HOUR_MS);
  await until(
    'room is given back',
    async () => (await second.metric('database_pages_given_back_total')) > 100,
    waiting,
  );
  assert.deepEqual(await second.told(START_MS), before, 'nothing else is old enough');

  clock.jumpTo(START_MS + 45 * DAY_MS);
  await clock.advanceAsync(HOUR_MS);
  await until('events are gone', async () => (await second.told(START_MS)).events === '[]', waiting);
  const later = { ...before, events: '[]' };
  assert.deepEqual(await second.told(START_MS), later, 'the track is for ninety days');
  await second.stop();
  const third = await start();
  assert.deepEqual([await third.told(START_MS), rows()], [later, 1], 'the same after a restart');
  await third.stop();
});

/** Enough that a look finds the server at it. */
const OLD_HOURS = 20_000;

test('killed in the middle, nothing younger is lost, and the rest goes after the next start', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  await mkdir(data);
  const first = await ServerProcess.start(t, data);
  const { admin } = first;
  await first.kill();
  const now = hourOf(Date.now());
  const cutoff = (Math.floor(now / 24) - 720) * 24;
  plant(data, now, 1000, 300);
  plant(data, cutoff - 1, OLD_HOURS, 300);
  const younger = blobsIn(data, cutoff);
  assert.equal(younger.length, 1000);
  const oldLeft = (): number => {
    const db = new DatabaseSync(join(data, 'tracks.sqlite'), { readOnly: true });
    const row = db.prepare('SELECT count(*) AS n FROM hours WHERE hour < ?').get(cutoff);
    db.close();
    return Number(row?.['n']);
  };
  const second = await ServerProcess.start(t, data, { admin, forgetsSoon: true });
  await until('it has begun', () => oldLeft() < OLD_HOURS);
  await second.kill();
  const left = oldLeft();
  assert.ok(left > 0, 'it was in the middle');
  assert.deepEqual(blobsIn(data, cutoff), younger);
  const third = await ServerProcess.start(t, data, { admin, forgetsSoon: true });
  await until('the rest goes', () => oldLeft() === 0);
  assert.deepEqual(third.errors(), []);
  await third.kill();
  assert.deepEqual(blobsIn(data, cutoff), younger, 'byte for byte');
});

test('requests for files of alarms go after 90 days, also while the server runs on', async (t) => {
  const { clock, data, start, waiting } = await setScene(t);
  await (await start()).stop();
  const planting = new DatabaseSync(join(data, 'outrider.sqlite'));
  const row =
    planting.prepare(`INSERT INTO alarm_file_requests (event_serial, device_key, alarm_sign, alarm_key, alarm_number, taken_ms,
    announced, state, message, tries, failures, last_try_ms, next_try_ms, created_ms) VALUES (?, ?, '', '', ?, 0, 1, 'done', '', 1, 0, 0, 0, ?)`);
  for (let serial = 1; serial <= 100; serial += 1) row.run(serial, KEY, `number${serial}`, START_MS);
  planting.close();
  const server = await start();
  const forgotten = () => server.metric('alarm_file_requests_forgotten_total');
  clock.jumpTo(START_MS + 89 * DAY_MS);
  await clock.advanceAsync(HOUR_MS);
  assert.equal(await forgotten(), 0);
  clock.jumpTo(START_MS + 90 * DAY_MS);
  await clock.advanceAsync(HOUR_MS);
  await until('they are gone', async () => (await forgotten()) === 100, waiting);
  await server.stop();
});
