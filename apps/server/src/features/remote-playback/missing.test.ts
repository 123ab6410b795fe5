// How little of what is missing counts as nothing, behind attempts that were cut short, began late or were whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUT_MS, judge, missingSpans, SMALL_MS, type Tried } from './missing.ts';

const START_MS = 35_160;
const span = { startMs: START_MS, endMs: 60_000 };
const tried = (fields: Partial<Tried> = {}): Tried => ({
  span,
  firstMs: START_MS - 160,
  brought: true,
  whole: true,
  over: true,
  ...fields,
});

test('a whole piece leaves the pauses between pictures to the device; one cut short asks for the rest', () => {
  assert.deepEqual(judge(SMALL_MS, tried()), { smallMs: SMALL_MS, rest: false });
  assert.deepEqual(judge(SMALL_MS, tried({ whole: false })), { smallMs: CUT_MS, rest: false });
  assert.deepEqual(judge(CUT_MS, tried()), { smallMs: SMALL_MS, rest: false });
});

test('a device that begins late behind what was cut short is asked once more for the pictures between, and not again', () => {
  const late = judge(CUT_MS, tried({ firstMs: 36_000 }));
  assert.deepEqual(late, { smallMs: CUT_MS, rest: false });
  const kept = [
    { startMs: 0, endMs: START_MS },
    { startMs: 36_000, endMs: 60_000 },
  ];
  const gap = { startMs: START_MS, endMs: 36_000 };
  assert.deepEqual(missingSpans(kept, 0, 60_000, late.smallMs), [gap]);
  const nothing = judge(CUT_MS, tried({ span: gap, firstMs: null, brought: false }));
  assert.deepEqual(nothing, { smallMs: SMALL_MS, rest: true });
  assert.deepEqual(missingSpans(kept, 0, 60_000, nothing.smallMs), []);
});

test('a device that begins late by itself is believed: recordings begin between two pictures', () => {
  assert.deepEqual(judge(SMALL_MS, tried({ firstMs: 36_000 })), { smallMs: SMALL_MS, rest: false });
  assert.deepEqual(judge(CUT_MS, tried({ firstMs: START_MS + CUT_MS })), { smallMs: SMALL_MS, rest: false });
});

test('the rest is given up only when the device itself had nothing, and only where it is little', () => {
  const little = { span: { startMs: START_MS, endMs: START_MS + SMALL_MS }, firstMs: null, brought: false };
  assert.equal(judge(CUT_MS, tried(little)).rest, true);
  assert.equal(judge(CUT_MS, tried({ ...little, over: false, whole: false })).rest, false);
  assert.equal(judge(SMALL_MS, tried({ ...little, whole: false })).rest, false);
  const more = { ...little, span: { startMs: START_MS, endMs: START_MS + SMALL_MS + 1 } };
  assert.equal(judge(CUT_MS, tried({ ...more, whole: false })).rest, false);
});
