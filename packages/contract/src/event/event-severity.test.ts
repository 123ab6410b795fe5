// How much alarms matter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventCodes } from './event-codes.ts';
import { severityOf } from './event-severity.ts';

test('a call for help, a crash and a driver who falls asleep are urgent; what nobody is told of is a notice', () => {
  assert.equal(severityOf(19, 'SOS'), 'urgent');
  assert.equal(severityOf(19, 'Camera fault'), 'warning');
  for (const code of [16, 116, 704, 706, 740, 1832]) assert.equal(severityOf(code), 'urgent', String(code));
  for (const code of [12, 13, 15, 101, 742]) assert.equal(severityOf(code), 'warning', String(code));
  for (const code of [4, 14, 18, 4711]) assert.equal(severityOf(code), 'notice', String(code));
  for (const { code, alarm } of eventCodes) if (!alarm) assert.equal(severityOf(code), 'notice', String(code));
});
