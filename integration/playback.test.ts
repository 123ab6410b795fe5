// Recordings played over ws.cgi: from any second, at every speed, across gaps, several channels on one clock.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readStamp } from '@outrider/media';
import { type Footage, putFootage } from '../e2e/support/recorded.ts';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel } from './support/operator.ts';
import { openPlayback, type PlaybackOptions, say, seek, shown, soundsOf, statesOf } from './support/playback.ts';
import { type Server, startDrivenServer } from './support/server.ts';
import { until } from './support/until.ts';
import { FLAG, type Viewer } from './support/viewer.ts';

const ID = 'TRK-1';
/** The driven clock begins at 2026-01-01T00:00Z; the footage lies an hour before. */
const START = Date.UTC(2025, 11, 31, 23);
const SECOND = 1000;
const FPS = 15;
const LEAD_MS = 2000;

type Scene = Server & {
  clock: ManualClock;
  put: (footage: Partial<Footage> & { startMs: number; endMs: number }) => Promise<void>;
  open: (timeMs: number, options?: PlaybackOptions) => Promise<Viewer>;
  /** Lets the server's time pass, real I/O between. */
  pass: (ms: number) => Promise<void>;
  soon: (what: string, look: () => boolean) => Promise<boolean>;
};

const setScene = async (t: TestContext): Promise<Scene> => {
  const server = await startDrivenServer(t, { recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 9 });
  operator.close();
  // Moves the server's own looks on, hardly its play.
  const between = (): void => server.clock.advance(1);
  const soon: Scene['soon'] = (what, look) => until(what, look, { between });
  return {
    ...server,
    put: (footage) => putFootage(server.app, server.data, { deviceId: ID, channels: [1], ...footage }),
    open: async (timeMs, options = {}) => {
      const viewer = await openPlayback(server, ID, timeMs, { waiting: { between }, ...options });
      afterwards(t, () => viewer.close());
      return viewer;
    },
    pass: async (ms) => {
      for (let passed = 0; passed < ms; passed += 50) {
        server.clock.advance(50);
        await new Promise((resolve) => {
          setTimeout(resolve, 4);
        });
      }
    },
    soon,
  };
};

const last = (viewer: Viewer): number => shown(viewer).at(-1) ?? 0;

/** What is due is read from the disk and sent while the server's time stands: until it has come, as far as that moment. */
const reaches = (viewer: Viewer, timeMs: number): Promise<boolean> =>
  until(`what is due up to ${timeMs}`, () => last(viewer) >= timeMs);

test('from any second: the key frame before it as replay, then two seconds ahead, then as time goes by', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  await put({ startMs: START, endMs: START + 60 * SECOND });
  const viewer = await open(START + 10_500);
  await soon('the lead', () => last(viewer) > START + 10_500 + LEAD_MS - 100);
  assert.deepEqual(statesOf(viewer), [
    ['opening', undefined],
    ['playing', START + 10_500],
  ]);
  const [first] = viewer.videos;
  assert.ok(first && (first.flags & FLAG.key) !== 0 && (first.flags & FLAG.replay) !== 0);
  assert.equal(first.captureMs, START + 10_000);
  assert.equal(first.presentationUs, first.captureMs * 1000);
  assert.equal(first.detail, 352 * 0x10000 + 288);
  assert.ok(shown(viewer).every((timeMs) => timeMs >= START + 10_500));
  assert.ok(last(viewer) <= START + 10_500 + LEAD_MS + 200, 'no further than the lead');
  assert.ok(soundsOf(viewer).length > 20);
  const before = last(viewer);
  await pass(5000);
  await reaches(viewer, before + 4701);
  const playedMs = last(viewer) - before;
  assert.ok(Math.abs(playedMs - 5000) < 300, `${playedMs} ms in five seconds`);
  const stamps = viewer.videos.map(({ body }) => readStamp(body, 'h264'));
  assert.deepEqual(
    stamps.map((stamp) => stamp?.captureMs),
    viewer.videos.map(({ captureMs }) => captureMs),
    'every picture has the time it was taken at, none is missing twice or out of order',
  );
  const numbers = stamps.map((stamp) => stamp?.frameNumber ?? 0);
  assert.ok(numbers.every((number, i) => i === 0 || number === (numbers[i - 1] ?? 0) + 1));
});

