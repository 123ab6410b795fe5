// What it costs to forget: a month of tracks of a fleet, and rows of events and changes in the main database, beside a server that runs.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type App, createApp } from '../apps/server/src/app.ts';
import type { Config } from '../apps/server/src/config.ts';
import { decodeHour, encodeHour } from '../apps/server/src/features/position/hour-codec.ts';
import { hourOf } from '../apps/server/src/features/position/pack.ts';
import { TracksFile } from '../apps/server/src/features/position/store/tracks-file.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { HOST, testConfig } from '../integration/support/server.ts';
import { leapingClock } from '../integration/support/steady.ts';
import { type Bench, limitRow, type Row } from '../tools/bench-row.ts';
import { DAY_START_MS, storeDrivenDay } from './support/driven-day.ts';
import { scaled, wait } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';

const DEVICES = scaled(1000, 5);
const OLD_HOURS = scaled(30, 1) * 24;
const YOUNG_HOURS = 24;
const ROWS = scaled(200_000, 1000);
const KEPT_DAYS = 720;
const DAY_MS = 86_400_000;
const TURN_GOAL_MS = 10;
const TRACKS_GOAL_S = 600;
const FILE_GOAL_SHARE = 0.2;
const LOOK_MS = 200;
const NONE: Partial<Config> = { positionDays: 0, eventDays: 0, talkLogDays: 0, accessLogDays: 0, recordRowDays: 0 };

