// The words for how far a request is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileRequest } from '@outrider/contract';
import { requestText } from './request-words.ts';

const NOW_MS = new Date(2026, 2, 1, 14, 0, 0).getTime();
const request = (changes: Partial<FileRequest>): string =>
  requestText(
    {
      serialno: 1,
      deviceid: 'A',
      state: 'waiting',
      reason: '',
      online: true,
      announced: 3,
      arrived: 0,
      size: 0,
      received: 0,
      tries: 0,
      lasttry: null,
      nexttry: NOW_MS + 1000,
      ...changes,
    },
    NOW_MS,
  );

test('each state has its words, and nothing is said when the files are there', () => {
  assert.equal(request({}), '0 of 3 files arrived. The device is asked in a moment.');
  assert.equal(
    request({ state: 'asked', nexttry: null }),
    '0 of 3 files arrived. The device was asked, waiting for it to send.',
  );
  assert.equal(
    request({ state: 'receiving', arrived: 1, size: 1000, received: 428 }),
    '1 of 3 files arrived. Receiving, 42 %.',
  );
  assert.equal(request({ state: 'receiving', size: 0 }), '0 of 3 files arrived. Receiving, 0 %.');
  assert.equal(request({ state: 'receiving', size: 9, received: 9 }), '0 of 3 files arrived. Receiving, 99 %.');
  assert.equal(request({ state: 'done', arrived: 3 }), '');
});

test('what went wrong and when it goes on are said; a device that is away is not given a time', () => {
  const later = { tries: 2, nexttry: NOW_MS + 65 * 60_000 };
  assert.match(
    request({ ...later, reason: 'refused' }),
    /^0 of 3 files arrived\. The device refused\. It is asked again at 15:05:00\.$/,
  );
  assert.equal(
    request({ ...later, reason: 'broke-off', arrived: 2, online: false }),
    '2 of 3 files arrived. The device is offline. It is asked as soon as it is back.',
  );
  assert.equal(
    request({ state: 'asked', online: false, nexttry: null }),
    '0 of 3 files arrived. The device is offline. It is asked as soon as it is back.',
  );
  assert.match(request({ ...later, nexttry: NOW_MS + 24 * 3_600_000 }), /again at .*2.* 14:00:00\.$/);
  assert.equal(
    request({ reason: 'switched-off', online: false, nexttry: null }),
    '0 of 3 files arrived. This server does not ask devices for the files of alarms.',
  );
});

test('given up is given up, with its reason and what came nevertheless', () => {
  const givenUp = { state: 'given-up', nexttry: null, tries: 9 } as const;
  assert.equal(request({ ...givenUp, reason: 'no-answer' }), 'Given up. The device did not answer.');
  assert.equal(
    request({ ...givenUp, reason: 'fewer-files', arrived: 2 }),
    '2 of 3 files arrived. Given up. The device has fewer files than it announced.',
  );
});
