// The clock of a playback runs, waits for the slowest channel, jumps what nobody recorded, and ends.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decide, paceOf, pictureAfter, pictureBefore, reachedMs, unknownProgress } from './group-rules.ts';
import type { ChannelProgress, GroupMoment } from './group-rules.ts';

const channel = (change: Partial<ChannelProgress> = {}): ChannelProgress => ({
  ...unknownProgress(1),
  stage: 'flowing',
  ready: true,
  newestMs: 12_000,
  shownMs: 10_000,
  ...change,
});
const moment: GroupMoment = { timeMs: 10_000, generation: 1, running: true, aheadMs: 200, held: false };
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
  const first = { ready: false, shownMs: undefined, newestMs: 61_000 };
  const gap = channel({ ...first, gaps: [{ fromMs: 9000, toMs: 60_000 }], nextMs: 60_000 });
  const untold = channel({ ...first, nextMs: 59_000 });
  assert.deepEqual(decide([gap, untold], moment), { kind: 'jump', toMs: 59_000 });
  assert.equal(kind([channel(), untold]), 'run');
  assert.equal(kind([channel(), channel({ ...first, nextMs: 11_000 })]), 'wait', 'that picture is soon there');
  const unseen = { ...untold, ready: true };
  assert.deepEqual(decide([gap, unseen], moment), { kind: 'jump', toMs: 59_000 }, 'whether anyone sees it or not');
});
it('stands at its moment in a page that nobody has looked at yet, and only until something was shown', () => {
  const unseen = channel({ shownMs: undefined });
  assert.equal(kind([unseen, unseen], { running: false }), 'run', 'tiles out of sight hold nothing up');
  assert.equal(kind([unseen, unseen], { running: false, held: true }), 'wait');
  assert.equal(kind([unseen, channel()], { running: false, held: true }), 'run');
});
it('ends when nothing follows at any channel, and goes on when more is recorded', () => {
  const ended = channel({ stage: 'ended', newestMs: 10_000 });
  assert.equal(kind([ended, channel({ stage: 'out' })]), 'end');
  assert.equal(kind([ended, channel()]), 'run');
  assert.equal(kind([channel({ stage: 'ended', newestMs: 11_000 })]), 'run');
  assert.equal(kind([channel({ stage: 'out' })]), 'end');
});
it('stands where the slowest channel has data, never far behind the clock', () => {
  assert.equal(reachedMs([channel(), channel({ newestMs: 9900 })], 10_000, 1, 100), 9900);
  assert.equal(reachedMs([channel(), channel()], 10_000, 1, 100), 10_000, 'not ahead of the clock');
  assert.equal(reachedMs([channel({ newestMs: 5000 })], 10_000, 1, 100), 9750);
  assert.equal(reachedMs([channel({ newestMs: 5000 })], 10_000, 4, 100), 9000);
  const inGap = channel({ newestMs: 9900, gaps: [{ fromMs: 9900, toMs: 60_000 }] });
  assert.equal(reachedMs([channel(), inGap], 10_000, 1, 100), 10_000, 'a channel in a gap holds nobody back');
});
it('follows a device a little faster when it is far ahead, a little slower when it is close', () => {
  assert.equal(paceOf([channel({ newestMs: 11_000 })], 10_000, 2), 2);
  assert.equal(paceOf([channel({ newestMs: 12_000 })], 10_000, 1), 1.1);
  assert.equal(paceOf([channel({ newestMs: 14_000 }), channel({ newestMs: 10_100 })], 10_000, 1), 1 / 1.1);
  assert.equal(paceOf([channel({ stage: 'ended' })], 10_000, 1), undefined);
});
it('steps to the nearest picture of any channel', () => {
  const channels = [
    channel({ nextMs: 10_080, beforeMs: 9920 }),
    channel({ nextMs: 10_040, beforeMs: 9960 }),
    channel(),
  ];
  assert.equal(pictureAfter(channels, 10_000), 10_040);
  assert.equal(pictureAfter(channels, 10_040), 10_080);
  assert.equal(pictureAfter(channels, 10_080), undefined);
  assert.equal(pictureBefore(channels), 9960);
  assert.equal(pictureBefore([channel()]), undefined);
});
it('judges at the very millisecond', () => {
  const gap = { gaps: [{ fromMs: 9000, toMs: 10_001 }], newestMs: 9000 };
  assert.deepEqual(decide([channel(gap)], moment), { kind: 'jump', toMs: 10_001 });
  assert.equal(
    kind([channel({ ...gap, gaps: [{ fromMs: 9000, toMs: 10_000 }] })]),
    'wait',
    'a gap ends before its end',
  );
  assert.equal(
    kind([channel({ ...gap, gaps: [{ fromMs: 10_000, toMs: 11_000 }] })]),
    'jump',
    'and begins at its start',
  );
  const far = (nextMs: number) => kind([channel({ ready: false, shownMs: undefined, newestMs: 13_000, nextMs })]);
  assert.deepEqual([far(12_000), far(12_001)], ['wait', 'jump']);
  assert.equal(kind([channel({ newestMs: 10_001 })]), 'run');
  assert.equal(kind([channel({ newestMs: 10_200 })], { running: false }), 'wait');
  assert.equal(kind([channel({ newestMs: 10_201 })], { running: false }), 'run');
  assert.equal(kind([channel({ newestMs: undefined })]), 'wait', 'nothing came yet');
  assert.equal(kind([channel({ stage: 'ended', newestMs: undefined })], { timeMs: 0 }), 'end');
  assert.equal(kind([channel({ stage: 'ended', newestMs: 10_001 })]), 'run');
});
it('follows a device between 300 and 1500 ms, of its own time', () => {
  const pace = (aheadMs: number, speed: number) => paceOf([channel({ newestMs: 10_000 + aheadMs })], 10_000, speed);
  assert.deepEqual(
    [299, 300, 1500, 1501].map((ms) => pace(ms, 1)),
    [1 / 1.1, 1, 1, 1.1],
  );
  assert.deepEqual(
    [599, 600, 3000, 3001].map((ms) => pace(ms, 2)),
    [2 / 1.1, 2, 2, 2.2],
  );
});
it('stands back to its data after it was not judged for longer, as far as it went meanwhile', () => {
  const behind = [channel({ newestMs: 12_000 }), channel({ newestMs: 13_000 })];
  assert.equal(reachedMs(behind, 40_000, 1, 30_000), 12_000);
  assert.equal(reachedMs(behind, 130_000, 4, 30_000), 12_000);
  assert.equal(reachedMs(behind, 40_000, 1, 20_000), 20_000);
  assert.equal(reachedMs(behind, 40_000, 1, 251), 39_749);
});
it('stands back where nothing follows to the end, of what is lost to what was shown, only after it was not judged for longer', () => {
  const lost = [channel({ stage: 'out', shownMs: 10_020 }), channel({ stage: 'out', shownMs: 10_010 })];
  assert.equal(reachedMs(lost, 40_000, 1, 30_000), 10_020);
  const ended = channel({ stage: 'ended', shownMs: 10_010 });
  assert.equal(reachedMs([...lost, ended], 40_000, 1, 30_000), 12_000);
  assert.equal(kind([...lost, ended], { timeMs: 12_000 }), 'end', 'there it stays');
  assert.equal(reachedMs(lost, 40_000, 1, 250), 40_000);
  const unseen = channel({ stage: 'out', shownMs: undefined });
  assert.equal(reachedMs([unseen], 40_000, 1, 30_000), 12_000, 'nobody saw it');
  assert.equal(reachedMs([unknownProgress(1)], 40_000, 1, 30_000), 40_000, 'nothing is known of it');
});
it('stands back 250 ms at most, at half speed as well', () => {
  assert.equal(reachedMs([channel({ newestMs: 5000 })], 10_000, 0.5, 100), 9750);
  assert.equal(reachedMs([channel({ newestMs: 9750 })], 10_000, 1, 100), 9750);
  assert.equal(reachedMs([channel({ stage: 'ended', newestMs: 5000 })], 10_000, 1, 100), 10_000);
  assert.equal(reachedMs([channel({ newestMs: undefined })], 10_000, 1, 100), 10_000);
  const edge = (fromMs: number, toMs: number) =>
    reachedMs([channel({ newestMs: 9900, gaps: [{ fromMs, toMs }] })], 10_000, 1, 100);
  assert.deepEqual([edge(10_000, 10_001), edge(9000, 10_000), edge(10_001, 11_000)], [10_000, 9900, 9900]);
});
it('the picture after is later than now, and none where none waits', () => {
  assert.equal(pictureAfter([channel({ nextMs: 10_000 }), channel({ nextMs: 10_001 })], 10_000), 10_001);
  assert.equal(pictureAfter([channel({ nextMs: 10_000 }), channel()], 10_000), undefined);
  assert.equal(pictureBefore([channel(), channel({ beforeMs: 0 })]), 0);
});
it('knows nothing of a channel after a seek', () => {
  assert.deepEqual(unknownProgress(7), {
    generation: 7,
    stage: 'opening',
    ready: false,
    newestMs: undefined,
    gaps: [],
    shownMs: undefined,
    beforeMs: undefined,
    nextMs: undefined,
  });
});
