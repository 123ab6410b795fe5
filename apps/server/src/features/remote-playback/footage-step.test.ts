// What the fetch of a span does next, case by case, and that against any device it ends and asks for nothing it has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DeviceRecord } from '../../gateway/index.ts';
import {
  beginFetch,
  FIRST_PAUSE_MS,
  LONGEST_PAUSE_MS,
  MAX_FAILURES,
  nextFetch,
  type FetchGoal,
  type FetchInput,
  type FetchState,
  type FetchStep,
} from './footage-step.ts';
import type { FootageSpan } from './footage.ts';
import type { SourceEnd } from './frame-source.ts';
import { CUT_MS, SMALL_MS } from './missing.ts';

const goal: FetchGoal = { channel: 1, stream: 'main', fromMs: 100_000, toMs: 160_000, patienceMs: 30_000 };
const whole = { startMs: 100_000, endMs: 160_000 };
const NOW = 5_000;
const start: FetchState = { ...beginFetch(NOW).state, missing: [whole] };

const record = (startMs: number, endMs: number, change: Partial<DeviceRecord> = {}): DeviceRecord => ({
  channel: 1,
  startMs,
  endMs,
  alarmFlags: 0n,
  kind: 'av',
  stream: 'main',
  storage: 'main',
  sizeBytes: 1,
  ...change,
});
const listed = (records: DeviceRecord[], missing: FootageSpan[] = [whole]): FetchStep =>
  nextFetch(goal, { ...start, missing }, { kind: 'listed', records }, NOW).step;

const end = (kind: SourceEnd['kind'], message = ''): SourceEnd => ({ kind, message });
type Played = Extract<FetchInput, { kind: 'played' }>;
const played = (change: Partial<Played>): Played => ({
  kind: 'played',
  span: whole,
  firstMs: null,
  newestMs: null,
  end: end('finished'),
  yielded: false,
  online: true,
  ...change,
});

test('it begins by looking what is kept, and starts its patience then', () => {
  assert.deepEqual(beginFetch(NOW), {
    state: { lastGoodMs: NOW, failures: 0, smallMs: SMALL_MS, missing: [] },
    step: { do: 'look' },
  });
});

test('with all of it kept there is no more to fetch; what is not is looked for in the list', () => {
  const all = nextFetch(goal, start, { kind: 'kept', spans: [whole] }, NOW);
  assert.deepEqual([all.step, all.state.missing], [{ do: 'finish' }, []]);
  const half = nextFetch(goal, start, { kind: 'kept', spans: [{ startMs: 90_000, endMs: 130_000 }] }, NOW);
  assert.deepEqual([half.step, half.state.missing], [{ do: 'list' }, [{ startMs: 130_000, endMs: 160_000 }]]);
  const nearly = { kind: 'kept', spans: [{ startMs: 100_000, endMs: 160_000 - CUT_MS - 1 }] } as const;
  assert.equal(nextFetch(goal, start, nearly, NOW).step.do, 'finish', 'the pause between two pictures');
  assert.equal(nextFetch(goal, { ...start, smallMs: CUT_MS }, nearly, NOW).step.do, 'list', 'behind a cut it counts');
});

test('the first missing piece that the device has is played, and only what it has of it', () => {
  assert.deepEqual(listed([record(90_000, 120_000)]), { do: 'play', span: { startMs: 100_000, endMs: 120_000 } });
  assert.deepEqual(listed([record(110_000, 120_000)]), { do: 'play', span: { startMs: 110_000, endMs: 120_000 } });
  assert.deepEqual(listed([record(90_000, 190_000)]), { do: 'play', span: whole });
  const gaps = [
    { startMs: 105_000, endMs: 110_000 },
    { startMs: 130_000, endMs: 140_000 },
    { startMs: 150_000, endMs: 160_000 },
  ];
  assert.deepEqual(listed([record(120_000, 160_000)], gaps), {
    do: 'play',
    span: { startMs: 130_000, endMs: 140_000 },
  });
});

test('recordings that follow each other play in one go, also where they overlap', () => {
  const play = (startMs: number, endMs: number): FetchStep => ({ do: 'play', span: { startMs, endMs } });
  assert.deepEqual(listed([record(100_000, 110_000), record(111_000, 120_000)]), play(100_000, 120_000));
  assert.deepEqual(listed([record(100_000, 110_000), record(111_001, 120_000)]), play(100_000, 110_000));
  assert.deepEqual(listed([record(100_000, 120_000), record(105_000, 110_000)]), play(100_000, 120_000));
});

