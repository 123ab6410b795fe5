// A playback in a page that nobody has looked at yet stands at the moment that it was opened for, and one whose page stood still goes on
// where it was; time is the test's own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChannelProgress } from './group-rules.ts';
import { unknownProgress } from './group-rules.ts';
import type { ToRecorded } from './messages.ts';
import { PlaybackGroup } from './playback-group.ts';

const START_MS = 1_790_000_000_000;

const workers: FakeWorker[] = [];
class FakeWorker extends EventTarget {
  constructor() {
    super();
    workers.push(this);
  }
  readonly told: ToRecorded[] = [];
  postMessage(message: ToRecorded): void {
    this.told.push(message);
  }
  terminate(): void {}
  lose(): void {
    this.say({ stage: 'out', newestMs: START_MS + 3000, shownMs: START_MS + 960 });
    this.dispatchEvent(new MessageEvent('message', { data: { kind: 'lost', opened: true } }));
  }
  say(change: Partial<ChannelProgress>, generation = 0): void {
    const progress = { ...unknownProgress(generation), stage: 'flowing', newestMs: START_MS + 60_000, ...change };
    this.dispatchEvent(new MessageEvent('message', { data: { kind: 'progress', progress } }));
  }
}

let shown = true;
const show = (visible: boolean): void => {
  shown = visible;
  document.dispatchEvent(new Event('visibilitychange'));
};

const open = (channels = [1, 2]) => {
  let nowMs = 1000;
  const every: (() => void)[] = [];
  const later: (() => void)[] = [];
  const group = new PlaybackGroup({
    clock: {
      now: () => nowMs,
      after: (_, run) => {
        later.push(run);
        return () => {};
      },
      every: (_, run) => {
        every.push(run);
        return () => {};
      },
    },
    steady: () => nowMs,
    mode: 'lopb',
    startMs: START_MS,
    channels,
    addresses: ({ timeMs }) => [`${timeMs - START_MS}`],
  });
  const pass = (ms: number): number => {
    for (let passed = 0; passed < ms; passed += 100) {
      nowMs += 100;
      for (const run of every) run();
    }
    return group.state.getState().timeMs - START_MS;
  };
  /** Nothing runs for so long, as in a phone that is locked. */
  const standStill = (ms: number): void => {
    nowMs += ms;
  };
  return { group, pass, standStill, later };
};
/** Data came, and no picture is to be waited for: nobody sees the tile. */
const unseen = { ready: true };

beforeEach(() => {
  workers.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
  // Pictures go to a canvas of the worker.
  vi.stubGlobal('VideoDecoder', Object);
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (shown ? 'visible' : 'hidden'));
  shown = true;
});
afterEach(() => vi.unstubAllGlobals());

test('opened in a tab behind others it stands at its moment, and begins when somebody looks', () => {
  shown = false;
  const { group, pass } = open();
  for (const worker of workers) worker.say(unseen);
  expect(pass(5000)).toBe(0);
  show(true);
  for (const worker of workers) worker.say({ ready: false });
  expect(pass(1000)).toBe(0);
  for (const worker of workers) worker.say({ ready: true, shownMs: START_MS });
  expect(pass(1000)).toBeGreaterThan(900);
  group.close();
});

test('somebody looks: it is judged at once, not with the next tick', () => {
  shown = false;
  const { group, pass } = open();
  for (const worker of workers) worker.say(unseen);
  pass(500);
  expect(group.state.getState().buffering).toBe(true);
  show(true);
  expect(group.state.getState().buffering).toBe(false);
  group.close();
});

test('a tile out of sight does not hold it up, and what plays goes on in a tab that is left', () => {
  const { group, pass } = open();
  workers[0]?.say({ ready: true, shownMs: START_MS });
  workers[1]?.say(unseen);
  expect(pass(1000)).toBeGreaterThan(900);
  show(false);
  expect(pass(1000)).toBeGreaterThan(1900);
  group.close();
});

test('what began goes on after a wait though its page is hidden and nothing of it was shown', () => {
  const { group, pass } = open();
  for (const worker of workers) worker.say(unseen);
  const at = pass(1000);
  expect(at).toBeGreaterThan(900);
  show(false);
  workers[0]?.say({ ...unseen, newestMs: START_MS + at });
  const stood = pass(500);
  expect(pass(500)).toBe(stood);
  workers[0]?.say(unseen);
  expect(pass(1000)).toBeGreaterThan(stood + 900);
  group.close();
});

test('after a page stood still with its workers the clock goes on where its data ends', () => {
  const { group, pass, standStill } = open();
  for (const worker of workers) worker.say({ ready: true, shownMs: START_MS, newestMs: START_MS + 3000 });
  expect(pass(1000)).toBeGreaterThan(900);
  standStill(30_000);
  expect(pass(200)).toBe(3000);
  for (const worker of workers) worker.say({ ready: true, shownMs: START_MS + 3000, newestMs: START_MS + 5000 });
  expect(pass(1000)).toBeGreaterThan(3900);
  group.close();
});

test('a page that alone stood still is judged by what its workers said meanwhile', () => {
  const { group, pass, standStill } = open();
  for (const worker of workers) worker.say({ ready: true, shownMs: START_MS, newestMs: START_MS + 3000 });
  const at = pass(1000);
  standStill(10_000);
  expect(pass(100)).toBeGreaterThan(at + 10_000);
  for (const newestMs of [START_MS + 6000, START_MS + 14_000])
    for (const worker of workers) worker.say({ ready: true, shownMs: newestMs - 2000, newestMs });
  expect(pass(1000)).toBeGreaterThan(at + 11_000);
  group.close();
});

test('a socket that broke while the page stood still is opened where its pictures stood', () => {
  const { group, pass, standStill, later } = open([1]);
  workers[0]?.say({ ready: true, shownMs: START_MS, newestMs: START_MS + 3000 });
  const at = pass(1000);
  standStill(30_000);
  workers[0]?.lose();
  pass(200);
  for (const run of later) run();
  const reopened = workers[0]?.told.find(({ kind }) => kind === 'reopen');
  expect(reopened).toMatchObject({ addresses: [`${at}`] });
  group.close();
});
