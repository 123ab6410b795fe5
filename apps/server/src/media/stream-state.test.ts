// The decisions of a live stream, told as what happens to it. The clock is a number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FIRST_FRAME_MS,
  GRACE_MS,
  initialStream,
  nextWake,
  RETRY_MS,
  stepStream,
  type StreamEffect,
  type StreamInput,
  type StreamState,
} from './stream-state.ts';

/** Plays inputs at given times; keeps all effects but 'tell'. */
const play = (...inputs: [number, StreamInput][]): { state: StreamState; effects: StreamEffect[] } => {
  let state = initialStream;
  const effects: StreamEffect[] = [];
  for (const [atMs, input] of inputs) {
    const step = stepStream(state, input, atMs);
    state = step.state;
    effects.push(...step.effects.filter((e) => e.kind !== 'tell'));
  }
  return { state, effects };
};
const sub: StreamInput = { kind: 'joined', stream: 'sub', online: true };
const main: StreamInput = { kind: 'joined', stream: 'main', online: true };
const accepted: StreamInput = { kind: 'accepted', attempt: 1 };
const picture: StreamInput = { kind: 'picture' };
const leftSub: StreamInput = { kind: 'left', stream: 'sub' };
const playing: [number, StreamInput][] = [
  [0, sub],
  [100, accepted],
  [200, picture],
];

test('the first viewer asks the device once, further ones do not', () => {
  const { state, effects } = play([0, sub], [1, sub], [100, accepted], [110, sub], [200, picture]);
  assert.deepEqual(effects, [{ kind: 'start', stream: 'sub', attempt: 1 }]);
  assert.equal(state.phase.at, 'playing');
  assert.equal(state.subViewers, 3);
});

test('a device that is to be asked again is not asked before its time', () => {
  const failed: [number, StreamInput][] = [
    [0, sub],
    [100, accepted],
    [100 + FIRST_FRAME_MS, { kind: 'time' }],
  ];
  const { state } = play(...failed);
  assert.equal(state.phase.at, 'retrying');
  const untilMs = state.phase.at === 'retrying' ? state.phase.untilMs : 0;
  assert.deepEqual(play(...failed, [untilMs - 1, { kind: 'time' }]).state, state);
  assert.equal(play(...failed, [untilMs, { kind: 'time' }]).state.phase.at, 'asking');
});

test('anyone who takes the main stream while a switch down waits keeps it, anyone who takes the other does not', () => {
  const leaving: [number, StreamInput][] = [
    [0, main],
    [100, accepted],
    [200, picture],
    [300, sub],
    [400, { kind: 'left', stream: 'main' }],
  ];
  const graceUntilMs = 400 + GRACE_MS;
  assert.equal(play(...leaving).state.graceUntilMs, graceUntilMs);
  assert.equal(play(...leaving, [500, sub]).state.graceUntilMs, graceUntilMs);
  assert.equal(play(...leaving, [500, main]).state.graceUntilMs, null);
  const switches = play(...leaving, [500, main], [graceUntilMs, { kind: 'time' }]).effects;
  assert.deepEqual(switches, [{ kind: 'start', stream: 'main', attempt: 1 }]);
  assert.deepEqual(play(...leaving, [graceUntilMs, { kind: 'time' }]).effects.at(-1), {
    kind: 'switch',
    stream: 'sub',
  });
});

test('a picture that comes before the answer plays, and the late answer changes nothing', () => {
  const { state } = play([0, sub], [50, picture], [100, accepted]);
  assert.deepEqual(state.phase, { at: 'playing', sinceMs: 50 });
});

test('accepted but no picture in time: stopped, and asked again after the delays, growing to the last one', () => {
  let atMs = 0;
  let state = stepStream(initialStream, sub, 0).state;
  for (const delay of [...RETRY_MS, 30_000]) {
    state = stepStream(state, { kind: 'accepted', attempt: state.attempt }, atMs).state;
    assert.equal(nextWake(state), atMs + FIRST_FRAME_MS);
    atMs += FIRST_FRAME_MS;
    const failed = stepStream(state, { kind: 'time' }, atMs);
    assert.deepEqual(
      failed.effects.map((e) => e.kind),
      ['stop', 'tell'],
    );
    assert.equal(nextWake(failed.state), atMs + delay);
    atMs += delay;
    const again = stepStream(failed.state, { kind: 'time' }, atMs);
    assert.deepEqual(
      again.effects.map((e) => e.kind),
      ['start', 'tell'],
    );
    state = again.state;
  }
});

test('ten steady seconds of playing forgive earlier failures, a shorter spell does not', () => {
  const lost: StreamInput = { kind: 'ended', attempt: 1, text: 'closed' };
  const steady = play(...playing, [10_200, lost]).state;
  assert.deepEqual(steady.phase, {
    at: 'retrying',
    untilMs: 10_200 + RETRY_MS[0],
    failure: { kind: 'reconnecting', text: 'closed' },
  });
  const failedOnce = { ...play(...playing).state, failures: 1 };
  assert.equal(nextWake(stepStream(failedOnce, lost, 900).state), 900 + RETRY_MS[1]);
});

