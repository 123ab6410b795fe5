// Alarms told as what a device reports: edges, lasting ones, repeats, active safety.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SafetyAlarm } from '../../kernel/topics.ts';
import { initialAlarms, stepAlarms, type AlarmStep } from './alarm-state.ts';

type Report = Parameters<typeof stepAlarms>[1];
const play = (...reports: Report[]): Pick<AlarmStep, 'raised' | 'cleared'>[] => {
  let state = initialAlarms;
  return reports.map((report) => {
    const step = stepAlarms(state, report);
    state = step.state;
    return { raised: step.raised, cleared: step.cleared };
  });
};
const codes = (step: { raised: { code: number }[] } | undefined): number[] => step?.raised.map((r) => r.code) ?? [];
const OVERSPEED = 1 << 1;
const SOS = 1;
const SIGN = '30303030303031261122120000010300';
const files = { sign: SIGN, signKey: SIGN.slice(0, 28), attachments: 3 };

test('over speed is raised once while its bit stays, and recovered when it clears', () => {
  const steps = play({ alarm: 0 }, { alarm: OVERSPEED }, { alarm: OVERSPEED }, { alarm: 0 });
  assert.deepEqual(steps.map(codes), [[], [13], [], []]);
  assert.deepEqual(
    steps.map((s) => s.cleared),
    [[], [], [], ['a1']],
  );
});

test('an SOS is a call, does not last, and a second press is a second event', () => {
  const steps = play({ alarm: SOS }, { alarm: 0 }, { alarm: SOS });
  assert.deepEqual(steps.map(codes), [[19], [], [19]]);
  assert.deepEqual(steps[0]?.raised[0], {
    code: 19,
    note: 'SOS',
    key: null,
    call: true,
    alarmSign: null,
    attachments: 0,
  });
  assert.deepEqual(steps[1]?.cleared, []);
});

test('bit 31 is read without a sign', () => {
  assert.deepEqual(codes(play({ alarm: 0x80000000 })[0]), [18]);
  assert.deepEqual(play({ alarm: 0xffffffff }, { alarm: 0 })[1]?.cleared.length, 32 - 7);
});

test('a report without the video alarm item leaves video alarms as they are', () => {
  const steps = play({ alarm: 0, videoAlarm: 1 }, { alarm: 0 }, { alarm: 0, videoAlarm: 0 });
  assert.deepEqual(steps.map(codes), [[15], [], []]);
  assert.deepEqual(
    steps.map((s) => s.cleared),
    [[], [], ['v0']],
  );
});

test('active safety: start and end make two events and a recovery, a repeated item none', () => {
  const smoking = (flag: SafetyAlarm['flag'], alarmId: number): Report => ({
    alarm: 0,
    safety: [{ source: 'driver', type: 3, flag, level: 1, alarmId, ...files }],
  });
  const steps = play(smoking('start', 7), smoking('start', 7), smoking('end', 7));
  assert.deepEqual(steps.map(codes), [[744], [], [745]]);
  assert.deepEqual(steps[2]?.cleared, ['driver.744']);
});

test('a single active-safety alarm does not last', () => {
  const [step] = play({
    alarm: 0,
    safety: [{ source: 'assistance', type: 2, flag: 'once', level: 1, side: 'left', alarmId: 1, ...files }],
  });
  assert.deepEqual(step?.raised, [{ code: 700, note: '', key: null, call: false, alarmSign: SIGN, attachments: 3 }]);
});
