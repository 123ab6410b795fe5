import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarks, plainText, readPlainJson } from './plain-text.ts';

test('marks of direction and invisible ones go, controls are shown, and what people write stays', () => {
  assert.equal(plainText('invoice_\u202egpj.exe'), 'invoice_gpj.exe');
  assert.equal(plainText('\u2066A\u2069B\u200e\u200f\u061cC\ufeff\u200b\u2060\u{e0041}D'), 'ABCD');
  assert.equal(
    plainText('red \u001b[31m bell \u0007 \u009b2J del \u007f'),
    'red \ufffd[31m bell \ufffd \ufffd2J del \ufffd',
  );
  assert.equal(plainText('row\rover\u2028next\u0000'), 'row\ufffdover\ufffdnext\ufffd');
  for (const kept of ['車牌 ABC-123', 'حافلة ٧', 'אוטובוס', 'नमस्ते', '👩‍👧 naïve', 'two\n\tlines', '川A·12345'])
    assert.equal(plainText(kept), kept);
  assert.equal(plainText('two\r\nlines'), 'two\nlines');
});

test('every text of a JSON is read plain, however it is written there; all else as it is', () => {
  assert.deepEqual(readPlainJson('{"a":"x\\u202ey","b":["\\u001b[2J",{"c":"\u202ez"}],"d":1,"e":null}'), {
    a: 'xy',
    b: ['\ufffd[2J', { c: 'z' }],
    d: 1,
    e: null,
  });
  assert.deepEqual(readPlainJson('"over\\rwritten\\b"'), 'over\ufffdwritten\ufffd');
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme-composite' }), (value) => {
      const read = readPlainJson(JSON.stringify(value));
      const again = readPlainJson(JSON.stringify(read));
      assert.deepEqual(again, read);
    }),
    { seed: 5, numRuns: 300 },
  );
});

test('a line of JSON with its marks escaped says the same', () => {
  const value = { a: 'x\u202ey\u{e0041}\u009b\u2028', b: '車' };
  const line = escapeMarks(JSON.stringify(value));
  assert.match(line, /^[\u0020-\u007e車]*$/);
  assert.deepEqual(JSON.parse(line), value);
});
