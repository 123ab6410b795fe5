// The stricter rule for new passwords, one fault at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strictPasswordFaults } from './password-rule.ts';

const faults = (password: string): string[] => strictPasswordFaults(password, 'bob');

test('[F-PWD-005] a strict password has at least 8 characters', () => {
  assert.deepEqual(faults('Abcd12@'), ['length']);
  assert.deepEqual(faults('Abcd123@'), []);
});

test('[F-PWD-006] a strict password has lowercase and uppercase letters', () => {
  assert.deepEqual(faults('abcd123@'), ['letters']);
  assert.deepEqual(faults('ABCD123@'), ['letters']);
});

test('[F-PWD-007] a strict password has digits or special characters', () => {
  assert.deepEqual(faults('Abcdefgh'), ['digits']);
  assert.deepEqual(faults('Abcdefg1'), []);
  assert.deepEqual(faults('Abcdefg@'), []);
});

test('[F-PWD-008] a strict password holds only letters, digits and eight signs', () => {
  assert.deepEqual(faults('Abcd123!'), ['characters']);
  assert.deepEqual(faults('Abcd 123'), ['characters']);
  assert.deepEqual(faults('Äbcd1234E'), ['characters']);
  for (const sign of '@#$%^&+=') assert.deepEqual(faults(`Abcdefg${sign}`), [], sign);
});

test('[F-PWD-009] a strict password does not hold the user name, in any case', () => {
  assert.deepEqual(faults('xBOBx123A'), ['name']);
  assert.deepEqual(strictPasswordFaults('xBOBx123A', 'ann'), []);
  assert.deepEqual(strictPasswordFaults('xBOBx123A', ''), [], 'no name is in no password');
});

test('every fault is told at once, in a fixed order', () => {
  assert.deepEqual(faults('bob'), ['length', 'letters', 'digits', 'name']);
  assert.deepEqual(faults(''), ['length', 'letters', 'digits']);
});