test('what touches nothing missing, another channel, the other stream and sound alone are not there', () => {
  const nothing = { do: 'finish' };
  assert.deepEqual(listed([]), nothing);
  assert.deepEqual(listed([record(90_000, 100_000), record(160_000, 170_000)]), nothing);
  assert.deepEqual(listed([record(100_000, 160_000, { channel: 2 })]), nothing);
  assert.deepEqual(listed([record(100_000, 160_000, { stream: 'sub' })]), nothing);
  assert.deepEqual(listed([record(100_000, 160_000, { kind: 'audio' })]), nothing);
});

test('a piece that came is looked behind at once, and forgives what failed before', () => {
  const failing: FetchState = { ...start, failures: 2 };
  const input = played({ firstMs: 100_000, newestMs: 159_900, end: end('reached') });
  const { state, step } = nextFetch(goal, failing, input, NOW + 20_000);
  assert.deepEqual(step, { do: 'look' });
  assert.deepEqual(state, { ...failing, failures: 0, lastGoodMs: NOW + 20_000 });
});

test('who gives way to an operator looks again, has not failed, and leaves what is cut to be asked for', () => {
  const { state, step } = nextFetch(goal, { ...start, failures: 2 }, played({ yielded: true }), NOW + 60_000);
  assert.deepEqual(step, { do: 'look' });
  assert.deepEqual(state, { ...start, failures: 0, lastGoodMs: NOW + 60_000, smallMs: CUT_MS });
});

test('a frame at the very start of the piece brings nothing', () => {
  const at = (newestMs: number): string => nextFetch(goal, start, played({ newestMs }), NOW).step.do;
  assert.equal(at(100_000), 'wait');
  assert.equal(at(100_001), 'look');
});

test('a device that goes away after it brought something is waited for, from then', () => {
  const input = played({ firstMs: 100_000, newestMs: 120_000, end: end('offline', 'away'), online: false });
  const { state, step } = nextFetch(goal, start, input, NOW + 40_000);
  assert.deepEqual(step, { do: 'wait', why: 'away', waitMs: FIRST_PAUSE_MS });
  assert.deepEqual(state, { ...start, lastGoodMs: NOW + 40_000, smallMs: CUT_MS });
  assert.deepEqual(nextFetch(goal, state, { kind: 'waited' }, NOW + 42_000), { state, step: { do: 'look' } });
});

test('each failure doubles the pause, up to a minute', () => {
  const waits: number[] = [];
  let state: FetchState = { ...start };
  for (let i = 0; i < 7; i += 1) {
    const next = nextFetch(goal, state, played({ end: end('timeout', 'silent'), online: false }), NOW);
    state = next.state;
    assert.equal(next.step.do, 'wait');
    if (next.step.do === 'wait') waits.push(next.step.waitMs);
  }
  assert.deepEqual(waits, [4_000, 8_000, 16_000, 32_000, LONGEST_PAUSE_MS, LONGEST_PAUSE_MS, LONGEST_PAUSE_MS]);
});

test('three attempts that bring nothing end it while the device is connected, and only then', () => {
  const input = played({ end: end('refused', 'no') });
  const after = (failures: number, online: boolean): FetchStep =>
    nextFetch(goal, { ...start, failures }, { ...input, online }, NOW).step;
  assert.equal(after(MAX_FAILURES - 2, true).do, 'wait');
  assert.deepEqual(after(MAX_FAILURES - 1, true), { do: 'fail', end: end('refused', 'no') });
  assert.equal(after(MAX_FAILURES - 1, false).do, 'wait');
});

test('patience is over when nothing came for so long, be it the list or the piece', () => {
  const failure = end('offline', 'The device is offline');
  const silent = { kind: 'unlisted', failure } as const;
  assert.deepEqual(nextFetch(goal, start, silent, NOW + goal.patienceMs - 1), {
    state: start,
    step: { do: 'wait', why: 'The device is offline', waitMs: FIRST_PAUSE_MS },
  });
  assert.deepEqual(nextFetch(goal, start, silent, NOW + goal.patienceMs).step, { do: 'fail', end: failure });
  const away = played({ end: failure, online: false });
  assert.equal(nextFetch(goal, start, away, NOW + goal.patienceMs - 1).step.do, 'wait');
  assert.deepEqual(nextFetch(goal, start, away, NOW + goal.patienceMs).step, { do: 'fail', end: failure });
});

