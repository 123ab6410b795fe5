// From an event and its plan to what is fetched: the parts of a day, the ignition, channels, seconds, photos.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POST_S, DEFAULT_PRE_S, readTimeParts, timePartsText, utcParts } from '@outrider/contract';
import { planOf } from './test-plan.ts';
import { isDue, isWanted, type PlannedDevice, type PlannedEvent, wantedOf } from './wanted.ts';

const MINUTE_MS = 60_000;
const AT_MS = Date.UTC(2026, 6, 1, 12);
const eventOf = (changes: Partial<PlannedEvent> = {}): PlannedEvent => ({
  serialno: 5,
  deviceKey: 1,
  code: 19,
  deviceMs: AT_MS,
  receivedMs: changes.deviceMs ?? AT_MS,
  sourceType: 0,
  accOn: null,
  ...changes,
});
const deviceOf = (changes: Partial<PlannedDevice> = {}): PlannedDevice => ({
  channels: [1, 2, 3, 4],
  utcOffsetMinutes: 0,
  accOn: false,
  ...changes,
});
/** A plan whose parts somebody chose so on clocks that were `timeoffset` minutes east of UTC. */
const chosen = (local: string, timeoffset: number) =>
  planOf({ entimepart: true, timeoffset, timepart: timePartsText(utcParts(readTimeParts(local) ?? [], timeoffset)) });
/** Whether an event is wanted at this time of the device's clock, which is so many minutes east of UTC. */
const at = (plan: ReturnType<typeof planOf>, time: string, utcOffsetMinutes: number): boolean => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const deviceMs = Date.UTC(2026, 6, 1, hours, minutes, 59) - utcOffsetMinutes * MINUTE_MS;
  return isWanted(plan, eventOf({ deviceMs }), deviceOf({ utcOffsetMinutes }));
};

test('parts of a day are those of the clock of the device: summer time does not move what was chosen in winter', () => {
  const plan = chosen('480-539', 60);
  assert.equal(plan.timepart, '420-479');
  for (const offset of [60, 120, 480, -300])
    assert.deepEqual(
      ['07:59', '08:00', '08:59', '09:00'].map((time) => at(plan, time, offset)),
      [false, true, true, false],
      `${offset} minutes east`,
    );
});

test('parts past midnight, of the chooser or of UTC', () => {
  const night = chosen('1380-1439,0-59', 60);
  const morning = chosen('300-539', 480);
  assert.equal(morning.timepart, '0-59,1260-1439', 'UTC begins a day within it');
  for (const offset of [60, 120, -300]) {
    const nights = ['22:59', '23:00', '23:59', '00:00', '00:59', '01:00'].map((time) => at(night, time, offset));
    assert.deepEqual(nights, [false, true, true, true, true, false]);
    const mornings = ['04:59', '05:00', '08:59', '09:00'].map((time) => at(morning, time, offset));
    assert.deepEqual(mornings, [false, true, true, false]);
  }
});

test('a plan that does not say on which clocks its parts were chosen means UTC; one without parts any time', () => {
  const plan = planOf({ entimepart: true, timepart: '720-720' });
  const wanted = (deviceMs: number): boolean =>
    isWanted(plan, eventOf({ deviceMs }), deviceOf({ utcOffsetMinutes: 480 }));
  assert.deepEqual([wanted(AT_MS - 1), wanted(AT_MS), wanted(AT_MS + MINUTE_MS)], [false, true, false]);
  assert.equal(at(planOf({ timepart: '0-1' }), '12:00', 0), true);
});

test('with the ignition off only: by the report of the event, else by what the device is now', () => {
  const plan = planOf({ accoffonly: true });
  const wanted = (event: boolean | null, device: boolean): boolean =>
    isWanted(plan, eventOf({ accOn: event }), deviceOf({ accOn: device }));
  assert.deepEqual([wanted(true, false), wanted(false, true)], [false, true]);
  assert.deepEqual([wanted(null, true), wanted(null, false)], [false, true]);
  assert.equal(isWanted(planOf(), eventOf({ accOn: true }), deviceOf({ accOn: true })), true, 'not asked for');
});

test('footage of the installed ones of the channels, from pre to post seconds, when the recorder has closed it', () => {
  const [footage, ...more] = wantedOf(planOf(), eventOf(), deviceOf({ channels: [2, 3] }), AT_MS);
  assert.deepEqual(more, []);
  assert.deepEqual(footage, {
    eventSerial: 5,
    kind: 'footage',
    deviceKey: 1,
    code: 19,
    eventMs: AT_MS,
    dueMs: AT_MS + 8000,
    startMs: AT_MS - 20_000,
    endMs: AT_MS + 5000,
    channels: [3],
    mainChannels: [3],
    audio: false,
    createdMs: AT_MS,
  });
  assert.deepEqual(wantedOf(planOf(), eventOf(), deviceOf({ channels: [2, 4] }), AT_MS), [], 'none of them installed');
  const [late] = wantedOf(planOf(), eventOf(), deviceOf(), AT_MS + 60_000);
  assert.equal(late?.dueMs, AT_MS + 60_000, 'at once where it is over');
});

