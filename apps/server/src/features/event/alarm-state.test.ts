// Alarms told as what a device reports: edges, lasting ones, repeats, active safety.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SafetyAlarm } from '../../kernel/topics.ts';
import { initialAlarms, stepAlarms, type AlarmStep, type SteppedReport } from './alarm-state.ts';

type Report = Partial<SteppedReport> & Pick<SteppedReport, 'alarm'>;
const START_MS = Date.UTC(2026, 0, 1);
/** A live report a second, received when it was made, where a report says nothing else. `at`: seconds after the start. */
const play = (...reports: (Report & { at?: number })[]): Pick<AlarmStep, 'raised' | 'cleared'>[] => {
  let state = initialAlarms;
  return reports.map(({ at, ...report }, i) => {
    const orderMs = START_MS + (at ?? i) * 1000;
    const step = stepAlarms(state, { story: 'live', orderMs, receivedMs: orderMs, ...report });
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
    origin: 'a0',
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
  const origin = `assistance.2.once.1.${SIGN.slice(0, 28)}`;
  assert.deepEqual(step?.raised, [
    { code: 700, note: '', key: null, call: false, origin, alarmSign: SIGN, attachments: 3 },
  ]);
});

test('an alarm of a dead zone is raised by itself; what goes on after it is live and raised again', () => {
  const steps = play(
    { alarm: 0, at: 0 },
    { alarm: OVERSPEED, at: 100 },
    { alarm: 0, at: 10, story: 'replayed' },
    { alarm: OVERSPEED, at: 20, story: 'replayed' },
    { alarm: OVERSPEED, at: 21, story: 'replayed' },
    { alarm: 0, at: 101 },
  );
  assert.deepEqual(steps.map(codes), [[], [13], [], [13], [], []]);
  assert.deepEqual(
    steps.map((s) => s.cleared),
    [[], [], [], [], [], ['a1']],
  );
});

test('what was on when a dead zone began is the same alarm in it', () => {
  const steps = play({ alarm: OVERSPEED, at: 0 }, { alarm: OVERSPEED, at: 10, story: 'replayed' });
  assert.deepEqual(steps.map(codes), [[13], []]);
});

test('a second dead zone is not silenced by what was on at the end of the first', () => {
  const steps = play(
    { alarm: SOS, at: 10, story: 'replayed' },
    { alarm: 0, at: 20 },
    { alarm: SOS, at: 30, story: 'replayed' },
  );
  assert.deepEqual(steps.map(codes), [[19], [], [19]]);
});

test('pressed, released in a dead zone, pressed again: the live press is an event of its own', () => {
  const steps = play({ alarm: SOS, at: 0 }, { alarm: 0, at: 10, story: 'replayed' }, { alarm: SOS, at: 20 });
  assert.deepEqual(steps.map(codes), [[19], [], [19]]);
});

test('a late report neither ends nor repeats what is on, and its own SOS is raised', () => {
  const steps = play(
    { alarm: OVERSPEED, at: 10 },
    { alarm: 0, at: 5, story: 'late' },
    { alarm: SOS, at: 6, story: 'late' },
    { alarm: OVERSPEED, at: 11 },
    { alarm: 0, at: 12 },
  );
  assert.deepEqual(steps.map(codes), [[13], [], [19], [], []]);
  assert.deepEqual(
    steps.map((s) => s.cleared),
    [[], [], [], [], ['a1']],
  );
});

test('a live report older than the newest change is late, also where nobody marked it', () => {
  const steps = play({ alarm: OVERSPEED, at: 10 }, { alarm: 0, at: 9 }, { alarm: OVERSPEED, at: 11 });
  assert.deepEqual(steps.map(codes), [[13], [], []]);
});

test('a clock that ran ahead and is set right does not make everything late', () => {
  const ahead = { receivedMs: START_MS };
  const steps = play(
    { alarm: OVERSPEED, at: 7200, ...ahead },
    { alarm: 0, at: 61, receivedMs: START_MS + 61_000 },
    { alarm: OVERSPEED, at: 62, receivedMs: START_MS + 62_000 },
  );
  assert.deepEqual(steps.map(codes), [[13], [], [13]]);
  assert.deepEqual(
    steps.map((s) => s.cleared),
    [[], ['a1'], []],
  );
});

test('a device that numbers its alarms from 0 again is recognised by the identification of the alarm', () => {
  const alarm = { source: 'driver', type: 3, flag: 'once', level: 1, alarmId: 0, ...files } as const;
  const steps = play({ alarm: 0, safety: [alarm] }, { alarm: 0, safety: [{ ...alarm, signKey: 'later' }] });
  assert.deepEqual(steps.map(codes), [[744], [744]]);
});

test('nothing new leaves the state the same object, so that it is not stored', () => {
  const report = { story: 'live', orderMs: START_MS, receivedMs: START_MS, alarm: OVERSPEED } as const;
  const { state } = stepAlarms(initialAlarms, report);
  assert.equal(stepAlarms(state, { ...report, orderMs: START_MS + 1000 }).state, state);
  assert.equal(stepAlarms(initialAlarms, { ...report, alarm: 0 }).state, initialAlarms);
});

test('a late report without the video item says what was known at its time, not what is on now', () => {
  const steps = play(
    { alarm: 0, videoAlarm: 0, at: 0 },
    { alarm: 0, videoAlarm: 1, at: 10 },
    { alarm: OVERSPEED, at: 5, story: 'late' },
  );
  assert.deepEqual(steps.map(codes), [[], [15], [13]]);
});

test('of reports kept back, older than everything known, each is compared with the one before it', () => {
  const steps = play(
    { alarm: 0, at: 100 },
    { alarm: OVERSPEED, at: 10, story: 'replayed' },
    { alarm: OVERSPEED, at: 5, story: 'replayed' },
  );
  assert.deepEqual(steps.map(codes), [[], [13], []]);
});
