// The files of an alarm: how much a platform that asks for them has to keep.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAlarmSign } from '@outrider/jt808';
import { loadClips } from '../media/clip-store.ts';
import { SAFETY_ALARMS, type SafetyAlarm } from './alarm-desk.ts';
import { filesOfAlarm } from './attachments.ts';

const isKind = (name: string): name is SafetyAlarm => Object.hasOwn(SAFETY_ALARMS, name);

test('the three files of an alarm are 120 kB at most, of any kind', () => {
  const clips = loadClips();
  assert.ok(clips);
  const atMs = 1_790_000_000_000;
  const sign = makeAlarmSign({ terminalId: '0000101', time: atMs, sequence: 0, attachments: 3 }, 16);
  for (const name of Object.keys(SAFETY_ALARMS).filter(isKind)) {
    const files = filesOfAlarm({ sign, name, atMs }, 'A1', clips);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    assert.deepEqual([files.length, bytes < 120_000], [3, true], `${name}: ${bytes} bytes`);
  }
});
