// Tracks through their threads: what is too long to be told at once, and which hours have a track. Packing and codecs have their own tests.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { silentLog } from '../../kernel/log.ts';
import { JournalWriter } from './journal-codec.ts';
import { noOptional } from './stored-position.ts';
import type { NearestRequest, SampleReply } from './track-samples.ts';
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

const journalOf = (second: number, flags = FIXED): Uint8Array<ArrayBuffer> => {
  const journal = new JournalWriter();
  const place = { lat: 24_000_000, lng: 120_500_000, altitude: 20, speed: 500, heading: 90, alarm: 0, status: 3 };
  const time = START_S + second;
  journal.add(KEY, { time, received: time, flags, ...place, ...noOptional, items: new Uint8Array(0) });
  return journal.take();
};

const store = async (tracks: Tracks, seconds: readonly number[], flags = FIXED): Promise<void> => {
  for (const second of seconds) await tracks.append(journalOf(second, flags));
};

/** One position and rows of the alarm journal, a byte each. */
const storeWith = (tracks: Tracks, ...bytes: number[]): Promise<number> =>
  tracks.append(
    journalOf(bytes[0] ?? 0),
    bytes.map((byte) => Uint8Array.of(byte)),
  );

const alarmsIn = async (tracks: Tracks, afterId: number): Promise<{ rows: string[]; lastId: number }> => {
  const { rows, lastId } = await tracks.alarms.read(afterId);
  return { rows: rows.map(({ id, data }) => `${id}:${data.join()}`), lastId };
};

const read = async (answer: Promise<Uint8Array>): Promise<unknown[]> => {
  const list: unknown = JSON.parse(new TextDecoder().decode(await answer));
  return Array.isArray(list) ? list : [];
};

test('rows that are needed stay in the journal in their order, are in the track once, and go when they are not', async (t) => {
  const tracks = await open(t, 10);
  let needed: number | null = 1;
  tracks.journal.onDeleting(() => Promise.resolve(needed));
  await store(tracks, [1, 2, 3]);
  await tracks.pack();
  await store(tracks, [4]);
  await tracks.pack();
  const rows = async (): Promise<string> => (await tracks.journal.rowsAfter(0)).map(({ id }) => id).join();
  assert.equal(await rows(), '2,3,4');
  assert.equal((await tracks.journal.rowsAfter(3)).length, 1);
  assert.equal(tracks.metrics()['positions_packed'], 4, 'none is packed twice');
  assert.equal((await read(tracks.track(KEY, START_S, START_S + 9))).length, 4);
  needed = null;
  await tracks.pack();
  assert.equal(await rows(), '');
  assert.equal((await read(tracks.track(KEY, START_S, START_S + 9))).length, 4);
});

test('a packed track is the same track, and refused as it is', async (t) => {
  const tracks = await open(t, 3);
  await store(tracks, [0, 10]);
  const packed = gunzipSync(await tracks.packedTrack(KEY, START_S, START_S + HOUR_S));
  assert.deepEqual(packed, Buffer.from(await tracks.track(KEY, START_S, START_S + HOUR_S)));
  assert.equal(JSON.parse(packed.toString('utf8')).length, 2);
  await store(tracks, [HOUR_S, HOUR_S + 10]);
  await assert.rejects(tracks.packedTrack(KEY, START_S, START_S + 2 * HOUR_S), /shorter time/);
});

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