for (const speed of [0.2, 0.5, 2, 4])
  test(`speed ${speed}: every frame, at that pace`, async (t) => {
    const { put, open, pass, soon } = await setScene(t);
    await put({ startMs: START, endMs: START + 90 * SECOND, sound: false });
    const viewer = await open(START, { speed });
    await soon('the first picture', () => shown(viewer).length > 0);
    await pass(500);
    await reaches(viewer, START + 400 * speed + LEAD_MS * Math.max(speed, 0.5) - 100);
    const before = last(viewer);
    await pass(10_000);
    const within = 300 + 100 * speed;
    await reaches(viewer, before + 10_001 * speed - within);
    const playedMs = last(viewer) - before;
    assert.ok(Math.abs(playedMs - 10_000 * speed) < within, `${playedMs} ms in ten seconds`);
    const times = shown(viewer);
    assert.ok(times.every((timeMs, i) => i === 0 || timeMs - (times[i - 1] ?? 0) <= 68));
  });

for (const speed of [8, 16])
  test(`speed ${speed}: key frames only, without sound, at that pace`, async (t) => {
    const { put, open, pass, soon } = await setScene(t);
    await put({ startMs: START, endMs: START + 400 * SECOND });
    const viewer = await open(START + 500, { speed });
    await soon('the first picture', () => shown(viewer).length > 0);
    await pass(500);
    await reaches(viewer, START + 500 + (LEAD_MS + 400) * speed - SECOND);
    const before = last(viewer);
    await pass(5000);
    await reaches(viewer, before + 4900 * speed - SECOND);
    const playedMs = last(viewer) - before;
    assert.ok(Math.abs(playedMs - 5000 * speed) <= SECOND + 100 * speed, `${playedMs} ms in five seconds`);
    assert.ok(viewer.videos.every(({ flags }) => (flags & FLAG.key) !== 0));
    assert.equal(soundsOf(viewer).length, 0);
    const times = shown(viewer);
    assert.equal(times[0], START);
    assert.ok(times.every((timeMs, i) => i === 0 || timeMs - (times[i - 1] ?? 0) === SECOND));
  });

test('paused it sends what a frame step needs and no more; coming down from key frames every frame follows', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  await put({ startMs: START, endMs: START + 200 * SECOND, sound: false });
  const viewer = await open(START, { speed: 0 });
  await soon('the first pictures', () => shown(viewer).length >= FPS);
  await pass(3000);
  assert.ok(last(viewer) < START + 1200);
  say(viewer, START, 8);
  await soon('key frames ahead', () => last(viewer) > START + 14_000);
  const { length } = viewer.videos;
  const said = viewer.states.length;
  say(viewer, START + 5000, 1);
  const state = await viewer.untilState('playing', said);
  assert.ok(Number(state['timeMs']) >= START + 5000 && Number(state['timeMs']) < START + 6000);
  assert.equal(state['generation'], 0);
  await soon('every frame again', () => viewer.videos.length > length + FPS);
  const times = viewer.videos.slice(length).map(({ captureMs }) => captureMs);
  assert.ok(times.every((timeMs, i) => i === 0 || timeMs - (times[i - 1] ?? 0) <= 68));
});

test('a player that tells what it shows is followed: it stands, the server waits; it lies behind, so does the server', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  await put({ startMs: START, endMs: START + 120 * SECOND, sound: false });
  const viewer = await open(START);
  await soon('the lead', () => last(viewer) > START + 1800);
  say(viewer, START + 100, 0);
  await pass(4000);
  assert.ok(last(viewer) < START + 3000, 'paused by what it says');
  for (let i = 0; i < 10; i += 1) {
    say(viewer, START + 1000 + i * 500, 1); // half as fast as it should be
    await pass(1000);
  }
  await reaches(viewer, START + 1000 + 9 * 500 + LEAD_MS - 600);
  assert.ok(last(viewer) < START + 1000 + 10 * 500 + LEAD_MS + 600, `${last(viewer) - START}`);
  await pass(60_000);
  const silentMs = last(viewer);
  assert.ok(silentMs < START + 20_000, 'one that falls silent is not sent the whole day');
});

test('seek: frames of the new place behind a state with its generation; what was said before it does not count', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  await put({ startMs: START, endMs: START + 600 * SECOND, sound: false });
  const viewer = await open(START);
  await soon('it plays', () => last(viewer) > START + 1000);
  const { length } = viewer.videos;
  seek(viewer, START + 300_250, 1, 1);
  viewer.say(JSON.stringify({ at: START + 1500, speed: 1, generation: 0 }));
  const state = await viewer.untilState('playing', 2);
  assert.deepEqual([state['generation'], state['timeMs']], [1, START + 300_250]);
  await soon('the new place', () => last(viewer) > START + 301_000);
  assert.ok(
    viewer.videos.slice(length).every(({ captureMs }) => captureMs >= START + 300_000 || captureMs < START + 5000),
  );
  seek(viewer, START, 1); // not newer: changes nothing
  seek(viewer, START + 100_000, 3);
  seek(viewer, START + 200_000, 4);
  await soon(
    'only the newest place',
    () => viewer.states.at(-1)?.['generation'] === 4 && last(viewer) > START + 200_500,
  );
  await pass(1000);
  await reaches(viewer, START + 201_000);
  assert.ok(last(viewer) < START + 204_000, `${last(viewer) - START}`);
});

