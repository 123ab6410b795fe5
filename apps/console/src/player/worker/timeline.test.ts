// Times of recorders that jump, stand still or begin again become one rising time.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Timeline } from './timeline.ts';

it('takes the distances of the stream itself', () => {
  const line = new Timeline();
  assert.deepEqual(
    [5_000_000, 5_066_000, 5_200_000].map((us) => line.place(us, 0, false)),
    [0, 66_000, 200_000],
  );
});
it('takes the distance of the arrivals where the stream starts over, goes back or stands still', () => {
  const line = new Timeline();
  line.place(5_000_000, 1000, false);
  assert.equal(line.place(40_000, 1050, true), 50_000, 'again');
  assert.equal(line.place(20_000, 1090, false), 90_000, 'back');
  assert.equal(line.place(20_000, 1090, false), 91_000, 'still: at least a millisecond');
  assert.equal(line.place(99_000_000_000, 1130, false), 131_000, 'far ahead');
});
it('believes the mark of a new beginning more than a time that happens to fit', () => {
  const line = new Timeline();
  line.place(5_000_000, 1000, false);
  assert.equal(line.place(7_000_000, 1060, true), 60_000);
});
it('knows the longest recent step, within bounds', () => {
  const line = new Timeline();
  assert.equal(line.longestStepUs, 66_000);
  for (const us of [0, 40_000, 320_000, 360_000]) line.place(us, 0, false);
  assert.equal(line.longestStepUs, 280_000);
  for (let n = 1; n <= 16; n += 1) line.place(360_000 + n * 40_000, 0, false);
  assert.equal(line.longestStepUs, 40_000, 'an old pause is forgotten');
});
