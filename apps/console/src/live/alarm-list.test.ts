// The list of recent alarms: bounded, newest first, recoveries and calls on the alarm they belong to; storms are published by frame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventPush } from '@outrider/contract';
import { MOST_ALARMS, alarmOf, heard, newestOf, noAlarms, withKept } from './alarm-list.ts';
import { AlarmStore } from './alarms.ts';

const push = (cmd: EventPush['cmd'], serialno: number): EventPush => ({
  cmd,
  serialno,
  deviceid: 'TRK-1',
  appdevid: 19,
  eventname: 'External alarm',
  notifytext: '',
  notifycolor: '#FFFFFF',
  message: 'SOS',
  eventtime: '',
  eventtimeutc: 1_790_000_000_000,
  vehiclex: null,
  vehicley: null,
  speed: 0,
  sourcetype: 0,
});

test('the newest is on top and the oldest goes at a hundred', () => {
  let list = noAlarms;
  for (let n = 1; n <= MOST_ALARMS + 5; n += 1) list = heard(list, push('new', n));
  assert.equal(list.alarms.length, MOST_ALARMS);
  assert.deepEqual([list.alarms[0]?.serialno, list.alarms.at(-1)?.serialno], [MOST_ALARMS + 5, 6]);
  assert.equal(list.unseen, MOST_ALARMS + 5);
});

test('a call and a recovery mark their alarm; an unknown one stands for itself', () => {
  const list = [push('new', 1), push('new', 2), push('call', 1), push('cover', 1)].reduce(heard, noAlarms);
  assert.deepEqual(
    list.alarms.map(({ serialno, recovered, call }) => [serialno, recovered, call]),
    [
      [2, false, false],
      [1, true, true],
    ],
  );
  assert.equal(list.unseen, 2);
  const before = heard(noAlarms, push('cover', 9));
  assert.deepEqual([before.alarms[0]?.recovered, before.unseen], [true, 0]);
});

test('a storm is published once a frame, is bounded, and what is dropped is counted', () => {
  const frames: (() => void)[] = [];
  const store = new AlarmStore((run) => {
    frames.push(run);
    return () => {};
  });
  const told: number[] = [];
  store.subscribe((pushes) => told.push(pushes.length));
  for (let n = 0; n < 1500; n += 1) store.hear(push('new', n));
  assert.equal(frames.length, 1);
  frames[0]?.();
  assert.deepEqual([told, store.dropped, store.state.getState().alarms.length], [[1000], 500, MOST_ALARMS]);
  store.see();
  assert.equal(store.state.getState().unseen, 0);
});

test('what the server keeps joins what was heard: newest first, each once, over and called as either says', () => {
  const list = [push('new', 7), push('new', 5)].reduce(heard, noAlarms);
  const kept = [7, 6, 5, 4].map((serialno) => ({
    ...alarmOf(push('new', serialno)),
    recovered: serialno === 5,
    call: serialno === 7,
  }));
  const joined = withKept(list, kept, 5);
  assert.deepEqual(
    joined.alarms.map(({ serialno, recovered, call }) => [serialno, recovered, call]),
    [
      [7, false, true],
      [6, false, false],
      [5, true, false],
      [4, false, false],
    ],
  );
  assert.equal(joined.unseen, 3, 'the two that were heard, and the one that came since somebody looked');
  assert.equal(withKept(noAlarms, kept, 6).unseen, 1, 'the one that was looked at last is seen');
  assert.equal(withKept(noAlarms, kept, undefined).unseen, 0, 'of a browser in which nobody ever looked');
  assert.equal(newestOf(joined), 7);
  const before = withKept(noAlarms, kept, undefined);
  assert.equal(heard(before, push('new', 6)).unseen, 1, 'announced after it was answered');
  assert.equal(heard(heard(before, push('new', 6)), push('cover', 6)).unseen, 1);
  assert.equal(heard(before, push('cover', 6)).unseen, 0);
  const many = Array.from({ length: 200 }, (_, n) => alarmOf(push('new', n)));
  assert.deepEqual(
    [withKept(noAlarms, many, 0).alarms.length, newestOf(withKept(noAlarms, many, 0))],
    [MOST_ALARMS, 199],
  );
});

test('what comes before anybody listens is told to the first who does, once; signing out forgets it', () => {
  const frames: (() => void)[] = [];
  const store = new AlarmStore((draw) => {
    frames.push(draw);
    return () => undefined;
  });
  const come = (serialno: number): void => {
    store.hear(push('new', serialno));
    frames.splice(0).forEach((draw) => draw());
  };
  const heardBy = (): number[] => {
    const numbers: number[] = [];
    store.subscribe((pushes) => numbers.push(...pushes.map(({ serialno }) => serialno)));
    return numbers;
  };
  come(1);
  store.clear();
  come(2);
  come(3);
  const [first, second] = [heardBy(), heardBy()];
  come(4);
  assert.deepEqual([first, second], [[2, 3, 4], [4]]);
});