test('gaps: a shared one is jumped over, one of a single channel is told while the others go on; then the end', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  // Channel 1: 0-10, 20-30, 3600-3610. Channel 2: 0-30 and 3600-3605.
  await put({ channels: [1], startMs: START, endMs: START + 10_000, sound: false });
  await put({ channels: [1], startMs: START + 20_000, endMs: START + 30_000, sound: false });
  await put({ channels: [2], startMs: START, endMs: START + 30_000, sound: false });
  await put({ channels: [1], startMs: START + 1_800_000, endMs: START + 1_810_000, sound: false });
  await put({ channels: [2], startMs: START + 1_800_000, endMs: START + 1_805_000, sound: false });
  const [one, two] = [await open(START, { channel: 1 }), await open(START, { channel: 2 })];
  await soon('both play', () => last(one) > START && last(two) > START);
  await pass(12_000);
  await until('the gap is told', () => statesOf(one).length >= 3); // it is read from the disk while the time stands
  assert.deepEqual(statesOf(one).slice(1), [
    ['playing', START],
    ['gap', START + 20_000],
  ]);
  await reaches(two, START + 12_000); // the other goes on
  await pass(16_000);
  await until('it plays again', () => statesOf(one).length >= 4);
  assert.deepEqual(statesOf(one).slice(3, 4), [['playing', START + 20_000]]);
  await pass(4000);
  await soon('both are beyond the half hour', () => last(one) >= START + 1_800_000 && last(two) >= START + 1_800_000);
  assert.deepEqual(statesOf(two).slice(1, 4), [
    ['playing', START],
    ['gap', START + 1_800_000],
    ['playing', START + 1_800_000],
  ]);
  await pass(12_000);
  await soon('the end', () => statesOf(one).at(-1)?.[0] === 'ended' && statesOf(two).at(-1)?.[0] === 'ended');
  assert.equal(last(one), START + 1_809_933);
  assert.equal(two.states.filter(({ state }) => state === 'ended').length, 1);
  // What comes later is found, without asking again.
  await put({ channels: [1], startMs: START + 1_900_000, endMs: START + 1_910_000, sound: false });
  await pass(5000);
  await soon('what came since', () => last(one) >= START + 1_900_000);
});

test('a player whose channel is in a gap shows its last picture and says so: the others are not held by it', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  await put({ channels: [1], startMs: START, endMs: START + 5000, sound: false });
  await put({ channels: [1], startMs: START + 40_000, endMs: START + 60_000, sound: false });
  await put({ channels: [2], startMs: START, endMs: START + 60_000, sound: false });
  const [one, two] = [await open(START, { channel: 1 }), await open(START, { channel: 2 })];
  await soon('both play', () => last(one) > START && last(two) > START);
  for (let playedMs = 0; playedMs <= 42_000; playedMs += 1000) {
    const stuck = playedMs > 5000 && playedMs < 40_000;
    say(one, START + (stuck ? 4933 : playedMs), 1);
    say(two, START + playedMs, 1);
    await pass(1000);
  }
  await reaches(two, START + 43_000); // the one that goes on
  await reaches(one, START + 43_000); // the other is back
  assert.deepEqual(
    statesOf(one).map(([state]) => state),
    ['opening', 'playing', 'gap', 'playing'],
  );
});

test('nothing at all, the future, a moment before the first recording', async (t) => {
  const { put, open, soon } = await setScene(t);
  const none = await open(START, { streamid: 1 });
  assert.equal((await none.untilState('none'))['message'], 'No Record');
  await put({ startMs: START, endMs: START + 10_000 });
  const future = await open(START + 86_400_000, { streamid: 2 });
  assert.equal((await future.untilState('none'))['message'], 'No Record');
  const early = await open(START - 600_000, { streamid: 3 });
  await soon('the first picture', () => shown(early).length > 0);
  assert.deepEqual(statesOf(early).slice(0, 3), [
    ['opening', undefined],
    ['gap', START],
    ['playing', START],
  ]);
});

