// How alarms are named, how much they matter, and where a click leads.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { alarmSeverity, alarmTitle, deviceAddress, isSos } from './alarm-words.ts';

it('names an alarm with its note, as its push calls it', () => {
  assert.equal(alarmTitle({ name: 'Over speed', note: '' }), 'Over speed');
  assert.equal(alarmTitle({ name: 'External alarm', note: 'SOS' }), 'External alarm: SOS');
  assert.equal(alarmTitle({ name: '4242', note: '' }), '4242');
});
it('only an SOS is a call for help, and that is urgent', () => {
  assert.deepEqual(
    [isSos({ code: 19, note: 'SOS' }), isSos({ code: 19, note: '' }), isSos({ code: 13, note: 'SOS' })],
    [true, false, false],
  );
  assert.deepEqual(alarmSeverity({ code: 19, note: 'SOS' }), { severity: 'urgent', text: 'Urgent' });
  const words = new Set(
    [19, 13, 18, 0, 704, 12].map(
      (code) => `${alarmSeverity({ code, note: '' }).severity} ${alarmSeverity({ code, note: '' }).text}`,
    ),
  );
  for (const word of words) assert.match(word, /^(?:urgent Urgent|warning Warning|notice Notice)$/);
});
it('leads to live view for who may watch', () => {
  assert.equal(deviceAddress('A/1', { level: 0, rights: new Set(['P_live']) }), '/liveview/A%2F1');
});
