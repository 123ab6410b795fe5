// The clock of a playback runs, waits for the slowest channel, jumps what nobody recorded, and ends.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decide, unknownProgress } from './group-rules.ts';
import type { ChannelProgress, GroupMoment } from './group-rules.ts';

const channel = (change: Partial<ChannelProgress> = {}): ChannelProgress => ({
  ...unknownProgress(1),
  stage: 'flowing',
  ready: true,
  newestMs: 12_000,
  shownMs: 10_000,
  ...change,
});
const moment: GroupMoment = { timeMs: 10_000, generation: 1, running: true, aheadMs: 200 };
const kind = (channels: readonly ChannelProgress[], change: Partial<GroupMoment> = {}): string =>
  decide(channels, { ...moment, ...change }).kind;

it('runs while every channel has what comes next', () => {
  assert.equal(kind([channel(), channel()]), 'run');
});
it('waits for the slowest channel, and goes on when that has a little more than nothing', () => {
  assert.equal(kind([channel(), channel({ newestMs: 10_000 })]), 'wait');
  assert.equal(kind([channel(), channel({ newestMs: 10_150 })], { running: false }), 'wait');
  assert.equal(kind([channel(), channel({ newestMs: 10_250 })], { running: false }), 'run');
});
it('waits for a channel that has not shown its first picture, and for one of another seek', () => {
  assert.equal(kind([channel(), channel({ ready: false })]), 'wait');
  assert.equal(kind([channel(), channel({ generation: 0 })]), 'wait');
  assert.equal(kind([channel(), unknownProgress(1)]), 'wait');
  assert.equal(kind([]), 'wait');
});
it('waits for nobody who has no record or cannot be shown', () => {
  assert.equal(kind([channel(), channel({ stage: 'out', ready: false, newestMs: undefined, generation: 0 })]), 'run');
});
it('goes on while one channel has a gap, and jumps to the earliest end where all have one', () => {
  const gap = { gaps: [{ fromMs: 9000, toMs: 60_000 }], newestMs: 9000 };
  const longer = { gaps: [{ fromMs: 9500, toMs: 90_000 }], newestMs: 9500 };
  assert.equal(kind([channel(), channel(gap)]), 'run');
  assert.deepEqual(decide([channel(longer), channel(gap)], moment), { kind: 'jump', toMs: 60_000 });
  const atEnd = { ...moment, timeMs: 60_000 };
  assert.equal(decide([channel(longer), channel(gap)], atEnd).kind, 'wait', 'the frames behind it are still to come');
});
it('takes what lies before a first picture far ahead for a gap, told or not', () => {
  const gap = channel({ ready: false, gaps: [{ fromMs: 9000, toMs: 60_000 }], newestMs: 61_000, nextMs: 60_000 });
  const untold = channel({ ready: false, newestMs: 61_000, nextMs: 59_000 });
  assert.deepEqual(decide([gap, untold], moment), { kind: 'jump', toMs: 59_000 });
  assert.equal(kind([channel(), untold]), 'run');
  assert.equal(kind([channel(), channel({ ready: false, nextMs: 11_000 })]), 'wait', 'that picture is soon there');
});
it('ends when nothing follows at any channel, and goes on when more is recorded', () => {
  const ended = channel({ stage: 'ended', newestMs: 10_000 });
  assert.equal(kind([ended, channel({ stage: 'out' })]), 'end');
  assert.equal(kind([ended, channel()]), 'run');
  assert.equal(kind([channel({ stage: 'ended', newestMs: 11_000 })]), 'run');
  assert.equal(kind([channel({ stage: 'out' })]), 'end');
});