test('the last viewer gone: stopped after the grace, not before, and a viewer within it keeps the stream', () => {
  const gone = play(...playing, [1000, leftSub]);
  assert.equal(nextWake(gone.state), 1000 + GRACE_MS);
  assert.equal(stepStream(gone.state, { kind: 'time' }, 999 + GRACE_MS).effects.length, 0);
  const stopped = stepStream(gone.state, { kind: 'time' }, 1000 + GRACE_MS);
  assert.deepEqual(stopped.effects, [{ kind: 'stop' }]);
  assert.equal(stopped.state.phase.at, 'idle');
  const back = play(...playing, [1000, leftSub], [2000, sub]);
  assert.equal(nextWake(back.state), null);
  assert.equal(back.effects.length, 1);
});

test('leaving while the device is still being asked stops it after the grace', () => {
  const { state } = play([0, sub], [10, leftSub]);
  assert.deepEqual(stepStream(state, { kind: 'time' }, 10 + GRACE_MS).effects, [{ kind: 'stop' }]);
});

test('main while any viewer needs it: up at once, down after the grace', () => {
  const up = play(...playing, [300, main]);
  assert.deepEqual(up.effects.at(-1), { kind: 'switch', stream: 'main' });
  assert.equal(up.state.stream, 'main');
  const down = stepStream(up.state, { kind: 'left', stream: 'main' }, 400);
  assert.deepEqual(down.effects, []);
  const after = stepStream(down.state, { kind: 'time' }, 400 + GRACE_MS);
  assert.deepEqual(after.effects[0], { kind: 'switch', stream: 'sub' });
  assert.equal(after.state.stream, 'sub');
});

test('a main viewer that comes while sub is being asked switches as soon as it plays', () => {
  const { effects } = play([0, sub], [10, main], [100, accepted], [200, picture]);
  assert.deepEqual(effects, [
    { kind: 'start', stream: 'sub', attempt: 1 },
    { kind: 'switch', stream: 'main' },
  ]);
});

test('a switch waits for the answer to the request, however early the picture comes', () => {
  const switched = { kind: 'switch', stream: 'main' };
  const before: [number, StreamInput][] = [
    [0, sub],
    [10, main],
    [50, picture],
  ];
  const early = play(...before);
  assert.deepEqual(early.effects, [{ kind: 'start', stream: 'sub', attempt: 1 }], 'nothing is there to be switched');
  assert.equal(early.state.stream, 'sub', 'what viewers get');
  assert.deepEqual(play(...before, [100, accepted]).effects.slice(1), [switched]);
  assert.deepEqual(play([0, sub], [50, picture], [60, main], [100, accepted]).effects.slice(1), [switched]);
  assert.deepEqual(play(...before, [70, { kind: 'left', stream: 'main' }], [100, accepted]).effects.slice(1), []);
  assert.deepEqual(play(...before, [100, { kind: 'accepted', attempt: 7 }]).effects.slice(1), []);
  const again = play(...before, [100, accepted], [200, { kind: 'switch-refused' }], [300, picture]);
  assert.equal(again.state.stream, 'main', 'asked for at once, so that nothing is left to switch');
});

test('a switch down that fell due before the answer is made with it', () => {
  const due: [number, StreamInput][] = [
    [0, main],
    [10, sub],
    [50, picture],
    [60, { kind: 'left', stream: 'main' }],
    [60 + GRACE_MS, { kind: 'time' }],
  ];
  assert.deepEqual(play(...due).effects.slice(1), []);
  const { state, effects } = play(...due, [GRACE_MS + 100, accepted]);
  assert.deepEqual(effects.slice(1), [{ kind: 'switch', stream: 'sub' }]);
  assert.equal(state.stream, 'sub');
  const early = play(...due.slice(0, -1), [100, accepted]);
  assert.deepEqual(early.effects.slice(1), [], 'not before it is due');
  assert.equal(nextWake(early.state), 60 + GRACE_MS);
});

test('a refused switch stops and asks again for the wanted stream', () => {
  const { effects, state } = play(...playing, [300, main], [400, { kind: 'switch-refused' }]);
  assert.deepEqual(effects.slice(-2), [{ kind: 'stop' }, { kind: 'start', stream: 'main', attempt: 2 }]);
  assert.equal(state.phase.at, 'asking');
  const late = play([0, sub], [100, { kind: 'switch-refused' }]);
  assert.deepEqual(late.effects, [{ kind: 'start', stream: 'sub', attempt: 1 }], 'nothing plays that was to change');
});

test('an offline device waits without asking, and is asked when it comes online', () => {
  const { state, effects } = play([0, { kind: 'joined', stream: 'sub', online: false }], [5000, { kind: 'online' }]);
  assert.deepEqual(effects, [{ kind: 'start', stream: 'sub', attempt: 1 }]);
  assert.equal(state.phase.at, 'asking');
  assert.equal(play(...playing, [300, { kind: 'offline' }]).state.phase.at, 'offline');
});

