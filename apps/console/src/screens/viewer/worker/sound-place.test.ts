// Where sound goes in a downloaded file.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SoundPlace } from './sound-place.ts';

it('small jitter is ignored, holes become silence, repeats and what lies before the file go', () => {
  const place = new SoundPlace(8000);
  assert.equal(place.put(-0.5, 320), undefined, 'before the file');
  assert.equal(place.put(0.02, 320), 0);
  assert.ok(Math.abs(place.nextS - 0.06) < 1e-9);
  assert.equal(place.put(0.1, 320), 0, '40 ms late');
  assert.ok(Math.abs(place.nextS - 0.1) < 1e-9);
  assert.equal(place.put(2.1, 320), 16_000, 'two seconds are missing');
  assert.ok(Math.abs(place.nextS - 2.14) < 1e-9);
  assert.equal(place.put(1, 320), undefined, 'a repeat');
  assert.equal(place.put(2.1, 320), 0, 'a little early');
});
