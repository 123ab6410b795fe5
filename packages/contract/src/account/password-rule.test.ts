// The stricter rule for new passwords, one fault at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordChange, strictPasswordFaults } from './password-rule.ts';

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

test('a change of password needs the current one, a new one, and the same again; an empty field is missing, not incorrect', () => {
  const wrongIn = (draft: Record<string, string>, strict = false): string[] => {
    const schema = passwordChange({ userName: 'bob', isCurrent: (password) => password === 'old', strict });
    const { error } = schema.safeParse({ current: 'old', next: 'new', repeat: 'new', ...draft });
    return (error?.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);
  };
  assert.deepEqual(wrongIn({}), []);
  assert.deepEqual(wrongIn({ current: 'x', repeat: 'ne' }), ['current custom', 'repeat custom']);
  assert.deepEqual(wrongIn({ current: '' }), ['current too_small']);
  assert.deepEqual(wrongIn({ next: '', repeat: '' }), ['next too_small']);
  assert.deepEqual(wrongIn({ next: 'abc', repeat: 'abc' }), []);
  assert.deepEqual(wrongIn({ next: 'abc', repeat: 'abc' }, true), ['next custom']);
});