test('a device that loses its link is stopped, watched or not: what still comes would reach nobody', () => {
  const offline: StreamInput = { kind: 'offline' };
  assert.deepEqual(play(...playing, [300, offline]).effects.slice(1), [{ kind: 'stop' }]);
  assert.deepEqual(play([0, sub], [100, accepted], [300, offline]).effects.slice(1), [{ kind: 'stop' }]);
  const left = play(...playing, [300, leftSub], [400, offline]);
  assert.deepEqual([left.effects.slice(1), left.state.phase.at], [[{ kind: 'stop' }], 'idle']);
  assert.equal(nextWake(left.state), null);
  const closed: StreamInput = { kind: 'ended', attempt: 1, text: 'closed' };
  assert.deepEqual(play(...playing, [300, closed], [400, offline]).effects.slice(1), [], 'nothing runs any more');
});

test('a request whose link is taken over is made again at once, however many failed before; without a link it waits for one', () => {
  const unlinked = (attempt: number, online = true): StreamInput => ({ kind: 'unlinked', attempt, online });
  const failed: [number, StreamInput][] = [[0, sub]];
  for (const attempt of [1, 2, 3]) {
    const failure = { kind: 'refused', text: '' } as const;
    failed.push(
      [attempt * 100_000, { kind: 'refused', attempt, failure }],
      [attempt * 100_000 + 40_000, { kind: 'time' }],
    );
  }
  const asked = play(...failed).state;
  assert.deepEqual([asked.phase.at, asked.attempt, asked.failures], ['asking', 4, 3]);
  const again = stepStream(asked, unlinked(4), 400_000);
  assert.deepEqual(again.effects, [{ kind: 'start', stream: 'sub', attempt: 5 }, { kind: 'tell' }]);
  assert.equal(again.state.failures, 0);
  for (const online of [true, false])
    assert.deepEqual(stepStream(again.state, unlinked(4, online), 400_001).state, again.state, 'of an older request');
  assert.equal(stepStream(asked, unlinked(4, false), 400_000).state.phase.at, 'offline');
  const lost = play([0, sub], [100, { kind: 'offline' }]).state;
  assert.deepEqual(stepStream(lost, unlinked(1), 100), { state: lost, effects: [] });
  const left = play([0, sub], [100, leftSub], [200, unlinked(1)]);
  assert.deepEqual([left.state.phase.at, left.effects.length, nextWake(left.state)], ['idle', 1, null]);
});

test('answers to an earlier request change nothing', () => {
  const retried = play(
    ...playing,
    [300, { kind: 'ended', attempt: 1, text: 'closed' }],
    [2300, { kind: 'time' }],
  ).state;
  assert.equal(retried.attempt, 2);
  for (const late of [
    accepted,
    { kind: 'ended', attempt: 1, text: '' },
    { kind: 'refused', attempt: 1, failure: { kind: 'refused', text: '' } },
  ] satisfies StreamInput[]) {
    assert.deepEqual(stepStream(retried, late, 2400), { state: retried, effects: [] });
  }
});

test('a refusal is told with its reason and tried again; without viewers it ends', () => {
  const failure = { kind: 'refused', text: 'The device refused (result 1)' } as const;
  const told = play([0, sub], [100, { kind: 'refused', attempt: 1, failure }]);
  assert.deepEqual(told.state.phase, { at: 'retrying', untilMs: 100 + RETRY_MS[0], failure });
  assert.equal(play([0, sub], [50, leftSub], [100, { kind: 'refused', attempt: 1, failure }]).state.phase.at, 'idle');
});

test('playing for ten seconds forgives earlier failures, not a moment less; of several viewers one may leave', () => {
  const after = (inputs: readonly (readonly [number, StreamInput])[]) =>
    inputs.reduce((state, [nowMs, input]) => stepStream(state, input, nowMs).state, initialStream);
  const failed: readonly (readonly [number, StreamInput])[] = [
    [0, { kind: 'joined', stream: 'sub', online: true }],
    [100, { kind: 'ended', attempt: 1, text: 'gone' }],
    [2100, { kind: 'time' }],
    [3000, { kind: 'picture' }],
  ];
  const failures = (endMs: number) => after([...failed, [endMs, { kind: 'ended', attempt: 2, text: 'gone' }]]).failures;
  assert.deepEqual([failures(12_999), failures(13_000)], [2, 1]);
  const two = after([
    [0, { kind: 'joined', stream: 'sub', online: true }],
    [0, { kind: 'joined', stream: 'sub', online: true }],
    [10, { kind: 'picture' }],
    [20, { kind: 'left', stream: 'sub' }],
  ]);
  assert.deepEqual([two.subViewers, two.graceUntilMs, nextWake(two)], [1, null, null]);
});
