// Which rows of the journal a track reads: those of its device, also what was appended since, and none that are packed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { JournalWriter } from './journal-codec.ts';
import { JournalIndex } from './journal-index.ts';
import { noOptional } from './stored-position.ts';
import { TracksFile } from './store/tracks-file.ts';

const rowOf = (deviceKeys: readonly number[]): Uint8Array<ArrayBuffer> => {
  const journal = new JournalWriter();
  const place = { lat: 24_000_000, lng: 120_500_000, altitude: 20, speed: 500, heading: 90, alarm: 0, status: 3 };
  for (const deviceKey of deviceKeys)
    journal.add(deviceKey, { time: 1, received: 1, flags: 9, ...place, ...noOptional, items: new Uint8Array(0) });
  return journal.take();
};

test('a device is looked for in its rows only, new ones and none that are packed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-index-'));
  const file = new TracksFile(join(folder, 'tracks.sqlite'));
  t.after(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  const read: number[] = [];
  const index = new JournalIndex({
    firstJournalId: () => file.firstJournalId(),
    journalRows: (...asked) => file.journalRows(...asked),
    journalRow: (id) => {
      read.push(id);
      return file.journalRow(id);
    },
  });
  const rowsOf = (deviceKey: number): number[] => {
    const rows = index.rowsOf(deviceKey);
    assert.equal(rows.length, read.length, 'each has a row');
    return read.splice(0);
  };
  for (const keys of [[1, 2, 1], [3], [2, 3]]) file.appendJournal(rowOf(keys));
  assert.deepEqual([1, 2, 3, 9].map(rowsOf), [[1], [1, 3], [2, 3], []]);
  file.appendJournal(rowOf([1]));
  assert.deepEqual(rowsOf(1), [1, 4]);
  file.deleteJournal(2);
  assert.deepEqual([1, 2, 3].map(rowsOf), [[4], [3], [3]]);
  file.deleteJournal(4);
  assert.deepEqual([1, 2].map(rowsOf), [[], []]);
  file.appendJournal(rowOf([2]));
  assert.deepEqual(rowsOf(2), [5]);
});
