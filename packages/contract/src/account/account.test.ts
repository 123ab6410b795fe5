// The rules of an account's form, one at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRICT_PASSWORD_RULE, accountForm, expiryDay, mapPlace } from './account.ts';

const filled = {
  editingName: 'bob',
  editingChangingPassword: true,
  password: 'Abcdefg1',
  repeat: 'Abcdefg1',
  editingPermission: 2,
  editingGroupid: '1',
  expirydate: '',
  rdbretention: 0,
  maplocation: '',
  mail1: '',
  phone: '',
  extuser: '',
  extpass: '',
  memo: '',
};
const faults = (changes: Partial<typeof filled>, strict = true): string[] =>
  (accountForm({ taken: new Set(['ann']), strict }).safeEncode({ ...filled, ...changes }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
const password = (text: string): string[] => faults({ password: text, repeat: text });
const weak = [`password: ${STRICT_PASSWORD_RULE}`];

test('[A-USER-020] the stricter variant takes no password of 7 characters', () => {
  assert.deepEqual(password('Abcdef1'), weak);
  assert.deepEqual(password('Abcdefg1'), []);
  assert.deepEqual(faults({ password: 'abc', repeat: 'abc' }, false), [], 'any but an empty one without the variant');
});

test('[A-USER-021] the stricter variant asks for both cases, and digits or special characters', () => {
  for (const text of ['abcdefg1', 'ABCDEFG1', 'Abcdefgh']) assert.deepEqual(password(text), weak, text);
  for (const text of ['Abcdefg1', 'Abcdefg#']) assert.deepEqual(password(text), [], text);
});

test('[A-USER-022] the stricter variant takes no password that holds the user id, in any case', () => {
  for (const text of ['xBob1234', 'xbob123A']) assert.deepEqual(password(text), weak, text);
});

test('[A-USER-026] an expiry date is YYYY-MM-DD of a day that there is', () => {
  for (const day of ['2024-02-29', '2030-12-31', '']) assert.ok(expiryDay.safeParse(day).success, day);
  for (const day of ['2023-02-29', '29/02/2024', '2024-13-40', '2024-2-9', '2024-02-29T00:00:00Z'])
    assert.ok(!expiryDay.safeParse(day).success, day);
});

test('a map location is latitude and longitude in their ranges', () => {
  for (const place of ['24.07,120.52', '-90, 180', '']) assert.ok(mapPlace.safeParse(place).success, place);
  for (const place of ['abc', '91,0', '0,181', '24.07', '24.07,120.52,1', ','])
    assert.ok(!mapPlace.safeParse(place).success, place);
});

test('a name that is taken, an empty password and another repetition are refused by their fields', () => {
  assert.deepEqual(faults({ editingName: 'Ann' }), ['editingName: There is an account of this name already.']);
  assert.deepEqual(faults({ password: '', repeat: '' }), ['password: Enter a password.']);
  assert.deepEqual(faults({ repeat: 'x' }), ['repeat: Incorrect']);
  const kept = { editingChangingPassword: false, password: '', repeat: 'x' };
  assert.deepEqual(faults(kept), [], 'a password that is not changed does not count');
});