const forgottenBy = async (app: App): Promise<Map<string, number>> => {
  const text = await (await fetch(`http://${HOST}:${app.ports.http}/metrics`)).text();
  return new Map(
    [...text.matchAll(/^outrider_(\S+_total) (\d+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
};

const SETTLED_MS = 3000;

/**
 * The longest turn of this thread in processor time, so that what other programs do on the machine does not count, until the function it
 * gives is called.
 */
const watchTurns = (): (() => number) => {
  let [longestUs, watching] = [0, true];
  let last = process.threadCpuUsage();
  const look = (): void => {
    const now = process.threadCpuUsage();
    longestUs = Math.max(longestUs, now.user + now.system - last.user - last.system);
    last = now;
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    watching = false;
    return longestUs / 1000;
  };
};

/**
 * Starts a server on what was planted and waits until it has forgotten so much; gives how long that took, the longest turn of its main
 * thread meanwhile, and that of as long a time in which it had nothing to forget.
 */
const forget = async (folder: string, changes: Partial<Config>, what: string, count: number) => {
  const clock = leapingClock();
  const config = testConfig(folder, { ...NONE, publicMetrics: true, ...changes });
  const app = await createApp(config, { log: silentLog, clock });
  // What a start costs is no matter here, nor what this process compiles to ask for the first time.
  await wait(SETTLED_MS);
  await forgottenBy(app);
  const stop = watchTurns();
  const beganMs = performance.now();
  clock.believe();
  try {
    while (((await forgottenBy(app)).get(what) ?? 0) < count) await wait(LOOK_MS);
    const tookMs = performance.now() - beganMs;
    const turnMs = stop();
    await wait(SETTLED_MS);
    const stopIdle = watchTurns();
    for (const until = performance.now() + Math.min(tookMs, SETTLED_MS); performance.now() < until;) {
      await forgottenBy(app);
      await wait(LOOK_MS);
    }
    return { seconds: tookMs / 1000, turnMs, idleMs: stopIdle() };
  } finally {
    stop();
    await app.close();
  }
};

/** A limit, and beside it what the same server holds without forgetting. */
const turnRow = (what: string, { turnMs, idleMs }: { turnMs: number; idleMs: number }): Row => ({
  ...limitRow(`${what}, longest turn of the main thread`, { value: turnMs, unit: 'ms CPU' }, TURN_GOAL_MS),
  yardstick: `nothing to forget, ${Number(idleMs.toPrecision(3))} ms CPU`,
  ratio: turnMs / idleMs,
});

/** Every device drives the same day, each day of the month; the newest day is of now. Bytes of the file. */
const plantTracks = async (folder: string, lastOldHour: number, nowHour: number): Promise<number> => {
  const path = join(folder, 'tracks.sqlite');
  const file = new TracksFile(path);
  await storeDrivenDay(file, { hours: 24, vehicles: 1, firstKey: 1, items: 'columns' });
  const first = hourOf(DAY_START_MS / 1000);
  const day = file.hours(1, first, first + 23).map((blob) => decodeHour(blob));
  const plant = (hour: number): void => {
    const positions = day[hour % day.length] ?? [];
    const laterS = (hour - hourOf(positions[0]?.time ?? 0)) * 3600;
    const blob = encodeHour(positions.map((p) => ({ ...p, time: p.time + laterS, received: p.received + laterS })));
    file.transaction(() => {
      for (let key = 1; key <= DEVICES; key += 1) file.putHour(key + 1, hour, blob);
    });
  };
  for (let hour = lastOldHour - OLD_HOURS + 1; hour <= lastOldHour; hour += 1) plant(hour);
  for (let hour = nowHour - YOUNG_HOURS + 1; hour <= nowHour; hour += 1) plant(hour);
  file.checkpoint();
  file.close();
  return statSync(path).size;
};

const tracks = (nowMs: number): Promise<Row[]> =>
  withFolder(async (folder) => {
    const midnight = Math.floor(nowMs / DAY_MS) - KEPT_DAYS;
    const before = await plantTracks(folder, midnight * 24 - 1, Math.floor(nowMs / 3_600_000));
    const count = DEVICES * OLD_HOURS;
    const forgotten = await forget(folder, { positionDays: KEPT_DAYS }, 'track_hours_forgotten_total', count);
    const after = statSync(join(folder, 'tracks.sqlite')).size;
    const what = `a month of tracks of ${DEVICES} devices forgotten`;
    return [
      turnRow(what, forgotten),
      limitRow(`${what}, in the worker`, { value: forgotten.seconds, unit: 's' }, TRACKS_GOAL_S),
      limitRow(
        `${what}, file afterwards, of ${Math.round(before / 1e6)} MB`,
        { value: after / before, unit: 'of it' },
        FILE_GOAL_SHARE,
      ),
    ];
  });

const plantRows = (folder: string, oldMs: number): void => {
  const db = new DatabaseSync(join(folder, 'outrider.sqlite'));
  const from = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)';
  db.prepare(
    `${from} INSERT INTO events (device_key, code, note, device_ms, received_ms, lat, lng, speed_kmh, source_type, origin)
     SELECT i % 1000, 13, 'an alarm of ' || i, ?2 + i, ?2 + i, 24.1, 120.6, 55.5, 1, 'bit:0' FROM n`,
  ).run(ROWS, oldMs);
  db.prepare(
    `${from} INSERT INTO access_log (at_ms, type, method, action, address, user_name, device_id, result, data)
     SELECT ?2 + i, 'HTTP', 'POST', 'Add device', '192.0.2.7', 'admin', i % 1000, 'done', '{"url":"","body":{}}' FROM n`,
  ).run(ROWS, oldMs);
  db.close();
};

const rows = (nowMs: number): Promise<Row[]> =>
  withFolder(async (folder) => {
    await (await createApp(testConfig(folder, NONE), { log: silentLog })).close();
    plantRows(folder, nowMs - 2 * KEPT_DAYS * DAY_MS);
    const events = await forget(folder, { eventDays: KEPT_DAYS }, 'events_forgotten_total', ROWS);
    const changes = await forget(folder, { accessLogDays: KEPT_DAYS }, 'access_log_forgotten_total', ROWS);
    return [turnRow(`${ROWS} events forgotten`, events), turnRow(`${ROWS} rows of the access log forgotten`, changes)];
  });

export const bench: Bench = {
  name: 'retention',
  yardstick: 'none: what is forgotten may not hold the main thread, and gives its room back',
  run: async () => {
    const nowMs = Date.now();
    return [...(await tracks(nowMs)), ...(await rows(nowMs))];
  },
};
