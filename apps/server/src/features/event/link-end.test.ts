// Why a link ended, in every word that the gateway has for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkEndOf } from './link-end.ts';

test('each way in which a link ends has its word, and what is new is other', () => {
  assert.equal(linkEndOf('connection closed'), 'recorder');
  assert.equal(linkEndOf('logged out'), 'logout');
  for (const words of ['silent', 'silent when asked', 'reads nothing'])
    assert.equal(linkEndOf(words), 'silence', words);
  for (const words of ['server stops', 'server restarted']) assert.equal(linkEndOf(words), 'server', words);
  assert.equal(linkEndOf('taken over by a newer connection'), 'replaced');
  assert.equal(linkEndOf('its number belongs to another device'), 'other');
  assert.equal(linkEndOf(undefined), 'unknown');
});
