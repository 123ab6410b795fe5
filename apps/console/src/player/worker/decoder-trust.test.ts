// One failure of a decoder is forgiven, two in a short time are not.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AGAIN_WITHIN_MS, DecoderTrust } from './decoder-trust.ts';

it('forgives a failure now and then', () => {
  const trust = new DecoderTrust();
  assert.equal(trust.failed(0), 'try-again');
  assert.equal(trust.failed(AGAIN_WITHIN_MS + 1), 'try-again');
});
it('gives up at the second failure in a short time', () => {
  const trust = new DecoderTrust();
  trust.failed(0);
  assert.equal(trust.failed(AGAIN_WITHIN_MS), 'give-up');
});