test('the usable reports nearest to a span are found in the journal and in packed hours, however far away', async (t) => {
  const tracks = await open(t, 100);
  const { port1, port2 } = new MessageChannel();
  tracks.serve(port1);
  t.after(() => port2.close());
  const ask = async (before: number | null, after: number | null, journal = true): Promise<unknown> => {
    const second = (from: number | null): number | null => (from === null ? null : START_S + from);
    const nearest = { before: second(before), after: second(after) };
    port2.postMessage({ id: 1, deviceKey: KEY, nearest, journal } satisfies NearestRequest);
    const [{ nearest: found, reason }] = (await once(port2, 'message')) as [SampleReply];
    assert.equal(reason, '');
    return [found?.before, found?.after].map((time) => (typeof time === 'number' ? time - START_S : time));
  };
  assert.deepEqual(await ask(500, 500), [null, null], 'there is nothing');
  const far = 200 * 24 * HOUR_S;
  const check = async (): Promise<void> => {
    assert.deepEqual(await ask(far, far), [20, far]);
    assert.deepEqual(await ask(far + 1, far + 1), [far, null]);
    assert.deepEqual(await ask(20, 11), [10, 20]);
    assert.deepEqual(await ask(10, null), [null, null]);
    assert.deepEqual(await ask(null, 0), [null, 10]);
    assert.deepEqual(await ask(far + 366 * 24 * HOUR_S, null), [far, null]);
  };
  await store(tracks, [10, 20, far]);
  await store(tracks, [5, HOUR_S, far - HOUR_S], NO_FIX);
  await check();
  assert.deepEqual(await ask(far, far, false), [null, null], 'nothing is packed yet');
  await tracks.pack();
  await check();
  assert.deepEqual(await ask(far + 367 * 24 * HOUR_S, null), [null, null], 'more than a year away');
  await store(tracks, [15, HOUR_S * 5]);
  assert.deepEqual(await ask(far, 11), [HOUR_S * 5, 15], 'what is nearer is not packed');
  assert.deepEqual(await ask(20, 16), [15, 20]);
  assert.deepEqual(await ask(far, 11, false), [20, 20]);
});

test('of hours without a place only so many are looked through', async (t) => {
  const tracks = await open(t, 100);
  const { port1, port2 } = new MessageChannel();
  tracks.serve(port1);
  t.after(() => port2.close());
  await store(tracks, [0]);
  await store(
    tracks,
    Array.from({ length: 97 }, (_, i) => (i + 1) * HOUR_S),
    NO_FIX,
  );
  await tracks.pack();
  for (const [hours, found] of [
    [97, START_S],
    [98, null],
  ] as const) {
    const nearest = { before: START_S + hours * HOUR_S, after: null };
    port2.postMessage({ id: hours, deviceKey: KEY, nearest, journal: false } satisfies NearestRequest);
    const [reply] = (await once(port2, 'message')) as [SampleReply];
    assert.equal(reply.nearest?.before, found);
  }
});

test('a file that cannot be read costs a track and not the thread: the next look finds what came since', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  const path = join(folder, 'tracks.sqlite');
  const written: string[] = [];
  const log = { ...silentLog, error: (message: string) => void written.push(message) };
  const tracks = await openTracks(path, log);
  const other = new DatabaseSync(path);
  t.after(async () => {
    other.close();
    await tracks.close();
    rmSync(folder, { recursive: true });
  });
  const trackNow = (): Promise<unknown[]> => read(tracks.track(KEY, START_S, START_S + HOUR_S));
  renameSync(path, `${path}.away`);
  await assert.rejects(trackNow(), { code: 'unavailable', message: 'The track cannot be read' });
  renameSync(`${path}.away`, path);
  await store(tracks, [1, 2]);
  assert.equal((await trackNow()).length, 2);
  assert.deepEqual(written.splice(0), ['track not read']);
  other.exec('ALTER TABLE journal RENAME TO away');
  await tracks.follow();
  await tracks.follow();
  assert.deepEqual(written.splice(0), ['journal of tracks not read, tried again']);
  await assert.rejects(trackNow(), { code: 'unavailable' });
  assert.deepEqual(written.splice(0), ['track not read']);
  other.exec('ALTER TABLE away RENAME TO journal');
  await store(tracks, [3]);
  await tracks.follow();
  assert.equal((await trackNow()).length, 3);
  other.exec('ALTER TABLE journal RENAME TO away');
  await tracks.follow();
  assert.equal(written.length, 1, 'it had gone well in between');
  other.exec('ALTER TABLE away RENAME TO journal');
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

test('the alarm journal keeps its rows through packing and a restart until they are forgotten, and gives no number twice', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tracks.sqlite');
  const first = await openTracks(path, silentLog);
  assert.equal(first.alarms.lastIdAtStart, 0);
  await storeWith(first, 1);
  await storeWith(first, 2, 3);
  await first.pack();
  assert.deepEqual(await alarmsIn(first, 0), { rows: ['1:1', '2:2', '3:3'], lastId: 3 });
  assert.deepEqual(await alarmsIn(first, 2), { rows: ['3:3'], lastId: 3 });
  first.alarms.forget(3);
  assert.deepEqual(await alarmsIn(first, 0), { rows: [], lastId: 3 });
  await first.close();
  const second = await openTracks(path, silentLog);
  t.after(() => second.close());
  assert.equal(second.alarms.lastIdAtStart, 3);
  await storeWith(second, 4);
  assert.deepEqual(await alarmsIn(second, 3), { rows: ['4:4'], lastId: 4 });
});

