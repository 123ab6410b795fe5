// The small rules of lib: units, times, the password hash, the deployment's settings.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDeployment } from '@outrider/contract';
import { hashPassword } from './password-hash.ts';
import { ageOf, formatClockAt, formatSaidDay, formatZone, isoTime } from './time.ts';
import { inUnit, speedIn, speedUnit } from './units.ts';

describe('units', () => {
  it('[F-UNIT-003 F-CONST-039] takes a mile as 0.6214 per kilometre', () => {
    assert.equal(inUnit(100, 'mile').toFixed(4), '62.1400');
    assert.equal(inUnit(100, 'kilometre'), 100);
    assert.deepEqual([speedIn(100, 'mile'), speedUnit('mile')], [62, 'mi/h']);
    assert.deepEqual([speedIn(99.6, 'kilometre'), speedUnit('kilometre')], [100, 'km/h']);
  });
});

const age = (seconds: number): string => Object.values(ageOf(0, seconds * 1000)).join(' ');

describe('times', () => {
  it('shows the clock of a server elsewhere', () => {
    assert.equal(formatClockAt(Date.UTC(2026, 0, 1, 20, 5, 9), 480), '04:05:09');
    assert.equal(formatClockAt(Date.UTC(2026, 0, 1, 2, 5, 9), -210), '22:35:09');
  });
  it('says a day as people do, with the year where it is another one', () => {
    const ms = new Date(2026, 10, 22, 14, 32).getTime();
    const said = ['en', 'zh-Hant'].map((tag) => formatSaidDay(ms, ms, tag));
    assert.deepEqual(said, ['Sunday 22 Nov', '11月22日星期日']);
    assert.equal(formatSaidDay(ms, new Date(2027, 0, 1).getTime(), ''), 'Sunday 22 Nov 2026');
  });
  it('names zones', () => {
    assert.deepEqual([480, -210, 330, 0].map(formatZone), ['UTC+8', 'UTC-3:30', 'UTC+5:30', 'UTC']);
  });
  it('counts an age in one unit, never below zero', () => {
    assert.deepEqual([-5, 59, 60, 3599, 3600, 90_000].map(age), [
      '0 second',
      '59 second',
      '1 minute',
      '59 minute',
      '1 hour',
      '1 day',
    ]);
  });
  it('has no machine form for a moment outside the calendar', () => {
    assert.deepEqual([isoTime(Number.NaN), isoTime(0)], ['', '1970-01-01T00:00:00.000Z']);
  });
});

it('[F-AUTH-002 F-CONST-040] hashes a password to 64 upper-case hex digits', () => {
  assert.equal(hashPassword('abc'), 'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD');
});

it('keeps the standard where a setting is missing or of another type', () => {
  const standard = readDeployment(undefined);
  assert.deepEqual(
    readDeployment({ disableMap: 'yes', disabledRights: ['P_live'], defaultLocale: 'xx', mapZoom: 99, other: 1 }),
    { ...standard, disabledRights: ['P_live'] },
  );
  assert.equal(readDeployment({ disableMap: true, defaultLocale: 'tw' }).defaultLocale, 'tw');
});
