// Kept footage on disk: comes in any order of days, is retired like recordings but not at once, and passes the check.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkRecordings, laneOf } from '../apps/server/src/features/recording/index.ts';
import type { WholeFrame } from '../apps/server/src/media/index.ts';
import { startDrivenServer } from './support/server.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PLACE = { channel: 3, stream: 'sub', audio: true } as const;
const SOURCE = { deviceKey: 1, deviceId: '中文 <b>', ...PLACE };

const frameAt = (timeMs: number, key: boolean): WholeFrame => ({
  kind: 'video',
  codec: 'h264',
  stream: 'sub',
  key,
  newFormat: false,
  discontinuity: false,
  body: new Uint8Array(300).fill(timeMs % 251),
  presentationUs: timeMs * 1000,
  captureMs: timeMs,
});

test('footage of any day is filed, found, kept for an hour and then retired by the days of its device; the check finds no fault', async (t) => {
  const server = await startDrivenServer(t, { recordDays: 10, recordReserve: 0 });
  const { recordings, db, clock } = server.app;
  const nowMs = clock.now();
  const lane = laneOf(PLACE);
  const write = async (startMs: number, seconds: number): Promise<void> => {
    const writer = recordings.keep(SOURCE);
    writer.frame(frameAt(startMs - 40, false), startMs - 40);
    for (let i = 0; i < seconds * 25; i += 1) writer.frame(frameAt(startMs + i * 40, i % 25 === 0), startMs + i * 40);
    await writer.close();
    assert.equal(writer.trouble, null);
  };
  const spans = async () => {
    const all = await recordings.reader.spans(1, [lane], nowMs - 60 * DAY_MS, nowMs);
    return all.map(({ startMs, endMs }) => [startMs - nowMs, endMs - startMs]);
  };
  await write(nowMs - DAY_MS, 10);
  await write(nowMs - 40 * DAY_MS, 10);
  await write(nowMs - 2 * DAY_MS, 700);
  assert.deepEqual(
    await spans(),
    [
      [-40 * DAY_MS, 9960],
      [-2 * DAY_MS, 699_960],
      [-DAY_MS, 9960],
    ],
    'from the first key frame on; segments of five minutes follow each other without a pause',
  );
  await recordings.retain();
  assert.equal((await spans()).length, 3, 'what was just fetched stays, however old it is');
  assert.deepEqual((await checkRecordings(db.db)).faults, []);
  server.clock.advance(HOUR_MS + 60_000);
  await recordings.retain();
  assert.deepEqual(
    (await spans()).map(([startMs]) => startMs),
    [-2 * DAY_MS, -DAY_MS],
  );
  await write(nowMs - 40 * DAY_MS, 10);
  assert.equal((await spans()).length, 3, 'what was retired may be fetched again');
  const check = await checkRecordings(db.db);
  assert.deepEqual([check.faults, check.retired], [[], 1]);
  assert.deepEqual(
    await recordings.reader.days(1, [1, 2, 3, 4], nowMs - 60 * DAY_MS, nowMs, 0),
    [],
    'it is no recording of the server',
  );
});

test('sound that goes on for hours where the camera was lost is kept whole', async (t) => {
  const { recordings, clock } = (await startDrivenServer(t, { recordDays: 10, recordReserve: 0 })).app;
  const startMs = clock.now() - DAY_MS;
  const writer = recordings.keep(SOURCE);
  writer.frame(frameAt(startMs, true), startMs);
  const lastMs = startMs + 5 * HOUR_MS;
  for (let timeMs = startMs + 1000; timeMs <= lastMs; timeMs += 1000)
    writer.frame({ ...frameAt(timeMs, false), kind: 'audio', codec: 'g711a', body: new Uint8Array(8) }, timeMs);
  await writer.close();
  assert.equal(writer.trouble, null);
  const spans = await recordings.reader.spans(1, [laneOf(PLACE)], startMs, lastMs + 1);
  assert.deepEqual([spans[0]?.startMs, spans.at(-1)?.endMs], [startMs, lastMs]);
  assert.equal(
    spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0) + 1000 * (spans.length - 1),
    lastMs - startMs,
  );
});

test('what was broken off at its first picture and fetched again is read with every picture once', async (t) => {
  const server = await startDrivenServer(t, { recordReserve: 0 });
  const { recordings, clock, footage } = server.app;
  const startMs = clock.now() - DAY_MS;
  const write = async (fromMs: number, count: number): Promise<void> => {
    const writer = recordings.keep(SOURCE);
    for (let i = 0; i < count; i += 1) writer.frame(frameAt(fromMs + i * 40, i % 25 === 0), fromMs + i * 40);
    await writer.close();
  };
  await write(startMs, 1);
  await write(startMs, 60);
  await write(startMs + 2000, 100);
  const cursor = await footage.open({ deviceKey: 1, ...PLACE }, startMs);
  const times: number[] = [];
  for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
    times.push(frame.timeMs - startMs);
  await cursor.close();
  assert.deepEqual(
    times,
    Array.from({ length: 150 }, (_, i) => i * 40),
  );
});

test('kept footage is chained in the order in which it is stored: an altered file, a missing one and a missing row are found', async (t) => {
  const server = await startDrivenServer(t, { recordReserve: 0 });
  const { recordings, db, clock } = server.app;
  const nowMs = clock.now();
  const write = async (startMs: number): Promise<void> => {
    const writer = recordings.keep(SOURCE);
    for (let i = 0; i < 50; i += 1) writer.frame(frameAt(startMs + i * 40, i % 25 === 0), startMs + i * 40);
    await writer.close();
  };
  // Days in any order, two of them at once.
  await write(nowMs - 3 * DAY_MS);
  await Promise.all([write(nowMs - DAY_MS), write(nowMs - 4 * DAY_MS)]);
  await write(nowMs - 2 * DAY_MS);
  assert.deepEqual((await checkRecordings(db.db)).faults, []);
  const tables = db.db.$extendTables<{
    recording_segments: { id: number; path: string; channel: number };
  }>();
  const rows = await tables.selectFrom('recording_segments').select(['id', 'path']).orderBy('id').execute();
  const pathOf = (at: number): string => join(server.data, 'recordings', rows[at]?.path ?? '');
  const faults = async () => {
    const found = (await checkRecordings(db.db)).faults;
    return found.map(({ what, row }) => [what, rows.findIndex(({ id }) => id === row.id)]);
  };
  const bytes = await readFile(pathOf(1));
  const altered = Buffer.from(bytes);
  altered.writeUInt8(altered.readUInt8(400) ^ 1, 400);
  await writeFile(pathOf(1), altered);
  assert.deepEqual(await faults(), [['altered', 1]]);
  await rm(pathOf(1));
  assert.deepEqual(await faults(), [['missing', 1]]);
  await tables
    .deleteFrom('recording_segments')
    .where('id', '=', rows[1]?.id ?? 0)
    .execute();
  assert.deepEqual(await faults(), [['missing', 2]], 'what follows it names what is not there');
  await write(nowMs - 5 * DAY_MS);
  assert.deepEqual(await faults(), [['missing', 2]], 'what is stored later follows the last one');
});