test('channels that are opened one after the other where nothing is recorded yet all begin with their own first picture', async (t) => {
  const { put, open, soon } = await setScene(t);
  await put({ channels: [1], startMs: START + 30_000, endMs: START + 60_000, sound: false });
  await put({ channels: [2], startMs: START + 29_000, endMs: START + 60_000, sound: false });
  const one = await open(START, { channel: 1 });
  await soon('the first one is over the gap', () => shown(one).length > 0);
  const two = await open(START, { channel: 2 });
  await soon('the second one plays', () => shown(two).length > 0);
  assert.deepEqual(statesOf(two).slice(1, 3), [
    ['gap', START + 29_000],
    ['playing', START + 29_000],
  ]);
  assert.equal(shown(two)[0], START + 29_000);
});

test('nine channels in step: the same moment everywhere within one frame; the tenth is refused in words', async (t) => {
  const { put, open, pass, soon } = await setScene(t);
  const channels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  await put({ channels, startMs: START, endMs: START + 60_000, sound: false });
  const viewers = await Promise.all(channels.map((channel) => open(START + 3000, { channel })));
  await soon('all play', () => viewers.every((viewer) => last(viewer) > START + 4500));
  const moments = (): number[] =>
    viewers.map((viewer) => {
      const newest = viewer.videos.at(-1);
      return (newest && readStamp(newest.body, 'h264')?.captureMs) ?? 0;
    });
  const drift = (): number => Math.max(...moments()) - Math.min(...moments());
  for (let i = 0; i < 8; i += 1) {
    const before = Math.max(...moments());
    await pass(1000);
    // What is due is the same for all, and comes to each in its own time.
    await until('all have what is due', () => Math.min(...moments()) > before + 700 && drift() < SECOND / FPS);
  }
  for (const [i, viewer] of viewers.entries())
    assert.ok(viewer.videos.every(({ body }) => readStamp(body, 'h264')?.channel === i + 1));
  const tenth = await open(START, { channel: 10 });
  const refused = await tenth.untilState('limit');
  assert.equal(refused['message'], 'over max channels count(9)');
  await tenth.until('it is closed', () => tenth.closed);
  assert.deepEqual(tenth.ending, { code: 1013, reason: 'over max channels count(9)' });
  // One seek moves all of them.
  const [first] = viewers;
  assert.ok(first);
  seek(first, START + 30_000, 1);
  await soon('all are there', () => viewers.every((viewer) => last(viewer) > START + 30_500));
  assert.ok(viewers.every((viewer) => viewer.states.at(-1)?.['generation'] === 1));
});

test('a reader that takes nothing is sent a bounded amount, and holds the clock for the others', async (t) => {
  const { put, open, pass, soon, app } = await setScene(t);
  await put({ channels: [1, 2], startMs: START, endMs: START + 600_000, stream: 'main' });
  const [slow, quick] = [await open(START, { channel: 1, speed: 7.9 }), await open(START, { channel: 2, speed: 7.9 })];
  await soon('both play', () => last(slow) > START && last(quick) > START);
  slow.pause();
  await pass(22_000);
  // Nothing more comes in a second, in which eight would: what was due before has come.
  await until('the quick one is held', async () => {
    const then = last(quick);
    await pass(1000);
    return last(quick) === then;
  });
  const heldMs = last(quick);
  assert.ok(heldMs < START + 190_000, `${heldMs - START} ms although one reads nothing`);
  await pass(8000); // a reader that is silent for forty seconds is taken for gone
  assert.ok(last(quick) - heldMs < 20_000, 'it waits');
  slow.resume();
  await pass(5000);
  await soon('both go on', () => last(quick) > heldMs + 15_000);
  assert.equal(app.recordings.metrics()['recording_errors_total'], 0);
});

test('sound alone, pictures alone', async (t) => {
  const { put, open, soon } = await setScene(t);
  await put({ channels: [1], startMs: START, endMs: START + 10_000, pictures: false });
  await put({ channels: [2], startMs: START, endMs: START + 10_000, sound: false });
  const [heard, seen] = [await open(START + 4000, { channel: 1 }), await open(START + 4000, { channel: 2 })];
  await soon('sound', () => soundsOf(heard).length > 40);
  await soon('pictures', () => shown(seen).length > 20);
  assert.equal(heard.videos.length, 0);
  assert.equal(soundsOf(seen).length, 0);
  const [first] = soundsOf(heard);
  assert.deepEqual([first?.codec, first?.detail], [32, 8000]);
});
