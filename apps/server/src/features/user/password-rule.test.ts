// What a password needs, in words, and random ones that have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordFaults, randomPassword } from './password-rule.ts';

test('each fault in words, several where there are several', () => {
  assert.deepEqual(passwordFaults('Abcdefg1', 'ann'), []);
  assert.deepEqual(passwordFaults('Abcdef1', 'ann'), ['it needs at least 8 characters']);
  assert.deepEqual(passwordFaults('abcdefg1', 'ann'), ['it needs lowercase and uppercase letters']);
  assert.deepEqual(passwordFaults('Abcdefgh', 'ann'), ['it needs a digit or one of @ # $ % ^ & + =']);
  assert.deepEqual(passwordFaults('Abcdefg1 ', 'ann'), ['it may hold only letters, digits and @ # $ % ^ & + =']);
  assert.deepEqual(passwordFaults('Abcdefg1Ann', 'ann'), ['it may not hold the user name']);
  assert.equal(passwordFaults('', '').length, 3);
});

test('random ones have 16 characters, none that look alike, and never a fault', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 200; i += 1) {
    const password = randomPassword();
    assert.match(password, /^[a-km-np-zA-HJ-NP-Z2-9]{16}$/);
    assert.deepEqual(passwordFaults(password, ''), []);
    seen.add(password);
  }
  assert.equal(seen.size, 200);
});
