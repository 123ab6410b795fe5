// Spans laid on pixels: where a recording lies, why it was made, and that no crowd of them makes more bands than pixels.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bandsOf, byChannel, holdingAt, markGroups, whereabouts } from './bands.ts';
import type { RecordSpan } from './bands.ts';

const view = { fromMs: 0, toMs: 100_000 };
const span = (
  startS: number,
  endS: number,
  source: 'server' | 'device',
  more: Partial<RecordSpan> = {},
): RecordSpan => ({
  channel: 1,
  startMs: startS * 1000,
  endMs: endS * 1000,
  source,
  ...more,
});

it('tells server, device, both and missing apart', () => {
  const spans = [span(0, 50, 'server'), span(30, 80, 'device')];
  assert.deepEqual(
    bandsOf(spans, view, 100).map(({ x, width, holding }) => [x, width, holding]),
    [
      [0, 30, 'server'],
      [30, 20, 'both'],
      [50, 30, 'device'],
    ],
  );
  assert.deepEqual(
    [10, 40, 60, 90].map((s) => holdingAt(spans, s * 1000)),
    ['server', 'both', 'device', 'missing'],
  );
  const [own, other] = [byChannel(spans).get(1), byChannel(spans).get(2)];
  assert.deepEqual([own?.length, other], [2, undefined]);
  assert.deepEqual(bandsOf([], view, 100), []);
});
it('shows why the device recorded and what is locked', () => {
  const spans = [span(0, 20, 'device', { type: 'alarm' }), span(20, 40, 'device', { type: 'gsensor', locked: true })];
  assert.deepEqual(
    bandsOf(spans, view, 100).map(({ alarm, gsensor, locked }) => [alarm, gsensor, locked]),
    [
      [true, false, false],
      [false, true, true],
    ],
  );
});
it('joins files that follow each other, and never loses a short one', () => {
  const files = Array.from({ length: 10 }, (_, i) => span(i * 10, i * 10 + 10, 'device'));
  assert.equal(bandsOf(files, view, 333).length, 1);
  const [short] = bandsOf([span(50, 50.001, 'server')], view, 100);
  assert.deepEqual([short?.x, short?.width], [50, 1]);
  assert.equal(bandsOf([span(99.999, 120, 'server')], view, 100)[0]?.x, 99);
});
it('has no more bands than pixels for 20,000 segments', () => {
  const many = Array.from({ length: 20_000 }, (_, i) =>
    span(i * 0.005, i * 0.005 + 0.002, i % 2 === 0 ? 'server' : 'device'),
  );
  assert.ok(bandsOf(many, view, 400).length <= 400);
});
it('cuts at the edges of what is shown', () => {
  assert.deepEqual(
    bandsOf([span(-50, 10, 'server'), span(90, 500, 'server')], view, 100).map(({ x, width }) => [x, width]),
    [
      [0, 10],
      [90, 10],
    ],
  );
});
it('makes one mark of those that would lie over each other, an alarm when one is among them', () => {
  const marks = [
    { ms: 10_000, kind: 'event', text: 'a' },
    { ms: 11_000, kind: 'alarm', text: 'b' },
    { ms: 60_000, kind: 'event', text: 'c' },
    { ms: 200_000, kind: 'event', text: 'out of sight' },
  ] as const;
  assert.deepEqual(
    markGroups(marks, view, 200).map(({ x, kind, marks: inside }) => [x, kind, inside.length]),
    [
      [20, 'alarm', 2],
      [120, 'event', 1],
    ],
  );
});
it('says where a moment can be played from, over the channels that are on', () => {
  const spans = [
    span(10, 20, 'server'),
    span(0, 90, 'device'),
    span(60, 70, 'server'),
    span(40, 45, 'server', { channel: 2 }),
  ];
  const at = (s: number, channels = [1], toleranceS = 0): unknown =>
    Object.values(whereabouts(spans, channels, s * 1000, toleranceS * 1000));
  assert.deepEqual(at(15), [true, true, 60_000]);
  assert.deepEqual(at(30), [false, true, 60_000]);
  assert.deepEqual(at(30, [1, 2]), [false, true, 40_000]);
  assert.deepEqual(at(95), [false, false, undefined]);
  assert.deepEqual(
    [at(21, [1], 2), at(9, [1], 2), at(23, [1], 2)].map((found) => Object.values(found as object)[0]),
    [true, true, false],
  );
});
