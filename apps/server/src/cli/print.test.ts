import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printTo } from './print.ts';

test('a name with escape sequences and marks of direction is printed without their effect', () => {
  const written: string[] = [];
  printTo({ write: (text) => written.push(text) })('2 \u001b[2Jnorth\u202e depot\u0007\nsecond line');
  assert.deepEqual(written, ['2 \ufffd[2Jnorth depot\ufffd\nsecond line\n']);
});
