// Which alarm a picture belongs to, and tickets that open once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { Linking, nearestAlarm } from './linking.ts';
import type { StoredFile } from './store.ts';
import { Tickets } from './tickets.ts';

const T = 1_767_225_600_000;
const file = (changes: Partial<StoredFile> = {}): StoredFile => ({
  id: 1,
  deviceKey: 7,
  kind: 'photo',
  channel: 1,
  takenMs: T,
  receivedMs: T,
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  bytes: 1,
  hash: new Uint8Array(32),
  path: 'a',
  eventSerial: null,
  alarmSign: '',
  cause: 'robbery',
  source: 'test',
  identity: 'a',
  asked: false,
  lat: null,
  lng: null,
  ...changes,
});

test('the nearest alarm from 60 s before the picture to 5 s after it; of two as near the earlier number', () => {
  const at = (serialno: number, offsetMs: number) => ({ serialno, deviceMs: T + offsetMs });
  assert.equal(nearestAlarm(T, []), undefined);
  assert.equal(nearestAlarm(T, [at(1, -60_001)]), undefined);
  assert.equal(nearestAlarm(T, [at(1, 5001)]), undefined);
  assert.equal(nearestAlarm(T, [at(1, -60_000)]), 1);
  assert.equal(nearestAlarm(T, [at(1, 5000)]), 1);
  assert.equal(nearestAlarm(T, [at(1, -40_000), at(2, -3000), at(3, 4000)]), 2);
  assert.equal(nearestAlarm(T, [at(9, -2000), at(4, 2000)]), 4);
});

test('an alarm known later is found by looking again, for a quarter of an hour; what is linked or unrelated is not asked about', async () => {
  const clock = createManualClock(T);
  const linked: [number, number][] = [];
  let asked = 0;
  let alarms: { serialno: number; deviceMs: number }[] = [];
  const linking = new Linking({
    clock,
    log: silentLog,
    linkLoose: async ({ id }, serialno) => void linked.push([id, serialno]),
    alarmsBetween: async () => {
      asked += 1;
      return alarms;
    },
  });
  linking.add(file({ id: 1, eventSerial: 3 }));
  linking.add(file({ id: 2, cause: 'timed' }));
  linking.add(file({ id: 3, cause: 'distance' }));
  await clock.advanceAsync(10_000);
  assert.equal(asked, 0);
  linking.add(file({ id: 4 }));
  await clock.advanceAsync(10_000);
  assert.deepEqual(linked, []);
  alarms = [{ serialno: 8, deviceMs: T }];
  await clock.advanceAsync(5000);
  assert.deepEqual(linked, [[4, 8]]);
  alarms = [];
  linking.add(file({ id: 5 }));
  for (let i = 0; i < 200; i += 1) await clock.advanceAsync(5000);
  assert.equal(linking.waitingCount, 0);
  await linking.close();
  assert.equal(clock.pending(), 0);
});

test('many that wait are looked at a few in each turn of the event loop', async () => {
  const clock = createManualClock(T);
  const inTurn: number[] = [];
  let turn = 0;
  const linking = new Linking({
    clock,
    log: silentLog,
    linkLoose: async () => undefined,
    alarmsBetween: async () => {
      inTurn[turn] = (inTurn[turn] ?? 0) + 1;
      return [];
    },
  });
  for (let id = 1; id <= 200; id += 1) linking.add(file({ id }));
  await nextTurn();
  inTurn.length = 0;
  clock.advance(5000);
  const total = (): number => inTurn.reduce((sum, count) => sum + count, 0);
  for (; turn < 1000 && total() < 200; turn += 1) await nextTurn();
  assert.equal(total(), 200);
  assert.ok(Math.max(...inTurn.filter((count) => count > 0)) <= 50, `in one turn: ${inTurn.join(', ')}`);
  await linking.close();
});

test('a ticket opens its file once and for a minute', () => {
  const clock = createManualClock(T);
  const tickets = new Tickets(clock);
  const first = tickets.issue(5);
  assert.equal(first.expiresMs, T + 60_000);
  assert.notEqual(first.id, tickets.issue(5).id);
  assert.deepEqual([tickets.look(first.id), tickets.look(first.id)], [5, 5], 'looking uses nothing up');
  assert.equal(tickets.use(first.id), 5);
  assert.equal(tickets.use(first.id), undefined);
  assert.equal(tickets.look(first.id), undefined);
  const late = tickets.issue(6);
  clock.advance(60_000);
  assert.equal(tickets.look(late.id), undefined);
  assert.equal(tickets.use(late.id), undefined);
  for (let i = 0; i < 10_000; i += 1) tickets.issue(7);
  assert.throws(() => tickets.issue(7), { code: 'limit_reached' });
  clock.advance(60_000);
  tickets.issue(7);
});
