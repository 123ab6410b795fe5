// Old device-hours go, and their room with them: in slices, stopped half way, and never what was received since.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { forgetHours } from './forget.ts';
import { encodeHour, newestReceipt } from './hour-codec.ts';
import { TracksFile } from './store/tracks-file.ts';
import { noOptional, type StoredPosition } from './stored-position.ts';

const FIRST_HOUR = 500_000;
const HOURS = 60;
const DEVICES = 7;

const positionAt = (time: number, received = time + 1): StoredPosition => ({
  time,
  received,
  lat: 24_000_000,
  lng: 120_500_000,
  altitude: 20,
  speed: 500,
  heading: 90,
  alarm: 0,
  status: 3,
  flags: 9,
  ...noOptional,
  // What does not pack well, so that the file has some size.
  items: Uint8Array.from({ length: 3000 }, (_, i) => (time * 31 + i * i * 7919) % 251),
});

const pathIn = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-forget-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tracks.sqlite');
};

const fileIn = (t: TestContext): { file: TracksFile; path: string } => {
  const path = pathIn(t);
  const file = new TracksFile(path);
  t.after(() => file.close());
  return { file, path };
};

const fill = (file: TracksFile): void =>
  file.transaction(() => {
    for (let key = 1; key <= DEVICES; key += 1)
      for (let hour = FIRST_HOUR; hour < FIRST_HOUR + HOURS; hour += 1)
        file.putHour(key, hour, encodeHour([positionAt(hour * 3600 + key)]));
  });

/** Everything there is of a device, byte for byte. */
const blobsOf = (file: TracksFile, key: number, fromHour = 0): string[] =>
  file.hours(key, fromHour, FIRST_HOUR + HOURS).map((blob) => Buffer.from(blob).toString('hex'));

const goOn = (): Promise<boolean> => Promise.resolve(true);
const cutoff = FIRST_HOUR + 45;

test('what is older goes, what is younger stays byte for byte, and the file is smaller', async (t) => {
  const { file, path } = fileIn(t);
  fill(file);
  const younger = [1, 2, 3, 4, 5, 6, 7].map((key) => blobsOf(file, key, cutoff));
  assert.equal(younger[0]?.length, 15);
  const sizeOf = (): number => {
    const db = new DatabaseSync(path);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return statSync(path).size;
  };
  const before = sizeOf();
  const gone = await forgetHours(file, cutoff, goOn);
  assert.equal(gone.hours, DEVICES * 45);
  assert.ok(gone.pagesGivenBack > 10, `${gone.pagesGivenBack} pages`);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((key) => blobsOf(file, key)),
    younger,
  );
  const after = sizeOf();
  assert.ok(after < before / 2, `${before} bytes became ${after}`);
  assert.deepEqual(await forgetHours(file, cutoff, goOn), { hours: 0, pagesGivenBack: 0 });
});

test('what was received since stays, however old its device says it is', async (t) => {
  const { file } = fileIn(t);
  const old = FIRST_HOUR * 3600;
  file.putHour(1, FIRST_HOUR, encodeHour([positionAt(old), positionAt(old + 5, cutoff * 3600)]));
  file.putHour(2, FIRST_HOUR, encodeHour([positionAt(old), positionAt(old + 5, cutoff * 3600 - 1)]));
  file.putHour(3, FIRST_HOUR, Uint8Array.of(99, 1, 2)); // of a newer version
  assert.equal((await forgetHours(file, cutoff, goOn)).hours, 1);
  assert.deepEqual(
    [1, 2, 3].map((key) => blobsOf(file, key).length),
    [1, 0, 1],
  );
  assert.equal(newestReceipt(file.hour(1, FIRST_HOUR) ?? new Uint8Array(0)), cutoff * 3600);
});

test('stopped after every slice, what is left is whole and goes the next time', async (t) => {
  const { file } = fileIn(t);
  fill(file);
  const younger = blobsOf(file, DEVICES, cutoff);
  let rounds = 0;
  for (let gone = 1; gone > 0; rounds += 1) {
    // oxlint-disable-next-line no-await-in-loop
    gone = (await forgetHours(file, cutoff, () => Promise.resolve(false))).hours;
    assert.deepEqual(blobsOf(file, DEVICES, cutoff), younger);
    assert.ok(rounds < 10);
  }
  assert.equal(rounds, 4, '128 at once of 315');
  assert.equal(blobsOf(file, 1).length, 15);
});

test('a file from before gives its room back after it was opened once', async (t) => {
  const path = pathIn(t);
  const file = new TracksFile(path);
  fill(file);
  const blobs = blobsOf(file, 3);
  file.close();
  const before = new DatabaseSync(path);
  before.exec('PRAGMA auto_vacuum = NONE; VACUUM');
  assert.deepEqual({ ...before.prepare('PRAGMA auto_vacuum').get() }, { auto_vacuum: 0 });
  before.close();
  const again = new TracksFile(path);
  assert.deepEqual(blobsOf(again, 3), blobs);
  assert.ok((await forgetHours(again, cutoff, goOn)).pagesGivenBack > 10);
  again.close();
});
