// What is said of several events in one message: within what mail and text message take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SMS_TEXT } from '@outrider/contract';
import { mailOf, type Notice, textMessageOf } from './words.ts';

const notice = (serialno: number, more: Partial<Notice> = {}): Notice => ({
  serialno,
  code: 19,
  name: 'SOS',
  message: '',
  device: 'Bus 7 (13800000871)',
  eventTime: '2026-03-01 09:00:00',
  place: '',
  speedKmh: 0,
  ...more,
});

test('a text message of several events fits, however much the first of them says, and all are counted', () => {
  const long = notice(1, { message: 'x'.repeat(2000) });
  const text = textMessageOf([long, notice(2), notice(3)], 40);
  assert.equal(text.length, MAX_SMS_TEXT);
  assert.match(text, /^40 events: SOS: x+; and 39 more$/);
  const several = textMessageOf(
    Array.from({ length: 40 }, (_, i) => notice(i)),
    1000,
  );
  const said = several.split('Bus 7').length - 1;
  assert.ok(said > 5 && several.length <= MAX_SMS_TEXT, several);
  assert.ok(several.endsWith(`; and ${1000 - said} more`), several);
});

test('a mail of several events has a line for each, whatever a device says', () => {
  const { subject, text } = mailOf(
    [
      notice(1, { message: 'two\r\nlines' }),
      notice(2, { name: 'Shock', message: 'x'.repeat(2000), place: '25, 121.5' }),
    ],
    2,
  );
  assert.equal(subject, '2 events: SOS, Shock');
  const [head, gap, first, second = '', ...more] = text.split('\n');
  assert.deepEqual(
    [head, gap, first, more],
    [
      '2 events since the last mail:',
      '',
      '2026-03-01 09:00:00, SOS: two lines, Bus 7 (13800000871), 0 km/h, event 1',
      [''],
    ],
  );
  assert.match(second, /^2026-03-01 09:00:00, Shock: x{293}, Bus 7 \(13800000871\), 25, 121\.5, 0 km\/h, event 2$/);
});
