// What a tile of recorded video says, and how far its channel is.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PlaybackState } from '@outrider/contract';
import { afterFrame, afterShown, afterTold, initialRecorded, phaseOf, progressOf } from './recorded-state.ts';
import type { RecordedState } from './recorded-state.ts';

const told = (state: PlaybackState['state'], more: Partial<PlaybackState> = {}): PlaybackState => ({
  state,
  message: '',
  generation: 0,
  from: 'server',
  ...more,
});
const start = initialRecorded('lopb', 0, 10_000);
const playing = (): RecordedState =>
  afterShown(afterFrame(afterTold(start, told('playing', { timeMs: 10_000 })), 12_000, true), 10_000);

it('connects, waits for its first picture, plays, and waits again when nothing more came', () => {
  assert.equal(phaseOf(start, 10_000).phase, 'connecting');
  assert.equal(phaseOf({ ...start, mode: 'repb' }, 10_000).phase, 'waiting');
  const first = afterTold(start, told('playing', { timeMs: 10_000 }));
  assert.equal(phaseOf(first, 10_000).phase, 'buffering');
  assert.equal(phaseOf(playing(), 11_000).phase, 'playing');
  assert.equal(phaseOf(playing(), 12_500).phase, 'buffering');
});
it('says until when nothing is recorded, and nobody waits for it meanwhile', () => {
  const gap = afterTold(playing(), told('gap', { timeMs: 70_000 }));
  assert.deepEqual(phaseOf(gap, 20_000), { phase: 'gap', message: '', untilMs: 70_000 });
  assert.equal(phaseOf(gap, 11_000).phase, 'playing', 'what came before it is shown');
  assert.deepEqual(progressOf(gap, undefined).gaps, [{ fromMs: 12_000, toMs: 70_000 }]);
  const fromStart = afterTold(start, told('gap', { timeMs: 70_000 }));
  assert.equal(progressOf(fromStart, undefined).stage, 'flowing');
  assert.deepEqual(progressOf(fromStart, undefined).gaps, [{ fromMs: 10_000, toMs: 70_000 }]);
});
it('ends behind its last picture, and goes on when more comes', () => {
  const ended = afterTold(playing(), told('ended'));
  assert.equal(phaseOf(ended, 11_000).phase, 'playing');
  assert.equal(phaseOf(ended, 12_000).phase, 'ended');
  assert.equal(progressOf(ended, undefined).stage, 'ended');
  assert.equal(phaseOf(afterFrame(ended, 14_000, true), 13_000).phase, 'playing');
});
it('gives the reason why there is no picture', () => {
  for (const state of ['none', 'offline', 'refused', 'timeout', 'forbidden', 'limit', 'error'] as const) {
    const out = afterTold(start, told(state, { message: 'why' }));
    assert.equal(phaseOf(out, 10_000).phase, state);
    assert.equal(progressOf(out, undefined).stage, 'out');
  }
  assert.deepEqual(phaseOf({ ...playing(), unsupported: true }, 11_000), { phase: 'unsupported', message: '' });
  assert.deepEqual(phaseOf({ ...playing(), lost: { message: 'gone' } }, 11_000), { phase: 'error', message: 'gone' });
});
it('plays sound alone', () => {
  const sound = afterFrame(afterTold(start, told('playing')), 12_000, false);
  assert.equal(phaseOf(sound, 11_000).phase, 'playing');
  assert.equal(progressOf(sound, undefined).ready, true);
});
it('steps back to an earlier picture, never to the one that stands', () => {
  const led = { ...start, beforeMs: 9960 };
  assert.equal(afterShown(led, 10_000).beforeMs, 9960);
  assert.equal(afterShown(led, 9960).beforeMs, undefined);
  const steps = [9920, 9960, 10_000].reduce(afterShown, led);
  assert.deepEqual([steps.beforeMs, steps.shownMs], [9960, 10_000]);
  assert.equal(afterShown(steps, 10_000).beforeMs, 9960, 'the same again');
});
it('what the server begins again replaces what came', () => {
  const keysOnly = afterFrame(playing(), 40_000, true);
  const again = afterTold(keysOnly, told('playing', { timeMs: 15_000 }));
  assert.equal(progressOf(again, undefined).newestMs, 15_000);
});
it('nobody waits for a picture that nobody sees; who looks again waits for it', () => {
  const unseen = { ...afterFrame(afterTold(start, told('playing', { timeMs: 10_000 })), 12_000, true), visible: false };
  assert.equal(progressOf(unseen, 10_000).ready, true);
  assert.equal(phaseOf(unseen, 11_000).phase, 'playing');
  const before = { ...afterTold(start, told('playing', { timeMs: 10_000 })), visible: false };
  assert.equal(progressOf(before, undefined).ready, false, 'nothing came yet');
  const seen = { ...unseen, visible: true };
  assert.equal(progressOf(seen, 10_000).ready, false);
  assert.equal(phaseOf(seen, 11_000).phase, 'buffering');
});
