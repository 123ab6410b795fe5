// When a change of password may be saved, and which field says that it is wrong.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword } from '../../../lib/password-hash.ts';
import { checkPassword } from './logic.ts';

const rules = { userName: 'bob', storedHash: hashPassword('old'), strict: false };
const draft = { current: 'old', next: 'new', repeat: 'new' };

describe('a change of password', () => {
  it('is ready with the current password, a new one and the same again', () => {
    assert.deepEqual(checkPassword(draft, rules), {
      currentWrong: false,
      repeatWrong: false,
      faults: [],
      ready: true,
    });
    assert.equal(checkPassword(draft, { ...rules, storedHash: rules.storedHash.toLowerCase() }).ready, true);
  });

  it('is wrong only where something is typed', () => {
    const empty = checkPassword({ current: '', next: '', repeat: '' }, rules);
    assert.deepEqual(empty, { currentWrong: false, repeatWrong: false, faults: [], ready: false });
    const both = checkPassword({ current: 'x', next: 'new', repeat: 'ne' }, rules);
    assert.deepEqual([both.currentWrong, both.repeatWrong, both.ready], [true, true, false]);
  });

  it('is not ready without a new password, even where both are empty', () => {
    assert.equal(checkPassword({ ...draft, next: '', repeat: '' }, rules).ready, false);
  });

  it('asks for more only on the stricter deployment', () => {
    assert.deepEqual(checkPassword({ ...draft, next: 'abc', repeat: 'abc' }, rules).faults, []);
    const strict = checkPassword({ ...draft, next: 'abc', repeat: 'abc' }, { ...rules, strict: true });
    assert.deepEqual([strict.faults, strict.ready], [['length', 'letters', 'digits'], false]);
  });
});