test('maxbackupsecs cuts the end; without seconds those of the server count', () => {
  const spanOf = (changes: Parameters<typeof planOf>[0]) => {
    const [footage] = wantedOf(planOf(changes), eventOf(), deviceOf(), AT_MS);
    return footage && [(AT_MS - footage.startMs) / 1000, (footage.endMs - AT_MS) / 1000];
  };
  assert.deepEqual(spanOf({ maxbackupsecs: 22 }), [20, 2]);
  assert.deepEqual(spanOf({ maxbackupsecs: 12 }), [20, -8]);
  assert.deepEqual(spanOf({ maxbackupsecs: 90 }), [20, 5]);
  assert.deepEqual(spanOf({ preoffset: null, postoffset: null }), [DEFAULT_PRE_S, DEFAULT_POST_S]);
  assert.equal(spanOf({ preoffset: 0, postoffset: 0 }), undefined, 'nothing of no length');
});

test('the media type says what is fetched, and whether with sound; snapshotmode 1 takes photos again at the end', () => {
  const fetched = (changes: Parameters<typeof planOf>[0]) =>
    wantedOf(planOf(changes), eventOf(), deviceOf(), AT_MS).map(({ kind, audio, dueMs }) => [
      kind,
      audio,
      (dueMs - AT_MS) / 1000,
    ]);
  assert.deepEqual(fetched({ mediatype: '1' }), [['footage', false, 8]]);
  assert.deepEqual(fetched({ mediatype: '3', snapshotmode: 1 }), [['footage', true, 8]]);
  assert.deepEqual(fetched({ mediatype: '4' }), [['photos', false, 0]]);
  assert.deepEqual(fetched({ mediatype: '4', snapshotmode: 1 }), [
    ['photos', false, 0],
    ['photos', false, 5],
  ]);
  assert.deepEqual(fetched({ mediatype: '5' }), [
    ['footage', false, 8],
    ['photos', false, 0],
  ]);
  assert.deepEqual(fetched({ mediatype: '6', snapshotmode: 1, postoffset: 0 }), [
    ['footage', true, 3],
    ['photos', true, 0],
    ['photos', true, 1],
  ]);
});

test('an event that is older than six hours gets its footage and no photos: they would show the present', () => {
  const HOUR_MS = 3_600_000;
  const kindsAt = (mediatype: '4' | '5', nowMs: number) =>
    wantedOf(planOf({ mediatype, snapshotmode: 1 }), eventOf(), deviceOf(), nowMs).map(({ kind }) => kind);
  const both = ['footage', 'photos', 'photos'];
  assert.deepEqual([kindsAt('5', AT_MS), kindsAt('5', AT_MS + 6 * HOUR_MS)], [both, both]);
  assert.deepEqual(kindsAt('5', AT_MS + 6 * HOUR_MS + 1), ['footage']);
  assert.deepEqual(kindsAt('4', AT_MS + 6 * HOUR_MS + 1), []);
  assert.deepEqual(kindsAt('4', AT_MS - HOUR_MS), ['photos', 'photos'], 'a clock that is ahead');
});

test('with a clock that is hours ahead it is due by when it was told; decades ahead brings no footage and photos at once', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  const plan = planOf({ mediatype: '5', snapshotmode: 1 });
  const dueAt = (deviceMs: number) =>
    wantedOf(plan, eventOf({ deviceMs, receivedMs: AT_MS }), deviceOf(), AT_MS).map(({ kind, dueMs }) => [
      kind,
      (dueMs - AT_MS) / 1000,
    ]);
  const photos = [
    ['photos', 0],
    ['photos', 5],
  ];
  for (const aheadMs of [0, 2000, 5 * HOUR_MS, 24 * HOUR_MS])
    assert.deepEqual(dueAt(AT_MS + aheadMs), [['footage', 8], ...photos], `${aheadMs} ms ahead`);
  for (const year of [2027, 2046, 2099]) assert.deepEqual(dueAt(Date.UTC(year, 0, 1)), photos, `in ${year}`);
  assert.deepEqual(dueAt(Date.UTC(2000, 0, 1)), [['footage', 8], ...photos], 'what a recorder dates so is there');
});

test('what would wait for longer than anything has to is due at once', () => {
  const due = [-1, 0, 1, 603_000, 700_000, 20 * 365 * 86_400_000].map((afterMs) => isDue(AT_MS + afterMs, AT_MS));
  assert.deepEqual(due, [true, true, false, false, true, true]);
});

test('photos of a device whose clock says what cannot be go by when it told of the event', () => {
  const plan = planOf({ mediatype: '4', downloadplan: [1] });
  const counted = (deviceMs: number, nowMs: number) =>
    wantedOf(plan, eventOf({ deviceMs, receivedMs: AT_MS }), deviceOf(), nowMs).length;
  const without = Date.UTC(2000, 0, 1);
  assert.deepEqual([counted(without, AT_MS + 1000), counted(without, AT_MS + 7 * 60 * MINUTE_MS)], [1, 0]);
  assert.equal(counted(AT_MS - 7 * 60 * MINUTE_MS, AT_MS + 1000), 0, 'seven hours back is a time that can be');
});
