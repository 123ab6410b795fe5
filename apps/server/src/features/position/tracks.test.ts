// Tracks through their threads: what is too long to be told at once, and which hours have a track. Packing and codecs have their own tests.
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { JournalWriter } from './journal-codec.ts';
import { noOptional } from './stored-position.ts';
import { type Tracks, openTracks } from './tracks.ts';

const KEY = 1;
const HOUR_S = 3600;
const START_S = 500_000 * HOUR_S;
const FIXED = 9;
const NO_FIX = 8;

const open = async (t: TestContext, maxPoints: number): Promise<Tracks> => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  const tracks = await openTracks(join(folder, 'tracks.sqlite'), silentLog, { maxPoints });
  t.after(async () => {
    await tracks.close();
    rmSync(folder, { recursive: true });
  });
  return tracks;
};

const store = async (tracks: Tracks, seconds: readonly number[], flags = FIXED): Promise<void> => {
  const journal = new JournalWriter();
  const place = { lat: 24_000_000, lng: 120_500_000, altitude: 20, speed: 500, heading: 90, alarm: 0, status: 3 };
  for (const second of seconds) {
    const time = START_S + second;
    journal.add(KEY, { time, received: time, flags, ...place, ...noOptional, items: new Uint8Array(0) });
  }
  await tracks.append(journal.take());
};

const read = async (answer: Promise<Uint8Array>): Promise<unknown[]> => {
  const list: unknown = JSON.parse(new TextDecoder().decode(await answer));
  return Array.isArray(list) ? list : [];
};

test('a track of too many positions is refused in words, packed or not; its parts are told', async (t) => {
  const tracks = await open(t, 3);
  await store(tracks, [0, 10, HOUR_S, HOUR_S + 10]);
  const tooLong = { code: 'invalid', message: 'Choose a shorter time: there are too many positions' };
  const whole = () => tracks.track(KEY, START_S, START_S + 2 * HOUR_S);
  await assert.rejects(whole(), tooLong);
  await tracks.pack();
  await assert.rejects(whole(), tooLong);
  assert.equal((await read(tracks.track(KEY, START_S, START_S + HOUR_S - 1))).length, 2);
});

test('an hour without a fix is no hour with a track, packed or not', async (t) => {
  const tracks = await open(t, 100);
  await store(tracks, [0, 2 * HOUR_S + 50]);
  await store(tracks, [HOUR_S], NO_FIX);
  const hours = () => read(tracks.hours(KEY, START_S, START_S + 3 * HOUR_S));
  const wanted = [START_S, START_S + 2 * HOUR_S];
  assert.deepEqual(await hours(), wanted);
  await tracks.pack();
  assert.deepEqual(await hours(), wanted);
  assert.deepEqual(await read(tracks.hours(KEY, START_S, START_S + 2 * HOUR_S + 49)), [START_S]);
});

test('what is written into a file that is no longer at its path is not said to be stored', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  const aside = `${folder}-aside`;
  const tracks = await openTracks(join(folder, 'tracks.sqlite'), silentLog);
  t.after(async () => {
    await tracks.close();
    for (const each of [folder, aside]) rmSync(each, { recursive: true, force: true });
  });
  await store(tracks, [1]);
  renameSync(folder, aside);
  await assert.rejects(store(tracks, [2]), { name: 'AppError', code: 'unavailable' });
  renameSync(aside, folder);
  await store(tracks, [3]);
  rmSync(join(folder, 'tracks.sqlite-wal'));
  await assert.rejects(store(tracks, [4]), { code: 'unavailable', message: /tracks\.sqlite-wal/ });
});