test('a commit that fails keeps neither the positions nor what they say of alarms', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  const tracks = await openTracks(join(folder, 'tracks.sqlite'), silentLog, { maxPages: 8 });
  t.after(async () => {
    await tracks.close();
    rmSync(folder, { recursive: true });
  });
  await storeWith(tracks, 1);
  await assert.rejects(tracks.append(journalOf(5), [new Uint8Array(1_000_000)]), { code: 'unavailable' });
  assert.deepEqual(await alarmsIn(tracks, 0), { rows: ['1:1'], lastId: 1 });
  await storeWith(tracks, 2);
  assert.deepEqual(await alarmsIn(tracks, 1), { rows: ['2:2'], lastId: 2 });
  await tracks.pack();
  assert.equal(tracks.metrics()['positions_packed'], 2);
});

test('a file of the version before has no alarm journal and gets one, its tracks stay', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tracks.sqlite');
  const old = await openTracks(path, silentLog);
  await store(old, [0]);
  await old.close();
  const raw = new DatabaseSync(path);
  raw.exec('DROP TABLE alarms; DROP TABLE sums; PRAGMA user_version = 1');
  raw.close();
  const tracks = await openTracks(path, silentLog);
  t.after(() => tracks.close());
  await storeWith(tracks, 1);
  assert.deepEqual(await alarmsIn(tracks, 0), { rows: ['1:1'], lastId: 1 });
  assert.equal((await read(tracks.track(KEY, START_S, START_S + HOUR_S))).length, 2);
  assert.deepEqual(await tracks.journal.read(), { sums: null, packedId: 0, lastId: 2 });
});

test('sums are kept with the row up to which they count, through a restart, and what is behind it is told again', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-tracks-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tracks.sqlite');
  const first = await openTracks(path, silentLog);
  await store(first, [0, 10]);
  await store(first, [20], NO_FIX);
  await first.journal.keep({ journalId: 1, parts: [Uint8Array.of(1), Uint8Array.of(2)] });
  await first.journal.keep({ journalId: 2, parts: [Uint8Array.of(3), Uint8Array.of()] });
  first.journal.onPacking(() => Promise.resolve(2));
  await first.pack();
  await first.close();
  const second = await openTracks(path, silentLog);
  t.after(() => second.close());
  const kept = { journalId: 2, parts: [Uint8Array.of(3), Uint8Array.of()] };
  assert.deepEqual(await second.journal.read(), { sums: kept, packedId: 2, lastId: 3 });
  await store(second, [30]);
  const { fixes, lastId } = await second.journal.fixesAfter(2);
  assert.deepEqual(
    [[...fixes.time], [...fixes.deviceKey], lastId],
    [[START_S + 30], [KEY], 4],
    'one without a fix is none',
  );
  assert.equal((await second.journal.fixesAfter(4)).lastId, null);
  assert.equal((await read(second.track(KEY, START_S, START_S + HOUR_S))).length, 3);
  await second.pack();
  assert.deepEqual(await second.journal.read(), { sums: kept, packedId: 4, lastId: 4 });
});
