// Packing a journal: every device once, in parts, stopped half way and begun again. The codecs have their own test.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decodeHour } from './hour-codec.ts';
import { JournalWriter } from './journal-codec.ts';
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

/** A file with a journal row a minute, in each a position of every device. */
const filledFile = (t: TestContext): TracksFile => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-pack-'));
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
