// The words for what a schema has against a value, and the row they belong to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postCustomEvent } from '@outrider/contract';
import { isEmpty, problemsOf } from './draft.ts';
import { issueWords } from '../../lib/issue-words.ts';

const words = (issue: Omit<Parameters<typeof issueWords>[0], 'path' | 'message'> & { message?: string }): string =>
  issueWords({ path: [], message: 'said by zod', ...issue }, 'Plate');

test('each kind of problem names the field and what is wrong', () => {
  assert.equal(words({ code: 'too_small', origin: 'string', minimum: 1 }), 'Plate is missing.');
  assert.equal(words({ code: 'too_small', origin: 'string', minimum: 8 }), 'Plate: at least 8 characters.');
  assert.equal(words({ code: 'too_small', origin: 'number', minimum: 8 }), 'Plate: at least 8.');
  assert.equal(words({ code: 'too_small', origin: 'array', minimum: 1 }), 'Plate: choose at least 1.');
  assert.equal(words({ code: 'too_big', origin: 'array', maximum: 100 }), 'Plate: at most 100, take some away.');
  assert.equal(
    words({ code: 'invalid_value', message: 'Invalid option: expected one of "a"|"b"' }),
    'Plate cannot be this.',
  );
  assert.equal(
    words({ code: 'invalid_format', message: 'Invalid string: must match pattern' }),
    'Plate cannot be this.',
  );
});

test('a rule of the contract says its own sentence, filled on the page and not by the server', () => {
  assert.equal(words({ code: 'custom', message: 'Not on Mondays.' }), 'Not on Mondays.');
  const params = { text: 'Not before {day}.', values: { day: 'Tuesday' } };
  assert.equal(words({ code: 'custom', message: 'as the server says it', params }), 'Not before Tuesday.');
});

test('a problem inside a list or object belongs to its row, one that no row is about to the whole', () => {
  const draft = {
    deviceid: ['A', '<b>'],
    start: Number.NaN,
    end: 0,
    downloadplan: [1],
    streamtype: [],
    audioout: true,
  };
  const rows = [
    { key: 'deviceid', label: 'Devices' },
    { key: 'device', label: 'Another' },
  ];
  const found = problemsOf(postCustomEvent, draft, rows);
  assert.deepEqual([...found.keys()], ['deviceid', '']);
  assert.match(found.get('deviceid') ?? '', /^A device id is 1 to 31 characters/);
  assert.equal(found.get(''), 'start is missing.');
});

test('nothing typed, ticked or chosen is empty; 0 and off are not', () => {
  assert.deepEqual(['', [], Number.NaN, undefined].map(isEmpty), [true, true, true, true]);
  assert.deepEqual([0, false, ' ', [0]].map(isEmpty), [false, false, false, false]);
});
