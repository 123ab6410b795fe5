import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SubStream } from './sub-stream.ts';

test('the sub-stream is asked for once, in the place of a main stream', () => {
  const sub = new SubStream();
  assert.equal(sub.cannot('sub'), false);
  assert.equal(sub.cannot('main'), true);
  assert.equal(sub.asked, true);
  assert.equal(sub.cannot('main'), false);
});

test('where it is not to be had the main stream comes back for good', () => {
  const sub = new SubStream();
  assert.equal(sub.answered('refused'), false, 'nothing was asked for');
  sub.cannot('main');
  assert.equal(sub.answered('playing'), false);
  assert.equal(sub.answered('refused'), true);
  assert.deepEqual([sub.asked, sub.cannot('main')], [false, false]);
});

test('who asks for the main stream a second time gets it', () => {
  const sub = new SubStream();
  sub.chosen('main');
  assert.equal(sub.cannot('main'), true);
  sub.chosen('main');
  assert.deepEqual([sub.asked, sub.cannot('main')], [false, false]);
  sub.chosen('sub');
  sub.chosen('main');
  assert.equal(sub.cannot('main'), true, 'another time, another try');
});
