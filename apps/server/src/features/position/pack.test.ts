// Packing a journal: every device once, in parts, stopped half way and begun again. The codecs have their own test.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decodeHour } from './hour-codec.ts';
import { findRecords, JournalWriter } from './journal-codec.ts';
import { hourOf, packJournal } from './pack.ts';
import { TracksFile } from './store/tracks-file.ts';
import { noOptional, type StoredPosition } from './stored-position.ts';

const START_S = 1_800_000_000;
const DEVICES = 7;
const ROWS = 50;

const at = (time: number): StoredPosition => ({
  time,
  received: time + 1,
  lat: 24_000_000 + (time - START_S),
  lng: 120_500_000,
  altitude: 20,
  speed: 500,
  heading: 90,
  alarm: 0,
  status: 3,
  flags: 9,
  ...noOptional,
  items: new Uint8Array(0),
});

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'outrider-pack-'));

/** A file with a journal row a minute, in each a position of every device. */
const filledFile = (t: TestContext, folder = newFolder()): TracksFile => {
  const file = new TracksFile(join(folder, 'tracks.sqlite'));
  t.after(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  for (let row = 0; row < ROWS; row += 1) {
    const journal = new JournalWriter();
    for (let key = 1; key <= DEVICES; key += 1) journal.add(key, at(START_S + 60 * row));
    file.appendJournal(journal.take());
  }
  return file;
};

const timesOf = (file: TracksFile, key: number): number[] =>
  file.hours(key, hourOf(START_S), hourOf(START_S) + 2).flatMap((blob) => decodeHour(blob).map(({ time }) => time));

const allTimes = Array.from({ length: ROWS }, (_, row) => START_S + 60 * row);

const assertPacked = (file: TracksFile): void => {
  for (let key = 1; key <= DEVICES; key += 1) assert.deepEqual(timesOf(file, key), allTimes, `device ${key}`);
  assert.equal(file.lastJournalId(), 0);
};

test('a journal larger than a part is packed in parts, every device once, and is empty afterwards', async (t) => {
  const file = filledFile(t);
  const bytes = file.journalBytes(file.lastJournalId());
  assert.equal(await packJournal(file, () => Promise.resolve(true), { partBytes: bytes / 3.5 }), DEVICES * ROWS);
  assertPacked(file);
});

test('rows behind what somebody has counted stay, and are packed when that has followed', async (t) => {
  const file = filledFile(t);
  const last = file.lastJournalId();
  const go = () => Promise.resolve(true);
  assert.equal(await packJournal(file, go, { untilId: last - 1 }), DEVICES * (ROWS - 1));
  assert.deepEqual([file.firstJournalId(), file.lastJournalId()], [last, last]);
  assert.equal(await packJournal(file, go, { untilId: last - 1 }), 0);
  assert.equal(await packJournal(file, go), DEVICES);
  assertPacked(file);
});

test('rows that somebody needs are packed and stay; they are not packed again, and go when nobody needs them', async (t) => {
  const file = filledFile(t);
  const go = (): Promise<boolean> => Promise.resolve(true);
  const last = file.lastJournalId();
  assert.equal(await packJournal(file, go, { keptAfter: 10 }), DEVICES * ROWS);
  for (let key = 1; key <= DEVICES; key += 1) assert.deepEqual(timesOf(file, key), allTimes);
  assert.deepEqual([file.firstJournalId(), file.lastJournalId()], [11, last]);
  assert.equal(await packJournal(file, go, { afterId: last, keptAfter: 20 }), 0);
  assert.equal(file.firstJournalId(), 21);
  assert.equal(await packJournal(file, go, { afterId: last - 1 }), DEVICES, 'what was packed is not changed by that');
  assertPacked(file);
});

test('packing stopped at any pause keeps the journal until all is packed, and the next time doubles nothing', async (t) => {
  const file = filledFile(t);
  const partBytes = file.journalBytes(file.lastJournalId()) / 2.5;
  for (let allowed = 0; file.lastJournalId() !== 0; allowed += 1) {
    assert.ok(allowed < 100, 'packing never ends');
    let pauses = 0;
    await packJournal(file, () => Promise.resolve((pauses += 1) <= allowed), { partBytes });
  }
  assertPacked(file);
});

test('what is appended while packing runs stays in the journal for the next time', async (t) => {
  const file = filledFile(t);
  const late = new JournalWriter();
  late.add(1, at(START_S + 60 * ROWS));
  const bytes = late.take();
  let appended = false;
  await packJournal(file, () => {
    if (!appended) file.appendJournal(bytes);
    appended = true;
    return Promise.resolve(true);
  });
  assert.deepEqual(timesOf(file, 1), allTimes);
  assert.equal(file.journalBytes(file.lastJournalId()), bytes.length);
});

/** Positions of a device that a file has, packed or not; one that is both counts once. */
const minutesOf = (file: TracksFile, key: number): number => {
  const times = new Set(timesOf(file, key));
  for (const { data } of file.journalRows(0, file.lastJournalId(), Number.MAX_SAFE_INTEGER))
    findRecords(data, ({ deviceKey, time }) => {
      if (deviceKey === key) times.add(time);
    });
  return times.size;
};

test('packing does not wait for the disk, appends do; a power cut at any byte of what packing wrote loses no position', async (t) => {
  const folder = newFolder();
  const path = join(folder, 'tracks.sqlite');
  const file = filledFile(t, folder);
  const synced = readFileSync(`${path}-wal`).length;
  assert.equal(file.waitsForDisk, true);
  file.repeatableTransaction(() => assert.equal(file.waitsForDisk, false));
  const pause = (): Promise<boolean> => {
    assert.equal(file.waitsForDisk, true, 'an append between two pieces of packing would not wait');
    return Promise.resolve(true);
  };
  await packJournal(file, pause, { partBytes: file.journalBytes(file.lastJournalId()) / 3.5 });
  const log = readFileSync(`${path}-wal`);
  assert.ok(log.length > synced + 5 * 16_384, 'packing is too short to be cut in many places');
  const torn = join(folder, 'torn.sqlite');
  copyFileSync(path, torn);
  for (let length = synced; length <= log.length; length += 6007) {
    writeFileSync(`${torn}-wal`, log.subarray(0, length));
    rmSync(`${torn}-shm`, { force: true });
    const cut = new TracksFile(torn, { readOnly: true });
    for (let key = 1; key <= DEVICES; key += 1) assert.equal(minutesOf(cut, key), ROWS, `cut at ${length}`);
    cut.close();
  }
});
