// The lines of /testvcp: what becomes JSON, what stays text, what is hidden.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learned, lineOf, nothingLearned, presetLetters, sentLine, shownLine, testerLetters } from './tester.ts';

test('24 letters: no L, and M is the code', () => {
  assert.equal(testerLetters.join(''), 'ABCDEFGHIJKNOPQRSTUVWXYZ');
});

test('what is JSON goes as such, but names, tokens and secrets, which are text', () => {
  const letters = { A: 'UP', C: '1', I: '13800000101', Z: '{"a":[1]}', B: '', X: '"7"' };
  assert.equal(lineOf('D12', letters), '{"M":"D12","A":"UP","C":1,"I":"13800000101","X":"7","Z":{"a":[1]}}');
  assert.equal(lineOf('Q04', { T: '5', C: '6' }), '{"M":"Q04","C":6,"T":"5"}');
});

test('the hash is put in its place when it is sent, and it and the token are never shown', () => {
  const line = lineOf('Q02', presetLetters('Q02', { ...nothingLearned, user: 'ann' }));
  assert.equal(line, '{"M":"Q02","P":"***","U":"ann"}');
  assert.equal(sentLine(line, 'HASH'), '{"M":"Q02","P":"HASH","U":"ann"}');
  assert.equal(sentLine('no JSON', 'HASH'), 'no JSON');
  assert.equal(shownLine(sentLine(line, 'HASH')), line);
  assert.equal(shownLine('{"M":"Q02","R":"1","K":"token"}'), '{"M":"Q02","R":"1","K":"***"}');
  assert.equal(shownLine('{"M":"DB1","P":"HASH"}'), '{"M":"DB1","P":"***"}');
  assert.equal(shownLine('x'.repeat(5000)).length, 4008);
});

test('what a list said fills the presets that need it', () => {
  let known = learned(nothingLearned, { M: 'Q03', Z: [{ deviceid: 'A' }, { deviceid: 'B' }] });
  known = learned(known, { M: 'Q03', Z: 'fin', T: 'l1', C: 4 });
  assert.deepEqual(presetLetters('Q04', { ...known, user: '' }), { T: 'l1', C: '4' });
  assert.deepEqual(presetLetters('Q05', { ...known, user: '' }), { I: 'A' });
  assert.deepEqual(learned(known, { M: 'Q05', Z: 'fin' }), known);
});