test('the little rest behind a cut is not asked for a second time where the device has nothing there', () => {
  const cut: FetchState = { ...start, smallMs: CUT_MS };
  const span = { startMs: 159_000, endMs: 160_000 };
  const { state, step } = nextFetch(goal, cut, played({ span, end: end('timeout') }), NOW);
  assert.deepEqual([step, state.smallMs], [{ do: 'look' }, SMALL_MS]);
  const gone = nextFetch(goal, cut, played({ span, end: end('offline'), online: false }), NOW);
  assert.deepEqual([gone.step.do, gone.state.smallMs], ['wait', CUT_MS], 'a device that left has not said so');
});

// Against any device: it has some recordings, and plays what it is asked for well, in part, not at all, or goes away.
const spanOf = (fromMs: number, toMs: number) =>
  fc
    .tuple(fc.integer({ min: fromMs, max: toMs }), fc.integer({ min: 1, max: 30_000 }))
    .map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }));
const turn = fc.record({
  list: fc.constantFrom('listed', 'listed', 'silent', 'offline'),
  gives: fc.constantFrom('all', 'part', 'nothing'),
  kind: fc.constantFrom<SourceEnd['kind']>('reached', 'finished', 'offline', 'timeout', 'refused', 'error'),
  yielded: fc.boolean(),
  online: fc.boolean(),
});

const united = (spans: readonly FootageSpan[]): FootageSpan[] => {
  const out: FootageSpan[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = out.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else out.push({ startMs, endMs });
  }
  return out;
};

test('property: whatever the device does, it is asked only for what is missing and recorded, and the fetch ends', () => {
  fc.assert(
    fc.property(
      fc.array(spanOf(80_000, 170_000), { maxLength: 4 }),
      fc.array(spanOf(90_000, 165_000), { maxLength: 3 }),
      fc.array(turn, { maxLength: 12 }),
      (recorded, before, turns) => {
        let kept = united(before);
        let nowMs = NOW;
        let { state, step } = beginFetch(nowMs);
        const records = recorded.map(({ startMs, endMs }) => record(startMs, endMs));
        let waitedMs = 0;
        let count = 0;
        for (; step.do !== 'finish' && step.do !== 'fail'; count += 1) {
          assert.ok(count < 300, 'no end');
          // When the device has done its worst it does what it is asked for.
          const now = turns[Math.floor(count / 4)] ?? {
            list: 'listed',
            gives: 'all',
            kind: 'reached',
            yielded: false,
            online: true,
          };
          let input: FetchInput;
          if (step.do === 'look') input = { kind: 'kept', spans: kept };
          else if (step.do === 'list')
            input =
              now.list === 'listed'
                ? { kind: 'listed', records }
                : { kind: 'unlisted', failure: end(now.list === 'offline' ? 'offline' : 'timeout') };
          else if (step.do === 'wait') {
            assert.ok(step.waitMs >= FIRST_PAUSE_MS && step.waitMs <= LONGEST_PAUSE_MS);
            nowMs += step.waitMs;
            waitedMs += step.waitMs;
            input = { kind: 'waited' };
          } else {
            const { startMs, endMs } = step.span;
            assert.ok(startMs >= goal.fromMs && endMs <= goal.toMs && startMs < endMs, 'outside of what was asked for');
            assert.ok(
              recorded.some((each) => each.startMs <= startMs && each.endMs > startMs),
              'not recorded',
            );
            assert.ok(!kept.some((each) => each.startMs < endMs && each.endMs > startMs), 'kept already');
            const newestMs = now.gives === 'all' ? endMs : now.gives === 'part' ? (startMs + endMs) >> 1 : null;
            if (newestMs !== null && newestMs > startMs) kept = united([...kept, { startMs, endMs: newestMs }]);
            waitedMs = newestMs !== null || now.yielded ? 0 : waitedMs;
            const firstMs = newestMs === null ? null : startMs;
            const { yielded, online } = now;
            input = played({ span: step.span, end: end(now.kind), firstMs, newestMs, yielded, online });
          }
          ({ state, step } = nextFetch(goal, state, input, nowMs));
          assert.ok(waitedMs < goal.patienceMs + LONGEST_PAUSE_MS, 'it waits past its patience');
        }
        if (step.do === 'fail') return;
        const left = recorded.filter(
          (each) =>
            Math.min(each.endMs, goal.toMs) - Math.max(each.startMs, goal.fromMs) > SMALL_MS &&
            !kept.some(({ startMs, endMs }) => startMs < each.endMs && endMs > each.startMs),
        );
        assert.deepEqual(left, [], 'a recording was left out');
      },
    ),
    { numRuns: 500 },
  );
});
